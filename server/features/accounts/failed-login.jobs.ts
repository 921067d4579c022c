import { minuteMs } from '#server/clock.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { recordFailedLogins } from './failed-login.commands.ts'

export const failedLoginJobs: readonly JobDefinition[] = [
  { kind: 'failed-logins', everyMs: minuteMs, run: runtime => recordFailedLogins(runtime) },
]
