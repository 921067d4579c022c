import { userList } from '#contract/lists.ts'
import type { User } from '#contract/users.ts'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { EmailText } from '#web/components/display/unbroken.tsx'
import { choiceFields } from '#web/components/list/choice-fields.ts'
import type { ListView } from '#web/components/list/list-view.ts'
import type { TableColumn } from '#web/components/table/table-column.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatRelative } from '#web/lib/format/format.ts'
import { userTexts } from '#web/texts/users.texts.ts'
import { loadUsers, type UserFilter, usersQuery } from './user.query-options.ts'
import { roleText, userLooks, userName, userState } from './user-names.ts'

/** The users of a customer or of the whole portal, filtered by name and role. */
export const userListView: ListView<User, UserFilter> = {
  title: userTexts.title,
  failed: userTexts.listFailed,
  nothingFiltered: userTexts.nothingFiltered,
  contract: userList,
  query: usersQuery,
  loadPage: loadUsers,
  rowName: userName,
  columns: (_, whose) => (whose === 'all' ? columnsWithRole : columns),
  csv: async () => userCsv,
  searchPlaceholder: whose => (whose === 'all' ? userTexts.searchPlaceholder : undefined),
  fields: whose => (whose === 'all' ? fields : []),
}

const fields = choiceFields(userList, { role: { label: userTexts.columns.role, words: userTexts.roles } })

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
    cell: user => <StateBadge state={userState(user)} looks={userLooks} />,
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

const columns: readonly Column[] = [name, email, ...state]
const columnsWithRole: readonly Column[] = [name, email, role, ...state]

const { csv } = userTexts

/** CSV columns. */
const userCsv: readonly CsvColumn<User>[] = [
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
