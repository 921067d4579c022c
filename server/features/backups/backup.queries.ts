import type { BackupHealth } from '#contract/backups.ts'
import { AppError } from '#server/app-error.ts'
import type { Scope } from '#server/auth/scope.ts'
import { backupHealth } from '#server/backup/backup-rules.ts'
import { instantText } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import type { BackupTable } from '#server/database/platform-tables.ts'
import { prepared } from '#server/database/prepared.ts'

const selectBackups = prepared<{ limit: number; offset: number }>()((db, param) =>
  db
    .selectFrom('backup')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(param('limit'))
    .offset(param('offset')),
)

const countBackups = prepared<Record<never, never>>()(db =>
  db.selectFrom('backup').select(eb => eb.fn.countAll<number>().as('count')),
)

const selectLastProven = prepared<Record<never, never>>()(db =>
  db
    .selectFrom('backup')
    .selectAll()
    .where('state', '=', 'proven')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)

const selectRunning = prepared<Record<never, never>>()(db =>
  db.selectFrom('backup').selectAll().where('state', '=', 'running').orderBy('started_at', 'desc').limit(1),
)

const selectInstalled = prepared<Record<never, never>>()(db =>
  db.selectFrom('schema_migration').select(eb => eb.fn.min('applied_at').as('at')),
)

const selectBackup = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('backup').selectAll().where('id', '=', param('id')),
)

/** Backups, newest first. They are few, because old ones are removed. Never for customers: else 404. */
export async function listBackups(
  connection: Connection,
  scope: Scope,
  { page, page_size: limit }: { page: number; page_size: number },
): Promise<{ count: number; rows: BackupTable[] }> {
  demandAll(scope)
  const [total] = await countBackups(connection, {})
  return { count: total?.count ?? 0, rows: await selectBackups(connection, { limit, offset: (page - 1) * limit }) }
}

/** The last proven one, the newest of all, and whether that is in order. */
export async function getBackupSummary({ db, scope, clock }: Pick<Context, 'db' | 'scope' | 'clock'>): Promise<{
  health: BackupHealth
  lastProven: BackupTable | null
  latest: BackupTable | null
}> {
  demandAll(scope)
  const newest = await selectBackups(db, { limit: 2, offset: 0 })
  const [lastProven = null] = await selectLastProven(db, {})
  const [installed] = await selectInstalled(db, {})
  const health = backupHealth({
    now: clock.now(),
    installedAt: installed?.at ?? instantText(clock.now()),
    lastProvenAt: lastProven?.started_at ?? null,
    latestState: newest.find(({ state }) => state !== 'running')?.state ?? null,
  })
  return { health, lastProven, latest: newest[0] ?? null }
}

/** One that is being made now. */
export async function findRunningBackup(connection: Connection, scope: Scope): Promise<BackupTable | undefined> {
  demandAll(scope)
  return (await selectRunning(connection, {}))[0]
}

/** One backup; 404 where there is none or the caller may not see it. */
export async function getBackup(connection: Connection, scope: Scope, id: string): Promise<BackupTable> {
  demandAll(scope)
  const [row] = await selectBackup(connection, { id })
  if (row === undefined) throw new AppError('not_found')
  return row
}

function demandAll(scope: Scope): void {
  if (scope.customers !== 'all') throw new AppError('not_found')
}
