import { BillableNotice } from '#web/features/invoices/billable-notice.tsx'
import { useShowDrafts } from './use-show-drafts.ts'

/** Above a customer's sections: the work that can be billed now. */
export function CustomerBilling({ customerId }: { customerId: string }) {
  const showDrafts = useShowDrafts()
  return <BillableNotice customerId={customerId} onBilled={showDrafts} />
}
