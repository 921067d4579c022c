import type { ReactNode } from 'react'
import { serviceList } from '#contract/lists.ts'
import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { filterChoices, filterNames } from '#web/components/table/list-filters.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import type { ServiceFilter } from './service.query-options.ts'

interface ServiceFiltersProps {
  filter: ServiceFilter
  /** Called with changes; an undefined value removes the filter. */
  onChange: (change: ServiceFilter) => void
  /** A field to filter by customer, for lists of several customers. */
  customerField?: ReactNode
  onReset: () => void
}

/** Search, kind and state above a list of services. */
export function ServiceFilters({ filter, onChange, customerField, onReset }: ServiceFiltersProps) {
  return (
    <FilterBar
      search={{
        value: filter.search ?? '',
        onValueChange: search => onChange({ search: search || undefined }),
        placeholder: customerField ? serviceTexts.searchPlaceholder : serviceTexts.searchPlaceholderOwn,
      }}
      filters={filterChoices(serviceList, texts, filter, onChange)}
      extra={customerField}
      extraSetCount={customerField && filter.customer ? 1 : 0}
      onReset={onReset}
    />
  )
}

/** Names of all filters. */
export const serviceFilterNames = filterNames(serviceList)

const texts = {
  type: { label: serviceTexts.columns.kind, words: serviceTexts.kinds },
  state: { label: serviceTexts.columns.state, words: serviceTexts.stateFilter },
  certificate: { label: serviceTexts.certificateFilter, words: { expiring: serviceTexts.certificateExpiring } },
}
