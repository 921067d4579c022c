/** The own settings: name, addresses, notifications. */
import * as z from 'zod/mini'
import { address } from './customers.ts'
import { defineEndpoints, empty } from './endpoint.ts'
import { id, instant, optionalEmail, optionalLine, phone, webUrl } from './fields.ts'
import { keptUsersMax, passwordLengthMax } from './limits.ts'
import { roles } from './lists.ts'
import { notifiedWhen } from './notifications.ts'
import { factor } from './second-factor-proof.ts'

const pending = z.object({ email: z.string(), expiresAt: instant })

export const userSettingsPermissions = ['update', 'updateCustomer'] as const

export const userSettings = z.object({
  /** Of the user: login, e-mail address and form of address. */
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The address that waits for its confirmation. */
  pendingEmail: z.nullable(pending),
  /** Of the user's customer; null for an admin without one, and then the fields below have no meaning. */
  customer: z.nullable(z.object({ id, name: z.string() })),
  phone: z.string(),
  website: z.string(),
  address,
  /**
   * The address for invoices and notifications once it is confirmed; empty or unconfirmed: the user's address is used.
   */
  contactEmail: z.string(),
  /** Whether it is confirmed as the customer's: until then it gets only a confirmation link, once a day. */
  contactEmailConfirmed: z.boolean(),
  /** Its pending confirmation link. */
  contactEmailPending: z.nullable(pending),
  notifications: z.boolean(),
  notificationsWhen: z.enum(notifiedWhen),
  /** The address in use; empty when there is none. */
  notificationsEmail: z.string(),
  newsletter: z.boolean(),
  newsletterEmail: z.string(),
  /** The start of the subscription. */
  newsletterSince: z.nullable(instant),
  newsletterPending: z.nullable(pending),
  permissions: z.array(z.enum(userSettingsPermissions)),
  revision: z.int(),
})
export type UserSettings = z.output<typeof userSettings>

/** The full body for PUT; from a user without a customer only the names and the e-mail address. */
export const userSettingsInput = z.strictObject({
  firstName: optionalLine(),
  lastName: optionalLine(),
  /** A new one takes effect when its mailed link is used. */
  email: optionalEmail,
  phone,
  website: webUrl,
  address,
  contactEmail: optionalEmail,
  notifications: z.boolean(),
  notificationsWhen: z.enum(notifiedWhen),
  /** Setting it to true mails a link; it is true after its use. Setting it to false takes effect at once. */
  newsletter: z.boolean(),
})
export type UserSettingsInput = z.output<typeof userSettingsInput>

const change = z.extend(z.partial(userSettingsInput), {
  /** Required with another e-mail address. */
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

const raisedUser = z.object({ id: z.string(), username: z.string(), role: z.enum(roles) })

const disputedChange = z.object({
  /** null is the business itself. */
  customerNumber: z.nullable(z.string()),
  /** Names of fields, never values. */
  fields: z.array(z.string()),
})
export type DisputedChange = Readonly<z.output<typeof disputedChange>>

/** The effect of a link. */
const confirmationLink = z.object({
  kind: z.enum(confirmationKinds),
  email: z.string(),
  expiresAt: instant,
  /** Removed with a stop: factors set up since the first change that it stops. */
  newFactors: z.array(factor),
  /** Earlier factors, which may be removed with it. */
  olderFactors: z.array(factor),
  /** Deactivated with a stop, unless it keeps them: users whom this account, as an admin's, has created or changed since. */
  endingUsers: z.array(raisedUser),
  /** Those from before, which stay active until somebody decides on them. */
  stayingUsers: z.array(raisedUser),
  /** What this account, or one that ends with it, has changed recently in the business profile and in customers. */
  changes: z.array(disputedChange),
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
    summary: 'The own settings. There are none while impersonating (404).',
    response: userSettings,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/user-settings/',
    access: 'customer',
    summary: 'Replace the own settings; requires the full body.',
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
    summary: 'Withdraw the request for another e-mail address.',
    budget: 'account',
    response: userSettings,
    withoutStepUp: 'takes a wish back; the address stays',
  },
  askToConfirmContact: {
    method: 'POST',
    path: '/api/backend/user-settings/contact-confirmation/',
    access: 'customer',
    summary: 'Mail a link that confirms the contact address, once a day. Does nothing where there is none to confirm.',
    budget: 'account',
    response: userSettings,
  },
  readConfirmation: {
    method: 'POST',
    path: '/api/backend/user-settings/confirmation-link/',
    access: 'public',
    summary: 'The effect of a link from a mail; does not use it up.',
    budget: 'links',
    body: token,
    response: confirmationLink,
  },
  confirm: {
    method: 'POST',
    path: '/api/backend/user-settings/confirmation/',
    access: 'public',
    summary:
      'Carry out the effect of a link from a mail; uses it up. A stop may remove the older factors, and keep users.',
    budget: 'links',
    body: z.extend(token, {
      removeOlderFactors: z.optional(z.boolean()),
      /** Ids of `endingUsers` who stay active. */
      keptUserIds: z.optional(z.array(id).check(z.maxLength(keptUsersMax, 'invalid'))),
    }),
    response: empty,
    status: 204,
  },
})
