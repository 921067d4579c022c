/** Retention of backups, and their overall state. */
import type { BackupHealth, BackupKind, BackupState } from '#contract/backups.ts'
import { calendarDate, dayMs, elapsedMs, hourMs, instantText } from '#server/clock.ts'

const kept = { days: 7, weeks: 4, months: 12 } as const
/**
 * Those made before a migration are the way back from an upgrade: the newest stay, regardless of later ones that day.
 */
const keptBeforeMigrations = 3

/** Without a proven one for this long something is wrong. */
export const provenWithinMs = 48 * hourMs

type Kept = {
  readonly id: string
  readonly kind: BackupKind
  readonly startedAt: string
  readonly isProven: boolean
}

/**
 * Ids of the backups to keep: the newest of each of the last 7 days, 4 weeks (from Monday) and 12 months that have one,
 * in Europe/Berlin, and the newest made before migrations. Unproven ones are counted separately: they never displace a
 * proven one.
 */
export function backupsToKeep(backups: readonly Kept[]): ReadonlySet<string> {
  return new Set([true, false].flatMap(isProven => keptOf(backups.filter(backup => backup.isProven === isProven))))
}

function keptOf(backups: readonly Kept[]): string[] {
  const newestFirst = backups.toSorted((a, b) => compare(b.startedAt, a.startedAt) || compare(b.id, a.id))
  const beforeMigrations = newestFirst.filter(({ kind }) => kind === 'before_migration')
  return [
    ...newestOfEach(newestFirst, dayOf, kept.days),
    ...newestOfEach(newestFirst, weekOf, kept.weeks),
    ...newestOfEach(newestFirst, monthOf, kept.months),
    ...beforeMigrations.slice(0, keptBeforeMigrations),
  ].map(({ id }) => id)
}

function newestOfEach(newestFirst: readonly Kept[], spanOf: (at: string) => string, count: number): Kept[] {
  const newest = new Map<string, Kept>()
  for (const backup of newestFirst) {
    const span = spanOf(backup.startedAt)
    if (!newest.has(span)) newest.set(span, backup)
  }
  return [...newest.values()].slice(0, count)
}

function dayOf(at: string): string {
  return calendarDate(new Date(at))
}

/** The Monday of the week. */
function weekOf(at: string): string {
  const day = new Date(`${dayOf(at)}T00:00:00.000Z`)
  const sinceMonday = (day.getUTCDay() + 6) % 7
  return instantText(new Date(day.getTime() - sinceMonday * dayMs)).slice(0, 10)
}

function monthOf(at: string): string {
  return dayOf(at).slice(0, 7)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

type Standing = {
  readonly now: Date
  /** When the portal was installed. */
  readonly installedAt: string
  readonly lastProvenAt: string | null
  /** Of the newest finished one. */
  readonly latestState: BackupState | null
}

/** `old`: no proven backup for two days; `none_yet`: the first night is still to come. */
export function backupHealth({ now, installedAt, lastProvenAt, latestState }: Standing): BackupHealth {
  if (latestState === 'failed') return 'failed'
  const isLongAgo = elapsedMs(lastProvenAt ?? installedAt, instantText(now)) > provenWithinMs
  if (isLongAgo) return 'old'
  return lastProvenAt === null ? 'none_yet' : 'good'
}
