import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { userTexts } from '#web/texts/users.texts.ts'
import type { UserFilter } from './user.query-options.ts'
import { roleChoices } from './user-names.ts'

interface UserFiltersProps {
  filter: UserFilter
  /** Gets what changed; an undefined value takes the filter away. */
  onChange: (change: UserFilter) => void
  onReset: () => void
}

/** Search and role above a list of users. */
export function UserFilters({ filter, onChange, onReset }: UserFiltersProps) {
  return (
    <FilterBar
      search={{
        value: filter.search ?? '',
        onValueChange: search => onChange({ search: search || undefined }),
        placeholder: userTexts.searchPlaceholder,
      }}
      filters={[
        {
          key: 'role',
          label: userTexts.columns.role,
          value: filter.role ?? '',
          onValueChange: value => onChange({ role: value === 'admin' || value === 'customer' ? value : undefined }),
          choices: roleChoices,
        },
      ]}
      onReset={onReset}
    />
  )
}
