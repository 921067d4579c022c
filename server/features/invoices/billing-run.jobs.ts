import * as z from 'zod/mini'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { billingRunJobKind } from './billing-run.commands.ts'
import { workOnRun } from './billing-run-work.commands.ts'

const payloadSchema = z.object({ id: z.string() })

export const billingRunJobs: readonly JobDefinition[] = [
  { kind: billingRunJobKind, run: (runtime, payload) => workOnRun(runtime, payloadSchema.parse(payload).id) },
]
