/** The own settings: who one is, where one is reached, which mails one wants. */
import * as z from 'zod/mini'
import { address } from './customers.ts'
import { defineEndpoints, empty } from './endpoint.ts'
import { id, instant, optionalEmail, optionalLine, phone, webUrl } from './fields.ts'
import { passwordLengthMax } from './limits.ts'
import { notifiedWhen } from './notifications.ts'
import { factor } from './second-factor-proof.ts'

const pending = z.object({ email: z.string(), expiresAt: instant })

export const userSettingsPermissions = ['update', 'updateCustomer'] as const

export const userSettings = z.object({
  /** Of the user: with these and the e-mail address one logs in and is addressed. */
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The address that waits for its confirmation. */
  pendingEmail: z.nullable(pending),
  /** Of the customer the user belongs to; null for an admin without one, and then the fields below say nothing. */
  customer: z.nullable(z.object({ id, name: z.string() })),
  phone: z.string(),
  website: z.string(),
  address,
  /** Where invoices and notifications go once it is confirmed; empty or not confirmed: to the user's address. */
  contactEmail: z.string(),
  /** Whether it is known to be the customer's: until then it gets nothing but a link that confirms it, once a day. */
  contactEmailConfirmed: z.boolean(),
  /** The link that was mailed to it and waits. */
  contactEmailPending: z.nullable(pending),
  notifications: z.boolean(),
  notificationsWhen: z.enum(notifiedWhen),
  /** Where they go now; empty when nobody can be reached. */
  notificationsEmail: z.string(),
  newsletter: z.boolean(),
  newsletterEmail: z.string(),
  /** Since when it was wanted. */
  newsletterSince: z.nullable(instant),
  newsletterPending: z.nullable(pending),
  permissions: z.array(z.enum(userSettingsPermissions)),
  revision: z.int(),
})
export type UserSettings = z.output<typeof userSettings>

/** The full body as PUT demands it; from a user without a customer only the names and the e-mail address. */
export const userSettingsInput = z.strictObject({
  firstName: optionalLine(),
  lastName: optionalLine(),
  /** Another one holds once the link mailed to it is used. */
  email: optionalEmail,
  phone,
  website: webUrl,
  address,
  contactEmail: optionalEmail,
  notifications: z.boolean(),
  notificationsWhen: z.enum(notifiedWhen),
  /** Setting it to true mails a link; it is true once that is used. Setting it to false counts at once. */
  newsletter: z.boolean(),
})
export type UserSettingsInput = z.output<typeof userSettingsInput>

const change = z.extend(z.partial(userSettingsInput), {
  /** Demanded with another e-mail address. */
  currentPassword: z.optional(z.string().check(z.maxLength(passwordLengthMax, 'password.too_long'))),
})
export type UserSettingsChange = z.output<typeof change>

export const confirmationKinds = [
  'contact_email',
  'email_change',
  'email_change_stop',
  'factor_stop',
  'newsletter',
] as const
export type ConfirmationKind = (typeof confirmationKinds)[number]

/** What a link does when it is used. */
const confirmationLink = z.object({
  kind: z.enum(confirmationKinds),
  email: z.string(),
  expiresAt: instant,
  /** What goes with a stop: set up since the first change that it stops. */
  newFactors: z.array(factor),
  /** What was there before, and may go with it. */
  olderFactors: z.array(factor),
})
export type ConfirmationLink = z.output<typeof confirmationLink>

const token = z.strictObject({
  token: z.string('required').check(z.minLength(20, 'invalid'), z.maxLength(200, 'invalid')),
})

export const ownSettings = defineEndpoints({
  get: {
    method: 'GET',
    path: '/api/backend/user-settings/',
    access: 'customer',
    summary: 'The own settings. There are none in the view as a customer (404).',
    response: userSettings,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/user-settings/',
    access: 'customer',
    summary: 'Replace the own settings; the full body is demanded.',
    body: change,
    response: userSettings,
    conditional: true,
    stepUp: { changes: ['contactEmail'], inBody: ['email'] },
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/user-settings/',
    access: 'customer',
    summary: 'Change parts of the own settings.',
    body: change,
    response: userSettings,
    conditional: true,
    stepUp: { changes: ['contactEmail'], inBody: ['email'] },
  },
  cancelEmailChange: {
    method: 'DELETE',
    path: '/api/backend/user-settings/email-change/',
    access: 'customer',
    summary: 'Take back the wish for another e-mail address.',
    budget: 'account',
    response: userSettings,
    withoutStepUp: 'takes a wish back; the address stays',
  },
  askToConfirmContact: {
    method: 'POST',
    path: '/api/backend/user-settings/contact-confirmation/',
    access: 'customer',
    summary:
      'Mail a link that confirms the contact address, once a day. Nothing happens where there is none to confirm.',
    budget: 'account',
    response: userSettings,
  },
  readConfirmation: {
    method: 'POST',
    path: '/api/backend/user-settings/confirmation-link/',
    access: 'public',
    summary: 'What a link from a mail confirms or stops; does not use it up.',
    budget: 'links',
    body: token,
    response: confirmationLink,
  },
  confirm: {
    method: 'POST',
    path: '/api/backend/user-settings/confirmation/',
    access: 'public',
    summary:
      'Confirm or stop what the link from a mail is about; uses it up. A stop may take the older factors away, too.',
    budget: 'links',
    body: z.extend(token, { removeOlderFactors: z.optional(z.boolean()) }),
    response: empty,
    status: 204,
  },
})
