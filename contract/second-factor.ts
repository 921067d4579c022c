/** A user's proof at login in addition to the password: codes of an app, and recovery codes for when that is lost. */
import * as z from 'zod/mini'
import { currentSession, givenPassword } from './accounts.ts'
import { defineEndpoints, empty } from './endpoint.ts'
import { instant } from './fields.ts'
import { passkey } from './passkeys.ts'
import { isOneProof, proof, totpCode } from './second-factor-proof.ts'

export const secondFactor = z.object({
  /** null: off. */
  totp: z.nullable(z.object({ since: instant })),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.int(),
})
export type SecondFactor = z.output<typeof secondFactor>

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const secondFactors = defineEndpoints({
  logIn: {
    method: 'POST',
    path: '/api/auth/second-factor/',
    access: 'public',
    summary: 'Complete a pending login, with a code of the app or a recovery code.',
    body: z.strictObject(proof).check(z.refine(isOneProof, { error: 'code.required', path: ['code'] })),
    budget: 'logins',
    response: currentSession,
  },
  get: {
    method: 'GET',
    path: '/api/auth/second-factor/',
    access: 'customer',
    summary: 'The caller’s own second factor. There is none while impersonating (404).',
    response: secondFactor,
  },
  startTotp: {
    method: 'POST',
    path: '/api/auth/second-factor/totp/',
    access: 'customer',
    summary: 'A new secret for the app; it counts once a code of it is confirmed.',
    response: z.object({
      /** Base32, for typing into an app. */
      secret: z.string(),
      /** The same as `otpauth://` address, for a QR code. */
      uri: z.string(),
    }),
    isSecret: true,
    stepUp: 'always',
  },
  confirmTotp: {
    method: 'POST',
    path: '/api/auth/second-factor/totp/confirmation/',
    access: 'customer',
    summary: 'Turn codes on with the first one; ends all other sessions. Returns ten recovery codes, this once.',
    body: z.strictObject({ code: totpCode }),
    response: recoveryCodes,
    isSecret: true,
    stepUp: 'always',
  },
  removeTotp: {
    method: 'POST',
    path: '/api/auth/second-factor/totp/removal/',
    access: 'customer',
    summary: 'Turn codes off with the password and a code or recovery code; ends all other sessions.',
    body: z
      .strictObject({ password: givenPassword, ...proof })
      .check(z.refine(isOneProof, { error: 'code.required', path: ['code'] })),
    response: empty,
    status: 204,
    stepUp: 'inBody',
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/api/auth/second-factor/recovery-codes/',
    access: 'customer',
    summary: 'Ten new recovery codes, returned this once; earlier ones stop working.',
    response: recoveryCodes,
    isSecret: true,
    stepUp: 'always',
  },
})
