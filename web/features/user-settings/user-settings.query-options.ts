import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { auditLog } from '#contract/operations.ts'
import { unsubscriptions } from '#contract/unsubscription.ts'
import { ownSettings } from '#contract/user-settings.ts'
import { call } from '#web/lib/api/api-client.ts'

export function settingsQuery() {
  return queryOptions({ queryKey: ['userSettings'], queryFn: ({ signal }) => call(ownSettings.get, { signal }) })
}

/** Fetches the current settings, bypassing every cache. */
export function getLatestSettings() {
  return call(ownSettings.get)
}

export const accessPageSize = 5

/** Which staff members viewed the user's portal or changed their record, newest first. */
export function accessQuery(page: number) {
  return queryOptions({
    queryKey: ['userSettings', 'access', page],
    queryFn: ({ signal }) => call(auditLog.list, { query: { page, page_size: accessPageSize }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The mails an unsubscribe link stops. Never cached: the next request may find it used. */
export function unsubscriptionQuery(token: string) {
  return queryOptions({
    queryKey: ['unsubscription', token],
    queryFn: ({ signal }) => call(unsubscriptions.read, { params: { token }, signal, silent: true }),
    gcTime: 0,
    retry: false,
  })
}

/** The addresses a confirmation link confirms. Never cached: the next request may find it used. */
export function confirmationQuery(token: string) {
  return queryOptions({
    queryKey: ['confirmation', token],
    queryFn: ({ signal }) => call(ownSettings.readConfirmation, { body: { token }, signal, silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}
