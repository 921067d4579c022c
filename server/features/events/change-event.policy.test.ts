import { describe, expect, it } from 'vitest'
import type { UserActor } from '#server/auth/actor.ts'
import { scopeOf } from '#server/auth/scope.ts'
import type { Change } from '#server/realtime/realtime-change.ts'
import { adminActor, customerActor, impersonatingActor } from '#server/testing/actors.ts'
import { canHear, isSameView } from './change-event.policy.ts'

const change: Change = {
  id: '1',
  noun: 'ticket',
  subjectId: 't1',
  revision: 1,
  customerId: 'c1',
  audience: 'customer',
  author: { side: 'admin', userId: null, sessionId: null },
}
const withoutCustomer: UserActor = { ...customerActor, customerId: null }
const hears = (actor: UserActor, parts: Partial<Change>) =>
  canHear({ actor, scope: scopeOf(actor) }, { ...change, ...parts })

describe('a change', () => {
  it.each([
    { audience: 'admins', customer: false, stranger: false },
    { audience: 'customer', customer: true, stranger: false },
    { audience: 'everybody', customer: true, stranger: true },
  ] as const)('for $audience reaches the customer: $customer, others: $stranger', parts => {
    const { audience, customer, stranger } = parts
    expect(hears(adminActor, { audience })).toBe(true)
    expect(hears(customerActor, { audience })).toBe(customer)
    expect(hears(impersonatingActor, { audience })).toBe(customer)
    expect(hears(customerActor, { audience, customerId: 'c2' })).toBe(stranger)
    expect(hears(customerActor, { audience, customerId: null })).toBe(stranger)
    expect(hears(withoutCustomer, { audience, customerId: null })).toBe(stranger)
  })

  it('of a user reaches that user and admins, and no impersonating admin', () => {
    const own = { audience: 'user', subjectId: customerActor.userId } as const
    expect(hears(customerActor, own)).toBe(true)
    expect(hears(customerActor, { ...own, subjectId: 'another' })).toBe(false)
    expect(hears(adminActor, own)).toBe(true)
    expect(hears(impersonatingActor, { ...own, subjectId: impersonatingActor.userId })).toBe(false)
  })
})

describe('a stream', () => {
  it('continues for the view it was opened for', () => {
    expect(isSameView(customerActor, { ...customerActor, name: 'Karla Kunde' })).toBe(true)
    expect(isSameView(impersonatingActor, { ...impersonatingActor })).toBe(true)
  })

  it.each<[string, UserActor, UserActor]>([
    ['the token is another', { ...customerActor, tokenHash: 'old' }, { ...customerActor, tokenHash: 'new' }],
    ['the role has changed', customerActor, { ...customerActor, role: 'admin' }],
    ['the customer is another', customerActor, { ...customerActor, customerId: 'c2' }],
    ['a second factor is demanded now', adminActor, { ...adminActor, lacksSecondFactor: true }],
    ['a view as a customer has begun', adminActor, impersonatingActor],
    [
      'the view is of another customer',
      impersonatingActor,
      { ...impersonatingActor, impersonation: { customerId: 'c2', customerName: '', until: '' } },
    ],
  ])('ends when %s', (_, before, after) => {
    expect(isSameView(before, after)).toBe(false)
    expect(isSameView(after, before)).toBe(false)
  })
})
