import { hourMs } from '#server/clock.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { notificationJobKind, sendDueNotifications } from './notification.commands.ts'

/** Runs at the instants something is due; the hourly run finds what such a run has given up on. */
export const notificationJobs: readonly JobDefinition[] = [
  { kind: notificationJobKind, everyMs: hourMs, run: runtime => sendDueNotifications(runtime) },
]
