import { describe, expect, it } from 'vitest'
import { adminActor, customerActor, impersonatingActor } from '#server/testing/actors.ts'
import { portalItself, visitor } from './actor.ts'
import { reachedCustomer, scopedCustomerId, scopeOf } from './scope.ts'

const c1 = { id: 'c1' }

describe('the scope of rows', () => {
  it.each([
    ['an admin', adminActor, 'all'],
    ['the portal itself', portalItself, 'all'],
    ['a customer', customerActor, c1],
    ['an admin looking as a customer', impersonatingActor, c1],
    ['an admin without the second factor', { ...adminActor, lacksSecondFactor: true }, { id: 'business' }],
    ['a user without a customer', { ...customerActor, customerId: null }, 'none'],
    ['a visitor', visitor, 'none'],
  ] as const)('are for %s %j', (_, actor, customers) => {
    expect(scopeOf(actor).customers).toEqual(customers)
  })

  it("is one customer's, everybody's, or that of an id no row has", () => {
    expect(scopedCustomerId(scopeOf(adminActor))).toBeNull()
    expect(scopedCustomerId(scopeOf(customerActor))).toBe('c1')
    expect(scopedCustomerId(scopeOf(visitor))).toBe('none')
  })

  it('can be narrowed to one customer by admins, and by nobody to another’s', () => {
    const [all, own, none] = [adminActor, customerActor, visitor].map(scopeOf)
    if (!all || !own || !none) throw new Error('unreachable')
    expect(reachedCustomer(all, undefined)).toEqual({ id: undefined })
    expect(reachedCustomer(all, 'c2')).toEqual({ id: 'c2' })
    expect(reachedCustomer(own, undefined)).toEqual(c1)
    expect(reachedCustomer(own, 'c1')).toEqual(c1)
    expect(reachedCustomer(own, 'c2')).toBeNull()
    expect(reachedCustomer(none, undefined)).toEqual({ id: 'none' })
    expect(reachedCustomer(none, 'c1')).toBeNull()
  })
})
