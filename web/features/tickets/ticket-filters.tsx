import type { ReactNode } from 'react'
import { ticketList } from '#contract/lists.ts'
import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { filterChoices, filterNames } from '#web/components/table/list-filters.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import type { TicketFilter } from './ticket.query-options.ts'

interface TicketFiltersProps {
  filter: TicketFilter
  /** Called with changes; an undefined value removes the filter. */
  onChange: (change: TicketFilter) => void
  /** A field to filter by customer, for lists of several customers. */
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
      filters={filterChoices(ticketList, texts, filter, onChange)}
      extra={customerField}
      extraSetCount={customerField && filter.customer ? 1 : 0}
      onReset={onReset}
    />
  )
}

/** Names of all filters. */
export const ticketFilterNames = filterNames(ticketList)

const texts = {
  progress: { label: ticketTexts.columns.progress, words: ticketTexts.progress },
  invoicePaid: { label: ticketTexts.columns.invoice, words: ticketTexts.invoicePaid },
  ...ticketTexts.filters,
}
