import { BillableNotice } from '#web/features/invoices/billable-notice.tsx'
import { useToDrafts } from '#web/pages/admin-portal/use-to-drafts.ts'

/** Above what a customer has: what of it can be billed now. */
export function CustomerBilling({ customerId }: { customerId: string }) {
  const toDrafts = useToDrafts()
  return <BillableNotice customerId={customerId} onBilled={toDrafts} />
}
