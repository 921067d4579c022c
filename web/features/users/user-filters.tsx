import { userList } from '#contract/lists.ts'
import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { filterChoices } from '#web/components/table/list-filters.ts'
import { userTexts } from '#web/texts/users.texts.ts'
import type { UserFilter } from './user.query-options.ts'

interface UserFiltersProps {
  filter: UserFilter
  /** Called with changes; an undefined value removes the filter. */
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
      filters={filterChoices(userList, texts, filter, onChange)}
      onReset={onReset}
    />
  )
}

const texts = { role: { label: userTexts.columns.role, words: userTexts.roles } }
