import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { accounts } from '#contract/accounts.ts'
import { call } from '#web/lib/api/api-client.ts'

export const sessionPageSize = 10

/** The user's own active sessions, newest first. */
export function sessionListQuery(page: number) {
  return queryOptions({
    queryKey: ['accounts', 'sessions', page],
    queryFn: ({ signal }) => call(accounts.listSessions, { query: { page, page_size: sessionPageSize }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The right that a link from a mail gives. Never cached: the next request may find it used. */
export function passwordLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['accounts', 'passwordLink', token],
    queryFn: ({ signal }) => call(accounts.readPasswordLink, { body: { token }, signal, silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

/** Whether the portal still needs its initial set-up. */
export function setUpStateQuery() {
  return queryOptions({
    queryKey: ['accounts', 'setUpState'],
    queryFn: ({ signal }) => call(accounts.setUpState, { signal, silent: true }),
    gcTime: 0,
    retry: false,
  })
}
