import { queryOptions } from '@tanstack/react-query'
import { type Backup, backups } from '#contract/backups.ts'
import { call } from '#web/lib/api/api-client.ts'
import { type ListQueryOf, rowsQuery } from '#web/lib/api/rows-query.ts'

export type BackupFilter = ListQueryOf<typeof backups.list>

/** Polling intervals for a running backup, with and without its progress on the screen. */
const watchedPollMs = 1_000
const pollMs = 5_000

/** A page of backups; polls while one of them is running. */
export const backupsQuery = rowsQuery(['backups', 'list'], loadBackups, rows =>
  rows.some(isRunning) ? watchedPollMs : false,
)

export function loadBackups(filter: BackupFilter, signal: AbortSignal) {
  return call(backups.list, { query: filter, signal })
}

/** The last verified backup, the newest one, and whether backups are up to date. */
export function backupSummaryQuery() {
  return queryOptions({
    queryKey: ['backups', 'summary'],
    queryFn: ({ signal }) => call(backups.summary, { signal }),
    refetchInterval: query => (query.state.data?.latest && isRunning(query.state.data.latest) ? pollMs : false),
  })
}

/** The locations of backups and keys; constant while the portal runs. */
export function backupPlaceQuery() {
  return queryOptions({
    queryKey: ['backups', 'place'],
    queryFn: ({ signal }) => call(backups.place, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function isRunning({ state }: Pick<Backup, 'state'>): boolean {
  return state === 'running'
}
