import { dayMs } from '#server/clock.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { removeOldHistory } from './dns-retention.commands.ts'

export const dnsJobs: readonly JobDefinition[] = [
  { kind: 'dns-retention', everyMs: dayMs, run: runtime => removeOldHistory(runtime) },
]
