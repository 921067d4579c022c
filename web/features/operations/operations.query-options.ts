import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Query } from '#contract/endpoint.ts'
import { lostKeys } from '#contract/lost-keys.ts'
import { auditLog, failedJobs, outbox } from '#contract/operations.ts'
import { call } from '#web/lib/api/api-client.ts'

/** Filters of the outbox, by the API's names. */
export type MailFilter = { [Name in keyof Query<typeof outbox.list>]?: Query<typeof outbox.list>[Name] | undefined }
/** Filters of the audit log, by the API's names. */
export type AuditFilter = {
  [Name in keyof Query<typeof auditLog.list>]?: Query<typeof auditLog.list>[Name] | undefined
}

export function mailsQuery(filter: MailFilter) {
  return queryOptions({
    queryKey: ['outbox', 'list', filter],
    queryFn: ({ signal }) => loadMails(filter, signal),
    placeholderData: keepPreviousData,
  })
}

/** A page of mails. */
export function loadMails(filter: MailFilter, signal: AbortSignal) {
  return call(outbox.list, { query: filter, signal })
}

export function mailQuery(id: string) {
  return queryOptions({
    queryKey: ['outbox', 'item', id],
    queryFn: ({ signal }) => call(outbox.get, { params: { id }, signal }),
  })
}

/** The number of mails in a state. */
export function mailCountQuery(state: NonNullable<MailFilter['state']>) {
  return queryOptions({
    queryKey: ['outbox', 'count', state],
    queryFn: async ({ signal }) => (await call(outbox.list, { query: { state, page_size: 1 }, signal })).count,
  })
}

/** Failed jobs; the count covers those beyond the first page. */
export function failedJobsQuery() {
  return queryOptions({
    queryKey: ['failedJobs'],
    queryFn: ({ signal }) => call(failedJobs.list, { query: { page_size: 5 }, signal }),
  })
}

/** Missing keys that secrets are encrypted with. */
export function lostKeysQuery() {
  return queryOptions({
    queryKey: ['lostKeys'],
    queryFn: ({ signal }) => call(lostKeys.list, { signal }),
  })
}

export function auditLogQuery(filter: AuditFilter) {
  return queryOptions({
    queryKey: ['auditLog', 'list', filter],
    queryFn: ({ signal }) => loadAuditLog(filter, signal),
    placeholderData: keepPreviousData,
  })
}

/** A page of the audit log. */
export function loadAuditLog(filter: AuditFilter, signal: AbortSignal) {
  return call(auditLog.list, { query: filter, signal })
}
