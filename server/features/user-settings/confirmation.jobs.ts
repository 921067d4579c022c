import { hourMs } from '#server/clock.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { expireConfirmations } from './confirmation.commands.ts'

export const confirmationJobs: readonly JobDefinition[] = [
  { kind: 'expire_confirmations', everyMs: hourMs, run: runtime => expireConfirmations(runtime) },
]
