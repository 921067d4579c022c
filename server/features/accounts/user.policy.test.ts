import { describe, expect, it } from 'vitest'
import { portalItself, visitor } from '#server/auth/actor.ts'
import { adminActor, customerActor, impersonatingActor } from '#server/testing/actors.ts'
import {
  canChangeEmail,
  canChangeRole,
  canDeleteUser,
  canResetSecondFactor,
  ownFields,
  userPermissionsOf,
} from './user.policy.ts'

type Subject = Parameters<typeof userPermissionsOf>[1]

const other: Subject = { id: 'somebody', is_active: 1, password_hash: '$argon2id$', second_factor: 'off' }
const usual = ['update', 'delete', 'changeRole', 'changeEmail']

describe('a user', () => {
  it.each([
    { who: 'with a password', user: other, permissions: usual },
    {
      who: 'who has set no password yet',
      user: { ...other, password_hash: null },
      permissions: ['update', 'delete', 'invite', 'changeRole', 'changeEmail'],
    },
    {
      who: 'who is disabled and has set no password',
      user: { ...other, is_active: 0, password_hash: null },
      permissions: usual,
    },
    {
      who: 'with codes of an app',
      user: { ...other, second_factor: 'totp' },
      permissions: [...usual, 'resetSecondFactor'],
    },
    {
      who: 'with a passkey',
      user: { ...other, second_factor: 'passkey' },
      permissions: [...usual, 'resetSecondFactor'],
    },
  ] as const)('an admin may act on $who: $permissions', ({ user, permissions }) => {
    expect(userPermissionsOf(adminActor, user)).toEqual(permissions)
    expect(userPermissionsOf(portalItself, user)).toEqual(permissions)
  })

  it('an admin changes their own record only in the own fields', () => {
    const self: Subject = { ...other, id: adminActor.userId, second_factor: 'totp' }
    expect(userPermissionsOf(adminActor, self)).toEqual(['update'])
    const may = [canChangeRole, canDeleteUser, canChangeEmail, canResetSecondFactor]
    expect(may.map(can => can(adminActor, self))).toEqual([false, false, false, false])
    expect(may.map(can => can(adminActor, { ...self, id: 'somebody' }))).toEqual([true, true, true, true])
  })

  it('may do nothing to colleagues and nothing to the own role', () => {
    const self: Subject = { ...other, id: customerActor.userId, second_factor: 'totp' }
    expect(userPermissionsOf(customerActor, self)).toEqual(['update'])
    expect(userPermissionsOf(customerActor, { ...other, second_factor: 'totp' })).toEqual(['update'])
    expect(userPermissionsOf(visitor, { ...other, password_hash: null })).not.toContain('invite')
    expect(ownFields).toEqual(['firstName', 'lastName', 'email'])
  })

  it('cannot be changed in an impersonation', () => {
    expect(userPermissionsOf(impersonatingActor, { ...other, second_factor: 'passkey' })).toEqual([])
  })
})
