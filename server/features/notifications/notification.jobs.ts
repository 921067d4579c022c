import { hourMs } from '#server/clock.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { notificationJobKind, sendDueNotifications } from './notification.commands.ts'

/** Runs when something is due; the hourly run finds matters of runs that were given up. */
export const notificationJobs: readonly JobDefinition[] = [
  { kind: notificationJobKind, everyMs: hourMs, run: runtime => sendDueNotifications(runtime) },
]
