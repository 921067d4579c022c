import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Backup, backups } from '#contract/backups.ts'
import type { Query } from '#contract/endpoint.ts'
import { call } from '#web/lib/api/api-client.ts'

export type BackupFilter = { [Name in keyof Query<typeof backups.list>]?: number | undefined }

/** How often one that is being made is asked for: where it is watched, and elsewhere. */
const watchedEveryMs = 1_000
const lookEveryMs = 5_000

/** A page of backups; looked at again while one of them is being made. */
export function backupsQuery(filter: BackupFilter) {
  return queryOptions({
    queryKey: ['backups', 'list', filter],
    queryFn: ({ signal }) => loadBackups(filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: query => (query.state.data?.results.some(isRunning) ? watchedEveryMs : false),
  })
}

export function loadBackups(filter: BackupFilter, signal: AbortSignal) {
  return call(backups.list, { query: filter, signal })
}

/** The last proven one, the newest, and whether that is as it should be. */
export function backupSummaryQuery() {
  return queryOptions({
    queryKey: ['backups', 'summary'],
    queryFn: ({ signal }) => call(backups.summary, { signal }),
    refetchInterval: query => (query.state.data?.latest && isRunning(query.state.data.latest) ? lookEveryMs : false),
  })
}

/** Where backups and keys lie; that does not change while the portal runs. */
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
