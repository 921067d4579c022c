import { dayMs, minuteMs } from '#server/clock.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { removeOldReadings } from './reading-retention.commands.ts'
import { noticeSilentSites } from './site-silence.commands.ts'
import { rollUp } from './slot.commands.ts'

const rollUpEveryMs = 20_000

export const energyJobs: readonly JobDefinition[] = [
  { kind: 'energy-roll-up', everyMs: rollUpEveryMs, run: runtime => rollUp(runtime) },
  { kind: 'energy-silence', everyMs: minuteMs, run: runtime => noticeSilentSites(runtime) },
  { kind: 'energy-retention', everyMs: dayMs, run: runtime => removeOldReadings(runtime) },
]
