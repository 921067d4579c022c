/** Credentials: the accounts on a device or a website. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page, pageQuery } from './endpoint.ts'
import { id, instant, line, optionalLine } from './fields.ts'
import { credentialOfService, foreignPassword, newCredential } from './service-fields.ts'

export const serviceCredential = z.extend(credentialOfService, {
  serviceId: id,
  /** False where the keys file does not hold the key the password is sealed with. */
  isReadable: z.boolean(),
  permissions: z.array(z.enum(['update', 'setPassword', 'delete', 'reveal'])),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type ServiceCredential = z.output<typeof serviceCredential>

/** The full body of a credential as PUT demands it. */
export const serviceCredentialInput = z.strictObject({
  label: line(),
  username: optionalLine(),
  isShared: z.boolean(),
})
export type ServiceCredentialInput = z.output<typeof serviceCredentialInput>

/** The password travels to the server alone and never back in an item: `reveal` answers it. */
export const servicePasswordInput = z.strictObject({ password: foreignPassword })

/** `serviceId` is a device or a website; a credential stays with it. Shared with the customer unless it says otherwise. */
export const newServiceCredential = z.extend(newCredential, { serviceId: id })
export type NewServiceCredential = z.output<typeof newServiceCredential>

/** Somebody saw a password. */
export const serviceCredentialReveal = z.object({
  id,
  at: instant,
  /** The person who saw it. */
  actorName: z.string(),
  /** One of the customer's own people, not of the business. */
  isOwn: z.boolean(),
})
export type ServiceCredentialReveal = z.output<typeof serviceCredentialReveal>

/** What is shared the customer can reveal. */
const sharing = { changes: ['isShared'] } as const

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
    stepUp: sharing,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/credentials/{id}/',
    access: 'admin',
    summary: 'Change parts of a credential.',
    body: z.partial(serviceCredentialInput),
    response: serviceCredential,
    conditional: true,
    stepUp: sharing,
  },
  setPassword: {
    method: 'PUT',
    path: '/api/backend/credentials/{id}/password/',
    access: 'admin',
    summary: 'Keep a password, sealed, in place of the one before.',
    body: servicePasswordInput,
    response: serviceCredential,
    conditional: true,
    stepUp: { replaces: 'a password' },
  },
  removePassword: {
    method: 'DELETE',
    path: '/api/backend/credentials/{id}/password/',
    access: 'admin',
    summary: 'Keep no password any more.',
    response: empty,
    status: 204,
    conditional: true,
    stepUp: 'always',
  },
  reveal: {
    method: 'POST',
    path: '/api/backend/credentials/{id}/reveal/',
    access: 'customer',
    summary: 'The password, once. It is written into the audit log.',
    response: z.object({ password: z.string() }),
    isSecret: true,
    stepUp: 'always',
  },
  listReveals: {
    method: 'GET',
    path: '/api/backend/credentials/{id}/reveals/',
    access: 'customer',
    summary: 'Who has seen the password and when, newest first.',
    query: pageQuery,
    response: page(serviceCredentialReveal),
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/credentials/{id}/',
    access: 'admin',
    summary: 'Delete a credential.',
    response: empty,
    status: 204,
    conditional: true,
    stepUp: 'always',
  },
})
