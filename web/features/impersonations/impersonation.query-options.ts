import { impersonations } from '#contract/impersonations.ts'
import { call } from '#web/lib/api/api-client.ts'
import { type ListQueryOf, rowsQuery } from '#web/lib/api/rows-query.ts'

export type ImpersonationFilter = ListQueryOf<typeof impersonations.list>

/** Shares its prefix with the queries about customers: each start and end is a change of the customer. */
export const impersonationsQuery = rowsQuery(['customers', 'views'], loadImpersonations)

export function loadImpersonations(filter: ImpersonationFilter, signal: AbortSignal) {
  return call(impersonations.list, { query: filter, signal })
}
