import * as z from 'zod/mini'
import { ProviderError } from './provider-error.ts'

/** Throws `answer` for another shape, without a word of what it was. */
export function readAnswer<S extends z.ZodMiniType>(schema: S, json: unknown): z.infer<S> {
  const read = z.safeParse(schema, json)
  if (!read.success) throw new ProviderError('answer')
  return read.data
}
