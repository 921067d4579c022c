import * as z from 'zod/mini'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { resetJobKind, sendPasswordResets } from './password.commands.ts'

const payloadSchema = z.object({ emailKey: z.string() })

export const passwordJobs: JobDefinition[] = [
  {
    kind: resetJobKind,
    run: (runtime, payload) => sendPasswordResets(runtime, payloadSchema.parse(payload).emailKey),
  },
]
