import { dayMs, minuteMs } from '#server/clock.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { checkDueWebsites, removeOldHistory } from './website-check.commands.ts'

/** Polls every minute for websites that are due; each is due every ten minutes. */
export const websiteJobs: readonly JobDefinition[] = [
  { kind: 'website-checks', everyMs: minuteMs, run: runtime => checkDueWebsites(runtime) },
  { kind: 'website-history', everyMs: dayMs, run: runtime => removeOldHistory(runtime) },
]
