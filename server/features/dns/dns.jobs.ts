import { dayMs } from '#server/clock.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { reconcileDueDomains } from './dns-reconciliation.commands.ts'
import { removeOldHistory } from './dns-retention.commands.ts'

/** A written value is asked for after five seconds. */
const reconcileEveryMs = 5_000

export const dnsJobs: readonly JobDefinition[] = [
  {
    kind: 'dns-reconciliation',
    everyMs: reconcileEveryMs,
    lane: 'dns',
    run: runtime => reconcileDueDomains(runtime),
  },
  { kind: 'dns-retention', everyMs: dayMs, run: runtime => removeOldHistory(runtime) },
]
