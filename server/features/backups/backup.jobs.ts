import * as z from 'zod/mini'
import { BackupError } from '#server/backup/backup-error.ts'
import { proveFound, runBackup } from '#server/backup/backup-run.ts'
import { hourMs } from '#server/clock.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { backupJobKind } from './backup.commands.ts'

/** Europe/Berlin; nobody works then, and daylight saving time neither skips nor repeats it. */
const nightHour = 3

const asked = z.object({ id: z.string() })

export const backupJobs: readonly JobDefinition[] = [
  {
    kind: 'backup-nightly',
    lane: 'backups',
    atBerlinHour: nightHour,
    run: async runtime => void (await runBackup(runtime, 'nightly')),
  },
  {
    kind: backupJobKind,
    lane: 'backups',
    // The admin sees the failure, and starts another one.
    run: async (runtime, payload) => {
      try {
        await runBackup(runtime, 'by_hand', asked.parse(payload).id)
      } catch (error) {
        if (!(error instanceof BackupError)) throw error
        runtime.log.error({ err: error }, 'backup failed')
      }
    },
  },
  { kind: 'backup-files', lane: 'backups', everyMs: hourMs, run: runtime => proveFound(runtime) },
]
