import * as z from 'zod/mini'
import { ProviderError } from './provider-error.ts'

/** Throws `answer` for another shape, and quotes nothing of it. */
export function readAnswer<S extends z.ZodMiniType>(schema: S, json: unknown): z.infer<S> {
  const read = z.safeParse(schema, json)
  if (!read.success) throw new ProviderError('answer')
  return read.data
}
