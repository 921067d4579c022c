import { queryOptions } from '@tanstack/react-query'
import { lostKeys } from '#contract/lost-keys.ts'
import { auditLog, failedJobs, outbox } from '#contract/operations.ts'
import { call } from '#web/lib/api/api-client.ts'
import { type ListQueryOf, rowsQuery } from '#web/lib/api/rows-query.ts'

/** Filters of the outbox, by the API's names. */
export type MailFilter = ListQueryOf<typeof outbox.list>
/** Filters of the audit log, by the API's names. */
export type AuditFilter = ListQueryOf<typeof auditLog.list>

export const mailsQuery = rowsQuery(['outbox', 'list'], loadMails)

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

export const auditLogQuery = rowsQuery(['auditLog', 'list'], loadAuditLog)

/** A page of the audit log. */
export function loadAuditLog(filter: AuditFilter, signal: AbortSignal) {
  return call(auditLog.list, { query: filter, signal })
}
