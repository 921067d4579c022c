import type { ReactNode } from 'react'
import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { invoicePaidChoices, progressChoices } from './ticket.labels.ts'
import type { TicketFilter } from './ticket.query-options.ts'

interface TicketFiltersProps {
  filter: TicketFilter
  /** Gets what changed; an undefined value takes the filter away. */
  onChange: (change: TicketFilter) => void
  /** A field to choose the customer with, where tickets of several are listed. */
  customerField?: ReactNode
  onReset: () => void
}

/** Search and filters above a list of tickets. */
export function TicketFilters({ filter, onChange, customerField, onReset }: TicketFiltersProps) {
  return (
    <FilterBar
      search={{
        value: filter.search ?? '',
        onValueChange: search => onChange({ search: search || undefined }),
        placeholder: ticketTexts.searchPlaceholder,
      }}
      filters={[
        {
          key: 'progress',
          label: ticketTexts.columns.progress,
          value: filter.progress ?? '',
          onValueChange: value => onChange({ progress: progressOf(value) }),
          choices: progressChoices,
        },
        {
          key: 'invoicePaid',
          label: ticketTexts.columns.invoice,
          value: filter.invoicePaid ?? '',
          onValueChange: value => onChange({ invoicePaid: invoicePaidOf(value) }),
          choices: invoicePaidChoices,
        },
        {
          key: 'billing',
          label: ticketTexts.billing.label,
          value: filter.billing ?? '',
          onValueChange: value => onChange({ billing: value === 'open' ? value : undefined }),
          choices: [{ value: 'open', label: ticketTexts.billing.open }],
        },
        {
          key: 'wishes',
          label: ticketTexts.wishes.label,
          value: filter.wishes ?? '',
          onValueChange: value => onChange({ wishes: value === 'open' ? value : undefined }),
          choices: [{ value: 'open', label: ticketTexts.wishes.open }],
        },
      ]}
      extra={customerField}
      extraSetCount={customerField && filter.customer ? 1 : 0}
      onReset={onReset}
    />
  )
}

/** What narrows the list. */
export const ticketFilterNames = ['search', 'progress', 'invoicePaid', 'billing', 'wishes', 'customer'] as const

// The values come from our own choices; anything else is no filter.
function progressOf(value: string): TicketFilter['progress'] {
  return value === 'upcoming' || value === 'inProgress' || value === 'finished' ? value : undefined
}

function invoicePaidOf(value: string): TicketFilter['invoicePaid'] {
  return value === 'paid' || value === 'unpaid' || value === 'none' ? value : undefined
}
