/** Input for a second factor, and its methods. */
import * as z from 'zod/mini'
import { instant } from './fields.ts'

/** Six digits; people type them with a space in the middle. */
export const totpCode = z.string('code.required').check(
  z.overwrite(text => text.replaceAll(/\s/g, '')),
  z.maxLength(20, { error: 'code.invalid', abort: true }),
  z.minLength(1, { error: 'code.required', abort: true }),
  z.regex(/^[0-9]{6}$/, 'code.invalid'),
)

export const recoveryCode = z
  .string('recovery_code.required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'recovery_code.required', abort: true }),
    z.maxLength(100, 'recovery_code.wrong'),
  )

/** The fields of a proof: one of the two. */
export const proof = { code: z.optional(totpCode), recoveryCode: z.optional(recoveryCode) }

export function isOneProof(given: { code?: string | undefined; recoveryCode?: string | undefined }): boolean {
  return (given.code === undefined) !== (given.recoveryCode === undefined)
}

/** Ways to complete a pending login. */
export const secondFactorMethods = ['passkey', 'totp', 'recovery_code'] as const
export type SecondFactorMethod = (typeof secondFactorMethods)[number]

/** A user's factors, as listed during account recovery. */
export const factorKinds = ['passkey', 'totp', 'recovery_codes'] as const
export const factor = z.object({
  kind: z.enum(factorKinds),
  /** For a passkey: its name. */
  name: z.string(),
  since: instant,
})
export type Factor = z.output<typeof factor>
