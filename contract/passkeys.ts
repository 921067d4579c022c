/** Passkeys (W3C Web Authentication, level 3): a device key that replaces user name, password and second factor. */
import * as z from 'zod/mini'
import { currentSession } from './accounts.ts'
import { defineEndpoints, empty } from './endpoint.ts'
import { id, instant, line } from './fields.ts'

export const passkey = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
})
export type Passkey = z.output<typeof passkey>

/** The name given by the user. */
export const passkeyName = line(60)

/** Binary values are base64url, as browsers' JSON forms of the API have them. */
const binary = z
  .string('required')
  .check(
    z.minLength(1, 'required'),
    z.maxLength(20_000, 'too_long'),
    z.regex(/^[A-Za-z0-9_-]+={0,2}$/, 'text.characters'),
  )
/** Several times the size that devices send; leaves room for larger keys and signatures. */
const passkeyBytesMax = 32_768
/** A keyword of the standard; later versions may have more. */
const word = z.string().check(z.maxLength(100, 'too_long'), z.regex(/^[a-z-]+$/, 'text.characters'))

const answerParts = {
  id: binary,
  rawId: binary,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(word),
}
const registered = z.object({
  ...answerParts,
  response: z.object({
    clientDataJSON: binary,
    attestationObject: binary,
    transports: z.optional(z.array(word).check(z.maxLength(10, 'too_long'))),
  }),
})
const proven = z.object({
  ...answerParts,
  response: z.object({
    clientDataJSON: binary,
    authenticatorData: binary,
    signature: binary,
    userHandle: z.optional(z.nullable(binary)),
  }),
})

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
})
const userVerification = z.literal('required')

const registrationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification,
  }),
})

const loginOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  /** Empty: any passkey the browser has for the portal. */
  allowCredentials: z.array(descriptor),
  userVerification,
})

export const passkeys = defineEndpoints({
  startRegistration: {
    method: 'POST',
    path: '/api/auth/passkeys/registration/',
    access: 'customer',
    summary: 'Options for the browser to create a passkey.',
    response: registrationOptions,
    isSecret: true,
    stepUp: 'always',
  },
  add: {
    method: 'POST',
    path: '/api/auth/passkeys/',
    access: 'customer',
    summary: 'Store a new passkey; ends all other sessions.',
    body: z.strictObject({ name: passkeyName, credential: registered }),
    bodyBytes: passkeyBytesMax,
    /** The very first second factor brings recovery codes, this once; else there are none here. */
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    isSecret: true,
    status: 201,
    stepUp: 'always',
  },
  rename: {
    method: 'PATCH',
    path: '/api/auth/passkeys/{id}/',
    access: 'customer',
    budget: 'changes',
    summary: 'Rename one of the own passkeys.',
    body: z.partial(z.strictObject({ name: passkeyName })),
    response: passkey,
  },
  remove: {
    method: 'DELETE',
    path: '/api/auth/passkeys/{id}/',
    access: 'customer',
    summary: 'Remove one of the own passkeys; ends all other sessions.',
    response: empty,
    status: 204,
    stepUp: 'always',
  },
  startLogin: {
    method: 'POST',
    path: '/api/auth/passkey-login/challenge/',
    access: 'public',
    summary: 'Options for the browser to log in with a passkey, or to complete a pending login.',
    budget: 'logins',
    response: loginOptions,
    isSecret: true,
  },
  logIn: {
    method: 'POST',
    path: '/api/auth/passkey-login/',
    access: 'public',
    summary: 'Log in with a passkey. It replaces user name, password and second factor.',
    body: z.strictObject({ credential: proven }),
    bodyBytes: passkeyBytesMax,
    budget: 'logins',
    response: currentSession,
  },
})
