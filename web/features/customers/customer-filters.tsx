import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { customerKindChoices } from './customer.labels.ts'
import type { CustomerFilter } from './customer.query-options.ts'

interface CustomerFiltersProps {
  filter: CustomerFilter
  /** Gets what changed; an undefined value takes the filter away. */
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
      filters={[
        {
          key: 'kind',
          label: customerTexts.columns.kind,
          value: filter.kind ?? '',
          onValueChange: value => onChange({ kind: kindOf(value) }),
          choices: customerKindChoices,
        },
      ]}
      onReset={onReset}
    />
  )
}

// The values come from our own choices; anything else is no filter.
function kindOf(value: string): CustomerFilter['kind'] {
  return value === 'private' || value === 'business' || value === 'public' ? value : undefined
}

/** What narrows the list. */
export const customerFilterNames = ['search', 'kind'] as const
