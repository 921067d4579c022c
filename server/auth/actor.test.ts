import { describe, expect, it } from 'vitest'
import { adminActor, customerActor, impersonatingActor } from '#server/testing/actors.ts'
import { effectiveRole, isAdmin, isImpersonating, portalItself, userOf, visitor } from './actor.ts'

const withoutFactor = { ...adminActor, lacksSecondFactor: true }

describe('the actor', () => {
  it.each([
    ['a visitor', visitor, 'visitor'],
    ['the portal itself', portalItself, 'admin'],
    ['an admin', adminActor, 'admin'],
    ['an admin who has given the second factor', { ...adminActor, lacksSecondFactor: false }, 'admin'],
    ['an admin without the second factor that is demanded', withoutFactor, 'customer'],
    ['an admin looking as a customer', impersonatingActor, 'customer'],
    ['a customer', customerActor, 'customer'],
  ] as const)('%s counts as %s', (_, actor, role) => {
    expect(effectiveRole(actor)).toBe(role)
    expect(isAdmin(actor)).toBe(role === 'admin')
    expect(isImpersonating(actor)).toBe(actor === impersonatingActor)
  })

  it('is a person only in a session', () => {
    expect(userOf({ actor: customerActor })).toBe(customerActor)
    for (const actor of [visitor, portalItself]) {
      expect(() => userOf({ actor })).toThrowError(expect.objectContaining({ code: 'session.required', status: 401 }))
    }
  })

  it('is nobody for a visitor, and the portal by its name', () => {
    expect(visitor).toEqual({ kind: 'visitor' })
    expect(portalItself).toEqual({ kind: 'program', name: 'portal' })
  })
})
