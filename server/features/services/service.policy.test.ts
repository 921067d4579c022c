import { describe, expect, it } from 'vitest'
import { visitor } from '#server/auth/actor.ts'
import { adminActor, customerActor, impersonatingActor } from '#server/testing/actors.ts'
import {
  canHaveCredentials,
  credentialPermissionsOf,
  partPermissionsOf,
  servicePermissionsOf,
} from './service.policy.ts'

const others = [customerActor, impersonatingActor, visitor]

describe('a service', () => {
  it.each([
    { type: 'device_service', permissions: ['update', 'delete', 'addCredential'] },
    { type: 'website_service', permissions: ['update', 'delete', 'addCredential', 'checkNow'] },
    { type: 'application_service', permissions: ['update', 'delete', 'makeHeartbeatToken'] },
  ] as const)('that is a $type lets an admin $permissions, and customers only read', ({ type, permissions }) => {
    expect(servicePermissionsOf(adminActor, type)).toEqual(permissions)
    for (const actor of others) expect(servicePermissionsOf(actor, type)).toEqual([])
  })

  it('has accounts if it has a login', () => {
    expect((['device_service', 'website_service', 'application_service'] as const).map(canHaveCredentials)).toEqual([
      true,
      true,
      false,
    ])
  })

  it('is in a collection that admins change', () => {
    expect(partPermissionsOf(adminActor)).toEqual(['update', 'delete'])
    for (const actor of others) expect(partPermissionsOf(actor)).toEqual([])
  })
})

describe('the password of an account', () => {
  it('is shown to everybody who sees the account, but not while impersonating', () => {
    const kept = { sealed_password: 'v1.k.w.v' }
    expect(credentialPermissionsOf(adminActor, kept)).toEqual(['update', 'setPassword', 'delete', 'reveal'])
    expect(credentialPermissionsOf(customerActor, kept)).toEqual(['reveal'])
    expect(credentialPermissionsOf(impersonatingActor, kept)).toEqual([])
  })

  it('is not shown where there is none', () => {
    expect(credentialPermissionsOf(adminActor, { sealed_password: null })).toEqual(['update', 'setPassword', 'delete'])
    expect(credentialPermissionsOf(customerActor, { sealed_password: null })).toEqual([])
  })
})
