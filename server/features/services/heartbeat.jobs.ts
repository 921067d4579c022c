import { minuteMs } from '#server/clock.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { noticeSilence } from './heartbeat-silence.commands.ts'

export const applicationJobs: readonly JobDefinition[] = [
  { kind: 'application-silence', everyMs: minuteMs, run: runtime => noticeSilence(runtime) },
]
