/** Customers: who is billed. A customer has users who log in. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { amountEur, id, instant, optionalEmail, optionalLine, optionalText, phone, webUrl } from './fields.ts'
import { noteLengthMax } from './limits.ts'
import { listQuery } from './list-query.ts'
import { customerKinds, customerList } from './lists.ts'
import { notifiedWhen } from './notifications.ts'

export type CustomerKind = (typeof customerKinds)[number]

const anyAddress = z.strictObject({
  street: optionalLine(),
  zip: z.string().check(
    z.trim(),
    z.maxLength(10, { error: 'zip.invalid', abort: true }),
    z.refine(value => value === '' || /^[0-9A-Za-z][0-9A-Za-z -]{2,9}$/.test(value), 'zip.invalid'),
  ),
  city: optionalLine(),
  country: z
    .string()
    .check(z.trim(), z.maxLength(2, { error: 'invalid', abort: true }), z.regex(/^[A-Z]{2}$/, 'invalid')),
})

/** A German postcode has five digits. */
export const address = anyAddress.check(
  z.refine(({ zip, country }) => country !== 'DE' || zip === '' || /^[0-9]{5}$/.test(zip), {
    error: 'zip.invalid',
    path: ['zip'],
  }),
)
export type Address = z.output<typeof address>

export const vatId = z.string().check(
  z.trim(),
  z.maxLength(14, { error: 'vat_id.invalid', abort: true }),
  z.refine(value => value === '' || /^[A-Z]{2}[0-9A-Za-z+*.]{2,12}$/.test(value), 'vat_id.invalid'),
)

export const customerPermissions = ['update', 'updateAll', 'delete', 'impersonate', 'createTicket'] as const

export const customer = z.object({
  id,
  number: z.string(),
  kind: z.enum(customerKinds),
  /** Company, else first and last name: the display name in lists. */
  displayName: z.string(),
  company: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  website: z.string(),
  email: z.string(),
  address,
  vatId: z.string(),
  leitwegId: z.string(),
  notifications: z.boolean(),
  /** The customer's own choice, in the settings. */
  notificationsWhen: z.enum(notifiedWhen),
  newsletter: z.boolean(),
  hourlyRate: z.number(),
  users: z.array(z.object({ id, username: z.string(), isActive: z.boolean() })),
  /** Present for admins only. */
  note: z.optional(z.string()),
  ticketsCount: z.int(),
  /** When the account was deleted; the rest remains only for retained invoices. */
  erasedAt: z.nullable(instant),
  permissions: z.array(z.enum(customerPermissions)),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type Customer = z.output<typeof customer>

/** The full body of a customer for PUT. A customer may send only its contact fields. */
const customerFields = z.strictObject({
  kind: z.enum(customerKinds),
  company: optionalLine(),
  firstName: optionalLine(),
  lastName: optionalLine(),
  phone,
  website: webUrl,
  email: optionalEmail,
  address,
  vatId,
  leitwegId: optionalLine(50),
  notifications: z.boolean(),
  /** Setting it to true mails a confirmation link; it is true after its use. */
  newsletter: z.boolean(),
  hourlyRate: amountEur,
  note: optionalText(noteLengthMax),
})
export const customerInput = customerFields
export type CustomerInput = z.output<typeof customerInput>

/** A customer without data; the rate is the business's. */
export const emptyCustomer: CustomerInput = {
  kind: 'private',
  company: '',
  firstName: '',
  lastName: '',
  phone: '',
  website: '',
  email: '',
  address: { street: '', zip: '', city: '', country: 'DE' },
  vatId: '',
  leitwegId: '',
  notifications: true,
  newsletter: false,
  hourlyRate: 0,
  note: '',
}

/** Creation: company or last name is needed (checked by the server as `customer.name_required`), the rest has defaults. */
export const newCustomer = z.partial(customerFields)
export type NewCustomer = z.output<typeof newCustomer>

/** The fields a customer may change in their own record. */
export const customerContactFields = [
  'firstName',
  'lastName',
  'phone',
  'website',
  'email',
  'address',
  'notifications',
  'newsletter',
] as const

export const customerQuery = listQuery(customerList)

/** The address for invoices and news. */
const contactAddress = { changes: ['email'] } as const

export const customers = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/customer/',
    access: 'public',
    summary: 'Customers: all for an admin, the own one for a customer, none for a visitor.',
    query: customerQuery,
    response: page(customer),
  },
  create: {
    method: 'POST',
    path: '/api/backend/customer/',
    access: 'admin',
    summary: 'Create a customer.',
    body: newCustomer,
    response: customer,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/customer/{id}/',
    access: 'customer',
    summary: 'One customer.',
    response: customer,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/customer/{id}/',
    access: 'customer',
    summary: 'Replace a customer; an admin sends the full body, a customer the full set of contact fields.',
    body: z.partial(customerFields),
    response: customer,
    conditional: true,
    stepUp: contactAddress,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/customer/{id}/',
    access: 'customer',
    summary: 'Change parts of a customer; a customer only the own contact fields.',
    body: z.partial(customerFields),
    response: customer,
    conditional: true,
    stepUp: contactAddress,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/customer/{id}/',
    access: 'admin',
    summary: 'Delete a customer without tickets, requests, invoices, services and users.',
    response: empty,
    status: 204,
    conditional: true,
    stepUp: 'always',
  },
})
