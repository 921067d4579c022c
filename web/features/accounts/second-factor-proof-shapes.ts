import * as z from 'zod/mini'
import { recoveryCode, totpCode } from '#contract/second-factor-proof.ts'
import type { ProofKind } from './second-factor-proof-fields.tsx'

export const emptyProof = { code: '', recoveryCode: '' }

/** Both fields; the hidden one may contain anything. */
export const proofShapes = {
  code: { code: totpCode, recoveryCode: z.string() },
  recoveryCode: { code: z.string(), recoveryCode },
} as const satisfies Record<ProofKind, object>

/** The request body: only the visible field. */
export function proofOf(kind: ProofKind, { code, recoveryCode: typed }: typeof emptyProof) {
  return kind === 'code' ? { code } : { recoveryCode: typed }
}
