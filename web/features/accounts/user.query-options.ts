import { queryOptions } from '@tanstack/react-query'
import { users } from '#contract/users.ts'
import { call } from '#web/lib/api/api-client.ts'
import { type ListQueryOf, rowsQuery } from '#web/lib/api/rows-query.ts'
import { userName } from './user-names.ts'

/** Filters of a list of users, by the API's names. */
export type UserFilter = ListQueryOf<typeof users.list>

export const usersQuery = rowsQuery(['users', 'list'], loadUsers)

/** A page of users. */
export function loadUsers(filter: UserFilter, signal: AbortSignal) {
  return call(users.list, { query: filter, signal })
}

export function userQuery(id: string) {
  return queryOptions({
    queryKey: ['users', 'item', id],
    queryFn: ({ signal }) => call(users.get, { params: { id }, signal }),
  })
}

/** Users to choose from. */
export async function searchUsers(search: string, signal: AbortSignal) {
  const { results } = await call(users.list, { query: { search, page_size: 20, ordering: 'username' }, signal })
  return results.map(user => ({ value: user.id, label: userName(user), note: user.username }))
}

/** Fetches the current user, bypassing every cache, to resolve a conflict. */
export function getLatestUser(id: string) {
  return call(users.get, { params: { id } })
}
