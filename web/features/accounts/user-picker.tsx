import { useQuery } from '@tanstack/react-query'
import { SearchSelect } from '#web/components/form/search-select.tsx'
import { searchUsers, userQuery } from './user.query-options.ts'
import { userName } from './user-names.ts'

interface UserPickerProps {
  label: string
  userId: string | undefined
  onChange: (userId: string | undefined) => void
  className?: string
}

/** Filters a list by user. */
export function UserPicker({ label, userId, onChange, className }: UserPickerProps) {
  const { data: user } = useQuery({ ...userQuery(userId ?? ''), enabled: userId !== undefined })
  return (
    <SearchSelect
      label={label}
      selected={userId === undefined ? null : { value: userId, label: user ? userName(user) : '' }}
      loadOptions={searchUsers}
      onSelect={option => onChange(option?.value)}
      className={className}
    />
  )
}
