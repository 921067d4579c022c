import { hourMs } from '#server/clock.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { carryOutErasures } from './erasure-run.commands.ts'
import { endRetention } from './retention.commands.ts'

export const erasureJobs: readonly JobDefinition[] = [
  {
    kind: 'erasures',
    everyMs: hourMs,
    async run(runtime) {
      try {
        await carryOutErasures(runtime)
      } finally {
        await endRetention(runtime)
      }
    },
  },
]
