import { customerList } from '#contract/lists.ts'
import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { filterChoices, filterNames } from '#web/components/table/list-filters.ts'
import { customerTexts } from '#web/texts/customers.texts.ts'
import type { CustomerFilter } from './customer.query-options.ts'

interface CustomerFiltersProps {
  filter: CustomerFilter
  /** Called with changes; an undefined value removes the filter. */
  onChange: (change: CustomerFilter) => void
  onReset: () => void
}

/** Search and kind above a list of customers. */
export function CustomerFilters({ filter, onChange, onReset }: CustomerFiltersProps) {
  return (
    <FilterBar
      search={{
        value: filter.search ?? '',
        onValueChange: search => onChange({ search: search || undefined }),
        placeholder: customerTexts.searchPlaceholder,
      }}
      filters={filterChoices(customerList, texts, filter, onChange)}
      onReset={onReset}
    />
  )
}

/** Names of all filters. */
export const customerFilterNames = filterNames(customerList)

const texts = { kind: { label: customerTexts.columns.kind, words: customerTexts.kinds } }
