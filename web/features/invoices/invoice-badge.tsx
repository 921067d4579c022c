import type { Invoice } from '#contract/invoices.ts'
import { Badge, type BadgeIcon, type BadgeTone } from '#web/components/display/badge.tsx'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { type Standing, standingOf } from './invoice.labels.ts'

/** Badge of an invoice: draft, unpaid, overdue or paid. */
export function InvoiceBadge({ invoice }: { invoice: Pick<Invoice, 'paid' | 'overdue'> & { state: string } }) {
  const standing = standingOf(invoice)
  const { tone, icon } = looks[standing]
  return (
    <Badge tone={tone} icon={icon}>
      {invoiceTexts.standing[standing]}
    </Badge>
  )
}

const looks: Readonly<Record<Standing, { tone: BadgeTone; icon: BadgeIcon }>> = {
  draft: { tone: 'grey', icon: 'dashed' },
  unpaid: { tone: 'blue', icon: 'half' },
  overdue: { tone: 'red', icon: 'clock' },
  paid: { tone: 'green', icon: 'check' },
  cancelled: { tone: 'grey', icon: 'cross' },
  unknown: { tone: 'grey', icon: 'question' },
}
