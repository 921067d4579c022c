import type { ReactNode } from 'react'
import { requestList } from '#contract/lists.ts'
import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { filterChoices, filterNames } from '#web/components/table/list-filters.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'
import type { RequestFilter } from './request.query-options.ts'

interface RequestFiltersProps {
  filter: RequestFilter
  /** Called with changes; an undefined value removes the filter. */
  onChange: (change: RequestFilter) => void
  /** A field to filter by customer, for lists of several customers. */
  customerField?: ReactNode
  onReset: () => void
}

/** Search, state and priority above a list of requests. */
export function RequestFilters({ filter, onChange, customerField, onReset }: RequestFiltersProps) {
  return (
    <FilterBar
      search={{
        value: filter.search ?? '',
        onValueChange: search => onChange({ search: search || undefined }),
        placeholder: requestTexts.searchPlaceholder,
      }}
      filters={filterChoices(requestList, texts, filter, onChange)}
      extra={customerField}
      extraSetCount={customerField && filter.customer ? 1 : 0}
      onReset={onReset}
    />
  )
}

/** Names of all filters. */
export const requestFilterNames = filterNames(requestList)

const texts = {
  state: { label: requestTexts.columns.state, words: requestTexts.states },
  priority: { label: requestTexts.columns.priority, words: requestTexts.priorities },
}
