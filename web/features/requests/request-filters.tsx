import type { ReactNode } from 'react'
import { requestPriorities, requestStates } from '#contract/requests.ts'
import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { priorityChoices, stateChoices } from './request.labels.ts'
import type { RequestFilter } from './request.query-options.ts'

interface RequestFiltersProps {
  filter: RequestFilter
  /** Gets what changed; an undefined value takes the filter away. */
  onChange: (change: RequestFilter) => void
  /** A field to choose the customer with, where requests of several are listed. */
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
      filters={[
        {
          key: 'state',
          label: requestTexts.columns.state,
          value: filter.state ?? '',
          // The values come from our own choices; anything else is no filter.
          onValueChange: value => onChange({ state: requestStates.find(state => state === value) }),
          choices: stateChoices,
        },
        {
          key: 'priority',
          label: requestTexts.columns.priority,
          value: filter.priority ?? '',
          onValueChange: value => onChange({ priority: requestPriorities.find(priority => priority === value) }),
          choices: priorityChoices,
        },
      ]}
      extra={customerField}
      extraSetCount={customerField && filter.customer ? 1 : 0}
      onReset={onReset}
    />
  )
}

/** What narrows the list. */
export const requestFilterNames = ['search', 'state', 'priority', 'customer'] as const
