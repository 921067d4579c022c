/** Metrics from the database; read on each scrape, and the same at every instance. */
import type { Gauge } from 'prom-client'
import { countSessions } from '#server/auth/session-count.ts'
import { findLastProvenAt } from '#server/backup/last-proven.ts'
import type { Runtime } from '#server/context.ts'
import { databaseBytes } from '#server/database/copies/database-size.ts'
import { countJobs } from '#server/jobs/job-tally.ts'
import { countMails } from '#server/mail/mail-tally.ts'

type NewGauge = (name: string, help: string, labelNames?: string[]) => Gauge

export function readDatabaseMetrics(gauge: NewGauge, kinds: readonly string[]) {
  const jobs = gauge('jobs', 'Jobs by kind that wait for their time or have failed for good.', ['kind', 'state'])
  const jobLag = gauge('job_lag_seconds', 'How long the oldest job of a kind is overdue.', ['kind'])
  const mails = gauge('outbox_mails', 'Mails that wait or have failed for good.', ['state'])
  const oldestMail = gauge('outbox_oldest_age_seconds', 'Age of the oldest mail that waits.')
  const sessions = gauge('sessions', 'Sessions that have not ended.')
  const size = gauge('database_bytes', 'Size of the database.')
  const backupAge = gauge('backup_proven_age_seconds', 'Age of the newest backup that was restored on trial.')
  const labelled = [jobs, jobLag, mails]
  const plain = [oldestMail, sessions, size, backupAge]

  return {
    async read({ db, engine, clock }: Pick<Runtime, 'db' | 'engine' | 'clock'>): Promise<void> {
      const now = clock.now()
      const ageOf = (at: string) => Math.max(0, now.getTime() - Date.parse(at)) / 1_000
      for (const { kind, waiting, failed, runAt } of await countJobs(db, kinds)) {
        jobs.set({ kind, state: 'waiting' }, waiting)
        jobs.set({ kind, state: 'failed' }, failed)
        jobLag.set({ kind }, runAt === null ? 0 : ageOf(runAt))
      }
      const outbox = await countMails(db)
      mails.set({ state: 'waiting' }, outbox.waiting)
      mails.set({ state: 'failed' }, outbox.failed)
      oldestMail.set(outbox.oldestAt === null ? 0 : ageOf(outbox.oldestAt))
      sessions.set(await countSessions(db, now))
      size.set(await databaseBytes(db, engine))
      const provenAt = await findLastProvenAt(db)
      if (provenAt !== null) backupAge.set(ageOf(provenAt))
      else backupAge.remove()
    },

    /** An outdated value would look like a current one. */
    forget(): void {
      for (const one of labelled) one.reset()
      for (const one of plain) one.remove()
    },
  }
}
