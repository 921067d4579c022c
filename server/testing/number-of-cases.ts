/** `npm run prove` runs the same tests with far more cases than `npm test` has time for. */
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    proofSize: string
  }
}

/** The number for this run: the small one, the full one (`npm run prove`), or `PROOF_SIZE`. */
export function numberOfCases(small: number, whole: number): number {
  const asked = inject('proofSize')
  if (asked === 'whole') return whole
  return /^\d+$/.test(asked) ? Number(asked) : small
}
