import { useQuery } from '@tanstack/react-query'
import type { Invoice } from '#contract/invoices.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { BillButton } from './bill-button.tsx'
import { billableWorkQuery } from './invoice.query-options.ts'

interface BillableNoticeProps {
  customerId: string
  onBilled: (drafts: readonly Invoice[]) => void
}

/** A customer's billable work and the button that bills it. Renders nothing without billable work. */
export function BillableNotice({ customerId, onBilled }: BillableNoticeProps) {
  const prices = usePrices()
  const { data } = useQuery(billableWorkQuery({ customer: customerId }))
  const [work] = data?.results ?? []
  if (!work) return null
  return (
    <Notice
      kind="info"
      title={texts.waiting}
      action={
        <BillButton
          size="small"
          variant="primary"
          work={{ customerId }}
          customers={[work.customer.name]}
          onBilled={onBilled}
        />
      }
    >
      {texts.amount(work, prices.both(work.total))}
    </Notice>
  )
}

const texts = invoiceTexts.billing
