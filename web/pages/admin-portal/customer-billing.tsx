import { BillableNotice } from '#web/features/invoices/billable-notice.tsx'
import { useToDrafts } from './use-show-drafts.ts'

/** Above a customer's sections: the work that can be billed now. */
export function CustomerBilling({ customerId }: { customerId: string }) {
  const toDrafts = useToDrafts()
  return <BillableNotice customerId={customerId} onBilled={toDrafts} />
}
