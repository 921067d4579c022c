import { Badge, type BadgeIcon, type BadgeTone } from '#web/components/display/badge.tsx'
import { invoicePaidText } from './ticket.labels.ts'

/** Whether a ticket's issued invoices are paid; null if there are none. */
export function InvoiceBadge({ invoicePaid }: { invoicePaid: string | null }) {
  const { tone, icon } = looks.get(invoicePaid ?? 'none') ?? unknown
  return (
    <Badge tone={tone} icon={icon}>
      {invoicePaidText(invoicePaid)}
    </Badge>
  )
}

type Look = { tone: BadgeTone; icon: BadgeIcon }

const unknown: Look = { tone: 'grey', icon: 'question' }

const looks: ReadonlyMap<string, Look> = new Map<string, Look>([
  ['paid', { tone: 'green', icon: 'check' }],
  ['unpaid', { tone: 'blue', icon: 'half' }],
  ['none', { tone: 'grey', icon: 'dash' }],
])
