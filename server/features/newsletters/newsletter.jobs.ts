import * as z from 'zod/mini'
import { hourMs } from '#server/clock.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { resumeSending, sendBatch, sendingJobKind } from './newsletter-sending.commands.ts'

const payloadSchema = z.object({ id: z.string() })

export const newsletterJobs: readonly JobDefinition[] = [
  { kind: sendingJobKind, run: (runtime, payload) => sendBatch(runtime, payloadSchema.parse(payload).id) },
  { kind: 'newsletters', everyMs: hourMs, run: runtime => resumeSending(runtime) },
]
