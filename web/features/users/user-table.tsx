import type { ReactNode } from 'react'
import type { User } from '#contract/users.ts'
import { EmailText } from '#web/components/display/unbroken.tsx'
import { DataTable, type DataTableProps } from '#web/components/table/data-table.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatRelative } from '#web/lib/format/format.ts'
import { userTexts } from '#web/texts/users.texts.ts'
import { roleText, userName, userState } from './user-names.ts'
import { UserStateBadge } from './user-state-badge.tsx'

type PassedOn = Pick<
  DataTableProps<User>,
  'rows' | 'rowActions' | 'sort' | 'onSortChange' | 'isFetching' | 'onRetry' | 'onResetFilters' | 'skeletonRows'
>

interface UserTableProps extends PassedOn {
  /** Shows the role, for lists of customers and admins together. */
  showRole: boolean
  hasFailed: boolean
  empty: ReactNode
}

/** One page of a list of users. */
export function UserTable({ showRole, hasFailed, ...rest }: UserTableProps) {
  return (
    <DataTable
      {...rest}
      nothingFiltered={userTexts.nothingFiltered}
      label={userTexts.title}
      columns={showRole ? [name, email, role, ...state] : [name, email, ...state]}
      rowKey={user => user.id}
      rowName={userName}
      error={hasFailed ? userTexts.listFailed : undefined}
    />
  )
}

type Column = TableColumn<User>

const name: Column = {
  key: 'username',
  header: userTexts.columns.name,
  cell: user => <span className="font-medium">{userName(user)}</span>,
  note: user => (userName(user) === user.username ? null : user.username),
  sortable: true,
  phone: 'title',
}
const email: Column = {
  key: 'email',
  header: userTexts.columns.email,
  cell: user => <EmailText email={user.email} />,
  width: '17rem',
  from: 'lg',
  phone: 'left',
}
const role: Column = {
  key: 'role',
  header: userTexts.columns.role,
  cell: user => roleText(user.role),
  width: '8.5rem',
  phone: 'left',
}
const state: readonly Column[] = [
  {
    key: 'state',
    header: userTexts.columns.state,
    cell: user => <UserStateBadge user={user} />,
    note: user => (user.secondFactor === 'off' ? null : userTexts.secondFactor),
    width: '11rem',
    phone: 'left',
  },
  {
    key: 'lastLoginAt',
    header: userTexts.columns.lastLogin,
    cell: user => (user.lastLoginAt === null ? userTexts.never : formatRelative(user.lastLoginAt)),
    width: '10rem',
    from: 'md',
    phone: 'left',
    phoneLabel: userTexts.columns.lastLogin,
  },
]

const { csv } = userTexts

/** CSV columns. */
export const userCsv: readonly CsvColumn<User>[] = [
  { header: csv.username, kind: 'text', value: user => user.username },
  { header: csv.firstName, kind: 'text', value: user => user.firstName },
  { header: csv.lastName, kind: 'text', value: user => user.lastName },
  { header: userTexts.columns.email, kind: 'text', value: user => user.email },
  { header: userTexts.columns.role, kind: 'text', value: user => roleText(user.role) },
  { header: userTexts.columns.state, kind: 'text', value: user => userTexts.states[userState(user)] },
  {
    header: csv.secondFactor,
    kind: 'text',
    value: user => (user.secondFactor === 'off' ? '' : userTexts.secondFactor),
  },
  { header: csv.invitedAt, kind: 'moment', value: user => user.invitedAt },
  { header: userTexts.columns.lastLogin, kind: 'moment', value: user => user.lastLoginAt },
  { header: csv.createdAt, kind: 'date', value: user => user.createdAt },
]
