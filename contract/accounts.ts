/** Sessions, passwords, invitations and the first set-up. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page, pageQuery } from './endpoint.ts'
import { email, id, instant, line, optionalLine } from './fields.ts'
import { emailLengthMax, passwordLengthMax, passwordLengthMin, usernameLengthMax, usernameLengthMin } from './limits.ts'
import { roles } from './lists.ts'
import { priceBases } from './prices.ts'
import { factor, secondFactorMethods, totpCode } from './second-factor-proof.ts'

export type Role = (typeof roles)[number]

export const username = z
  .string('username.required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'username.required', abort: true }),
    z.minLength(usernameLengthMin, { error: 'username.too_short', abort: true }),
    z.maxLength(usernameLengthMax, { error: 'username.too_long', abort: true }),
    z.regex(/^[\p{L}\p{N}._-]+$/u, { error: 'username.characters', abort: true }),
    z.regex(/[\p{L}\p{N}]/u, 'username.letter_required'),
  )

/**
 * A user name or an e-mail address, with any characters: a wrong one is a failed login and reveals nothing about valid
 * names.
 */
const loginName = z
  .string('username.required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'username.required', abort: true }),
    z.minLength(usernameLengthMin, { error: 'username.too_short', abort: true }),
    z.maxLength(emailLengthMax, 'username.too_long'),
  )

export const password = z
  .string('password.required')
  .check(
    z.minLength(1, { error: 'password.required', abort: true }),
    z.minLength(passwordLengthMin, { error: 'password.too_short', abort: true }),
    z.maxLength(passwordLengthMax, 'password.too_long'),
  )

/** The user's own password for reauthentication; the contract does not check its correctness. */
export const givenPassword = z
  .string('password.required')
  .check(
    z.minLength(1, { error: 'password.required', abort: true }),
    z.maxLength(passwordLengthMax, 'password.too_long'),
  )

export const credentials = z.strictObject({ username: loginName, password })

/** The logged-in user of this browser, as the portal's frame needs it. */
export const currentSession = z.object({
  user: z.nullable(
    z.object({
      id,
      username: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      role: z.enum(roles),
      customerId: z.nullable(id),
      /** An admin who must set up a second factor first and has a customer's access until then. */
      lacksSecondFactor: z.boolean(),
    }),
  ),
  /** Set while an admin views the portal as a customer. */
  impersonation: z.nullable(z.object({ customerId: id, customerName: z.string(), until: instant })),
  /** The end of the session without further activity. */
  idleUntil: z.nullable(instant),
  /** Whether this user's amounts, or the impersonated customer's, are net or gross; null before the login. */
  prices: z.nullable(z.object({ first: z.enum(priceBases), vatRate: z.nullable(z.number()) })),
})
export type CurrentSession = z.output<typeof currentSession>

/** The result of a login: a session, or a correct password with the second factor still missing. */
const loginAnswer = z.extend(currentSession, {
  /** null: logged in. Otherwise the ways to complete the login in this browser, and the deadline. */
  secondFactor: z.nullable(z.object({ methods: z.array(z.enum(secondFactorMethods)), expiresAt: instant })),
})

export const session = z.object({
  id,
  isCurrent: z.boolean(),
  createdAt: instant,
  lastSeenAt: instant,
  address: z.string(),
  userAgent: z.string(),
})
export type Session = z.output<typeof session>

/** The purpose of a link from a mail; requested before a password is typed. */
export const passwordLink = z.object({
  kind: z.enum(['invitation', 'password_reset']),
  username: z.string(),
  role: z.enum(roles),
  expiresAt: instant,
  /**
   * For a just recovered account: remaining factors, which may be removed together with the new password; otherwise
   * empty.
   */
  factors: z.array(factor),
})
export type PasswordLink = z.output<typeof passwordLink>

/** The last login attempt that failed or had to wait. */
export const failedLogin = z.object({
  at: instant,
  /** The address it came from; for IPv6 the first 64 bits. */
  network: z.string(),
})
export type FailedLogin = z.output<typeof failedLogin>

const oneTimeToken = z.string('required').check(z.minLength(20, 'invalid'), z.maxLength(200, 'invalid'))

export const accounts = defineEndpoints({
  login: {
    method: 'POST',
    path: '/api/auth/login/',
    access: 'public',
    summary:
      'Log in with user name, or e-mail address if only one user has it, and password. With a second factor there is no session before that is given, too.',
    body: credentials,
    budget: 'logins',
    response: loginAnswer,
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout/',
    access: 'public',
    summary: 'End the current session. Answers the same without one.',
    budget: 'endings',
    response: empty,
    status: 204,
    duringImpersonation: true,
  },
  session: {
    method: 'GET',
    path: '/api/auth/session/',
    access: 'public',
    summary: 'The logged-in user of this browser; also sets the CSRF cookie.',
    response: currentSession,
  },
  listSessions: {
    method: 'GET',
    path: '/api/auth/sessions/',
    access: 'customer',
    summary: 'The caller’s own live sessions, newest first, and the last login that failed.',
    query: pageQuery,
    response: z.extend(page(session), { lastFailedLogin: z.nullable(failedLogin) }),
  },
  revokeSession: {
    method: 'DELETE',
    path: '/api/auth/sessions/{id}/',
    access: 'customer',
    budget: 'endings',
    summary: 'End one of the caller’s own sessions.',
    response: empty,
    status: 204,
    withoutStepUp: 'ends access; it always works',
  },
  changePassword: {
    method: 'POST',
    path: '/api/auth/password/',
    access: 'customer',
    summary: 'Change the own password; ends all other sessions.',
    body: z.strictObject({
      currentPassword: givenPassword,
      newPassword: password,
    }),
    response: empty,
    status: 204,
    stepUp: 'inBody',
  },
  reauthenticate: {
    method: 'POST',
    path: '/api/auth/reauthentication/',
    access: 'customer',
    summary:
      'Enter the own password or a code again, for calls that require it: it counts for ten minutes in this session.',
    body: z
      .strictObject({
        password: z.optional(givenPassword),
        code: z.optional(totpCode),
      })
      .check(
        z.refine(given => (given.password === undefined) !== (given.code === undefined), {
          error: 'password.required',
          path: ['password'],
        }),
      ),
    response: empty,
    status: 204,
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/api/auth/password-reset/',
    access: 'public',
    summary: 'Send a reset link. Answers the same whether the address is known or not.',
    budget: 'links',
    body: z.strictObject({ email }),
    response: empty,
    status: 204,
  },
  readPasswordLink: {
    method: 'POST',
    path: '/api/auth/password-link/',
    access: 'public',
    summary: 'The purpose of an invitation or reset token; does not use it up.',
    budget: 'links',
    body: z.strictObject({ token: oneTimeToken }),
    response: passwordLink,
  },
  setPassword: {
    method: 'POST',
    path: '/api/auth/password-set/',
    access: 'public',
    summary:
      'Set a password with an invitation or reset token; uses it up and ends all sessions. After a stop the body decides whether all factors are removed.',
    budget: 'links',
    body: z.strictObject({ token: oneTimeToken, password, removeFactors: z.optional(z.boolean()) }),
    response: empty,
    status: 204,
  },
  startImpersonation: {
    method: 'POST',
    path: '/api/auth/as-user/',
    access: 'admin',
    summary: 'View the portal as a customer, read-only, for at most 60 minutes.',
    body: z.strictObject({ customerId: id, reason: z.optional(optionalLine(500)) }),
    response: currentSession,
  },
  endImpersonation: {
    method: 'DELETE',
    path: '/api/auth/as-user/',
    access: 'customer',
    budget: 'endings',
    summary: 'End the impersonation.',
    response: currentSession,
    duringImpersonation: true,
    withoutStepUp: 'ends access; it always works',
  },
  setUpState: {
    method: 'GET',
    path: '/api/auth/set-up/',
    access: 'public',
    summary: 'Whether the portal still waits for its first set-up.',
    response: z.object({ isRequired: z.boolean() }),
  },
  setUp: {
    method: 'POST',
    path: '/api/auth/set-up/',
    access: 'public',
    summary: 'Create business profile and first admin with the one-time link printed at first start.',
    body: z.strictObject({
      token: oneTimeToken,
      companyName: line(),
      ownerName: line(),
      email,
      username,
      password,
    }),
    response: currentSession,
    status: 201,
  },
})
