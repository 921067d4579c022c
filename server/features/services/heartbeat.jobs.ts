import { minuteMs } from '#server/clock.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { noticeSilence } from './heartbeat-silence.commands.ts'

/** Applications that report so often are heard again before any is called silent. */
const listensFirstMs = 15 * minuteMs

export const applicationJobs: readonly JobDefinition[] = [
  { kind: 'application-silence', everyMs: minuteMs, listensFirstMs, run: runtime => noticeSilence(runtime) },
]
