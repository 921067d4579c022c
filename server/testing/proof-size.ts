/** `npm run prove` asks the same tests for far more than `npm test` has the time for. */
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    proofSize: string
  }
}

/** The number for this run: the small one, the whole one (`npm run prove`), or as many as were asked for. */
export function proofSize(small: number, whole: number): number {
  const asked = inject('proofSize')
  if (asked === 'whole') return whole
  return /^\d+$/.test(asked) ? Number(asked) : small
}
