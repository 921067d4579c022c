/** Customer links: a customer's own bookmarks, in their own order. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { id, instant, line, linkUrl, numberProblem } from './fields.ts'
import { customerLinksMax } from './limits.ts'
import { listQuery } from './list-query.ts'
import { linkList } from './lists.ts'

export const customerLinkPermissions = ['update', 'delete'] as const
export const customerLinkListPermissions = ['create', 'reorder'] as const

/** Counted from 1, without gaps; a place past the end is the last one. */
const position = z
  .int({ error: numberProblem })
  .check(z.minimum(1, 'number.invalid'), z.maximum(customerLinksMax, 'number.too_large'))

export const customerLink = z.object({
  id,
  customerId: id,
  label: z.string(),
  url: z.string(),
  /** Its place is not part of `revision`: it also changes when another link is added, deleted or moved. */
  position: z.int(),
  permissions: z.array(z.enum(customerLinkPermissions)),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type CustomerLink = z.output<typeof customerLink>

/** Links in their order. `permissions` are about the list of the one customer of these links. */
const customerLinkPage = z.extend(page(customerLink), {
  permissions: z.array(z.enum(customerLinkListPermissions)),
})
export type CustomerLinkPage = z.output<typeof customerLinkPage>

/** The full body of a link for PUT. */
export const customerLinkInput = z.strictObject({ label: line(), url: linkUrl, position })
export type CustomerLinkInput = z.output<typeof customerLinkInput>

export const newCustomerLink = z.strictObject({
  label: line(),
  url: linkUrl,
  /** The last place by default. */
  position: z.optional(position),
  /** The customer of the link; the caller's own by default. */
  customerId: z.optional(id),
})
export type NewCustomerLink = z.output<typeof newCustomerLink>

export const customerLinks = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/customer-links/',
    access: 'customer',
    summary: 'Links in the order their customer gave them.',
    query: listQuery(linkList),
    response: customerLinkPage,
  },
  create: {
    method: 'POST',
    path: '/api/backend/customer-links/',
    access: 'customer',
    summary: 'Add a link, at the end unless a position is given.',
    body: newCustomerLink,
    response: customerLink,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/customer-links/{id}/',
    access: 'customer',
    summary: 'One link.',
    response: customerLink,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/customer-links/{id}/',
    access: 'customer',
    summary: 'Replace a link; requires the full body.',
    body: z.partial(customerLinkInput),
    response: customerLink,
    conditional: true,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/customer-links/{id}/',
    access: 'customer',
    summary: 'Change parts of a link; with a position it moves there and the others make room.',
    body: z.partial(customerLinkInput),
    response: customerLink,
    conditional: true,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/customer-links/{id}/',
    access: 'customer',
    summary: 'Delete a link; the others move up.',
    response: empty,
    status: 204,
    conditional: true,
    withoutStepUp: 'a bookmark',
  },
  reorder: {
    method: 'PUT',
    path: '/api/backend/customer-link-order/',
    access: 'customer',
    summary: 'Put all links of a customer in order; refused when one was added or deleted meanwhile.',
    body: z.strictObject({
      ids: z.array(id).check(
        z.minLength(1, 'ids.required'),
        z.maxLength(customerLinksMax, 'too_long'),
        z.refine(ids => new Set(ids).size === ids.length, 'invalid'),
      ),
      /** The customer of the links; the caller's own by default. */
      customerId: z.optional(id),
    }),
    response: customerLinkPage,
  },
})
