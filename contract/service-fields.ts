/** Common fields of the three kinds of service. */
import * as z from 'zod/mini'
import { id, instant, line, linkUrl, optionalLine, optionalText } from './fields.ts'
import { descriptionLengthMax, servicePasswordLengthMax, serviceUrlsMax } from './limits.ts'
import { serviceStates, type serviceTypes } from './lists.ts'

export type ServiceType = (typeof serviceTypes)[number]
export type ServiceState = (typeof serviceStates)[number]

export const servicePermissions = ['update', 'delete', 'addCredential', 'checkNow', 'makeHeartbeatToken'] as const

/** An account on a device or website. The password is not among its fields. */
export const credentialOfService = z.object({
  id,
  label: z.string(),
  username: z.string(),
  hasPassword: z.boolean(),
  /** Not shared: only admins see that it exists. */
  isShared: z.boolean(),
})

/** For another system, so only its length is limited; spaces at its ends are part of it. */
export const foreignPassword = z
  .string('password.required')
  .check(
    z.minLength(1, { error: 'password.required', abort: true }),
    z.maxLength(servicePasswordLengthMax, 'password.too_long'),
  )

/** A new account on a device or website. Shared with the customer by default. */
export const newCredential = z.strictObject({
  label: line(),
  username: z.optional(optionalLine()),
  isShared: z.optional(z.boolean()),
  password: z.optional(foreignPassword),
})
export type NewCredential = z.output<typeof newCredential>

/** The response fields of every kind, besides `type`. */
export const serviceItemFields = {
  id,
  name: z.string(),
  description: z.string(),
  customer: z.object({ id, name: z.string() }),
  collectionId: z.nullable(id),
  collection: z.nullable(z.object({ id, name: z.string() })),
  /** null: not monitored (every device, and a website whose checks are off). */
  state: z.nullable(z.enum(serviceStates)),
  permissions: z.array(z.enum(servicePermissions)),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
} as const

/** The fields every kind takes. */
export const serviceInputFields = {
  name: line(),
  description: optionalText(descriptionLengthMax),
  customerId: id,
  /** A collection of the same customer. */
  collectionId: z.nullable(id),
} as const

/** A service moves with its credentials: its new owner can reveal the shared ones. */
export const movedService = { changes: ['customerId'] } as const

/** Links to the service itself: http and https, without a user name in them. Stored as the browser would write them. */
export const serviceUrls = z
  .array(linkUrl.check(z.overwrite(asBrowsersWriteIt)))
  .check(z.maxLength(serviceUrlsMax, 'urls.too_many'))

/** Of a website the first address is checked. */
export const websiteUrls = serviceUrls.check(z.minLength(1, 'urls.required'))

function asBrowsersWriteIt(url: string): string {
  return URL.parse(url)?.href ?? url
}
