/** Credentials: the accounts on a device or a website. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page, pageQuery } from './endpoint.ts'
import { id, instant, line, optionalLine } from './fields.ts'
import { listQuery } from './list-query.ts'
import { credentialList } from './lists.ts'
import { credentialOfService, foreignPassword, newCredential } from './service-fields.ts'

export const serviceCredential = z.extend(credentialOfService, {
  serviceId: id,
  /** False if the keys file does not contain the key the password is sealed with. */
  isReadable: z.boolean(),
  permissions: z.array(z.enum(['update', 'setPassword', 'delete', 'reveal'])),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type ServiceCredential = z.output<typeof serviceCredential>

/** The full body of a credential for PUT. */
export const serviceCredentialInput = z.strictObject({
  label: line(),
  username: optionalLine(),
  isShared: z.boolean(),
})
export type ServiceCredentialInput = z.output<typeof serviceCredentialInput>

/** The password is sent only to the server and never back in an item: `reveal` returns it. */
export const servicePasswordInput = z.strictObject({ password: foreignPassword })

/** `serviceId` is a device or a website; a credential stays with it. Shared with the customer by default. */
export const newServiceCredential = z.extend(newCredential, { serviceId: id })
export type NewServiceCredential = z.output<typeof newServiceCredential>

/** A revealed password. */
export const serviceCredentialReveal = z.object({
  id,
  at: instant,
  /** The person who saw it. */
  actorName: z.string(),
  /** One of the customer's own people, not of the business. */
  isOwn: z.boolean(),
})
export type ServiceCredentialReveal = z.output<typeof serviceCredentialReveal>

/** The customer can reveal shared ones. */
const sharing = { changes: ['isShared'] } as const

export const serviceCredentials = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/credentials/',
    access: 'customer',
    summary: 'Credentials of one service or of all in scope, in the order they were added.',
    query: listQuery(credentialList),
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
    summary: 'Replace a credential; requires the full body.',
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
    summary: 'Store a password, sealed, replacing the previous one.',
    body: servicePasswordInput,
    response: serviceCredential,
    conditional: true,
    stepUp: { replaces: 'a password' },
  },
  removePassword: {
    method: 'DELETE',
    path: '/api/backend/credentials/{id}/password/',
    access: 'admin',
    summary: 'Remove the stored password.',
    response: empty,
    status: 204,
    conditional: true,
    stepUp: 'always',
  },
  reveal: {
    method: 'POST',
    path: '/api/backend/credentials/{id}/reveal/',
    access: 'customer',
    summary: 'The password, once. The reveal is audited.',
    response: z.object({ password: z.string() }),
    isSecret: true,
    stepUp: 'always',
  },
  listReveals: {
    method: 'GET',
    path: '/api/backend/credentials/{id}/reveals/',
    access: 'customer',
    summary: 'Reveals of the password, newest first.',
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
