/** Credentials: the accounts on a device or a website. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page, pageQuery } from './endpoint.ts'
import { id, instant, line, optionalText } from './fields.ts'
import { credentialOfService } from './service-fields.ts'

export const serviceCredential = z.extend(credentialOfService, {
  serviceId: id,
  permissions: z.array(z.enum(['update', 'delete'])),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type ServiceCredential = z.output<typeof serviceCredential>

/** The full body of a credential as PUT demands it. */
export const serviceCredentialInput = z.strictObject({ label: line(), username: optionalText() })
export type ServiceCredentialInput = z.output<typeof serviceCredentialInput>

/** `serviceId` is a device or a website; a credential stays with it. */
export const newServiceCredential = z.extend(z.partial(serviceCredentialInput), { serviceId: id, label: line() })
export type NewServiceCredential = z.output<typeof newServiceCredential>

export const serviceCredentials = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/credentials/',
    access: 'customer',
    summary: 'Credentials of one service or of all in reach, in the order they were added.',
    query: z.extend(pageQuery, { service: z.optional(id) }),
    response: page(serviceCredential),
  },
  create: {
    method: 'POST',
    path: '/api/backend/credentials/',
    access: 'admin',
    summary: 'Add a credential to a device or a website.',
    body: newServiceCredential,
    response: serviceCredential,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/credentials/{id}/',
    access: 'customer',
    summary: 'One credential.',
    response: serviceCredential,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/credentials/{id}/',
    access: 'admin',
    summary: 'Replace a credential; the full body is demanded.',
    body: serviceCredentialInput,
    response: serviceCredential,
    conditional: true,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/credentials/{id}/',
    access: 'admin',
    summary: 'Change parts of a credential.',
    body: z.partial(serviceCredentialInput),
    response: serviceCredential,
    conditional: true,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/credentials/{id}/',
    access: 'admin',
    summary: 'Delete a credential.',
    response: empty,
    status: 204,
    conditional: true,
  },
})
