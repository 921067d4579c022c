/** The people who can log in. */
import * as z from 'zod/mini'
import { username } from './accounts.ts'
import { newCustomer } from './customers.ts'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { id, instant, optionalEmail, optionalLine } from './fields.ts'
import { passwordLengthMax } from './limits.ts'
import { listQuery } from './list-query.ts'
import { roles, userList } from './lists.ts'

export const userPermissions = ['update', 'delete', 'invite', 'changeRole', 'changeEmail', 'resetSecondFactor'] as const

export const secondFactorStates = ['off', 'totp', 'passkey'] as const
export type SecondFactorState = (typeof secondFactorStates)[number]

/** A person who can log in. */
export const user = z.object({
  id,
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  customerId: z.nullable(id),
  isActive: z.boolean(),
  hasPassword: z.boolean(),
  secondFactor: z.enum(secondFactorStates),
  lastLoginAt: z.nullable(instant),
  invitedAt: z.nullable(instant),
  permissions: z.array(z.enum(userPermissions)),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type User = z.output<typeof user>

/** The full body of a user for PUT; only admins change role, customer and `isActive`. */
export const userInput = z.strictObject({
  username,
  email: optionalEmail,
  firstName: optionalLine(),
  lastName: optionalLine(),
  role: z.enum(roles),
  customerId: z.nullable(id),
  isActive: z.boolean(),
})
export type UserInput = z.output<typeof userInput>

/**
 * Another e-mail address of the own account requires its password; the address takes effect after confirmation by mail.
 */
const userChange = z.extend(userInput, {
  currentPassword: z.optional(z.string().check(z.maxLength(passwordLengthMax, 'password.too_long'))),
})

export const newUser = z.strictObject({
  username,
  email: z.optional(optionalEmail),
  firstName: z.optional(optionalLine()),
  lastName: z.optional(optionalLine()),
  role: z.optional(z.enum(roles)),
  customerId: z.optional(z.nullable(id)),
  /** A new customer instead of `customerId`, with the user's names and e-mail address. */
  customer: z.optional(newCustomer),
  isActive: z.optional(z.boolean()),
  /** Send the invitation mail at once. Needs an e-mail address. */
  invite: z.optional(z.boolean()),
})
export type NewUser = z.output<typeof newUser>

export const userQuery = listQuery(userList)

/** Fields that decide who may log in, with which name, role and customer, and where account links are sent. */
const standing = { changes: ['username', 'email', 'role', 'customerId', 'isActive'] } as const

export const users = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/jfk-django-core/user/',
    access: 'customer',
    summary: 'Users: all for an admin, the own record for a customer.',
    query: userQuery,
    response: page(user),
  },
  create: {
    method: 'POST',
    path: '/api/jfk-django-core/user/',
    access: 'admin',
    summary:
      'Create a user without a password, with `customer` also the customer; with `invite` the invitation is mailed at once.',
    body: newUser,
    response: user,
    status: 201,
    stepUp: 'always',
  },
  get: {
    method: 'GET',
    path: '/api/jfk-django-core/user/{id}/',
    access: 'customer',
    summary: 'One user.',
    response: user,
  },
  replace: {
    method: 'PUT',
    path: '/api/jfk-django-core/user/{id}/',
    access: 'admin',
    summary: 'Replace a user; requires the full body.',
    body: userChange,
    response: user,
    conditional: true,
    stepUp: standing,
  },
  update: {
    method: 'PATCH',
    path: '/api/jfk-django-core/user/{id}/',
    access: 'customer',
    summary: 'Change parts of a user; a customer only the own names and e-mail address, which is confirmed by mail.',
    body: z.partial(userChange),
    response: user,
    conditional: true,
    stepUp: standing,
  },
  delete: {
    method: 'DELETE',
    path: '/api/jfk-django-core/user/{id}/',
    access: 'admin',
    summary: 'Delete a user; never the last active admin, never oneself.',
    response: empty,
    status: 204,
    conditional: true,
    stepUp: 'always',
  },
  invite: {
    method: 'POST',
    path: '/api/jfk-django-core/user/{id}/invitation/',
    access: 'admin',
    summary: 'Send the invitation again; earlier links stop working.',
    response: user,
  },
  resetSecondFactor: {
    method: 'DELETE',
    path: '/api/jfk-django-core/user/{id}/second-factor/',
    access: 'admin',
    summary: 'Remove the second factor of a user who has lost it; ends all sessions of that user.',
    response: user,
    stepUp: 'always',
  },
})
