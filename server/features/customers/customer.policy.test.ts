import { describe, expect, it } from 'vitest'
import type { Customer } from '#contract/customers.ts'
import { type Actor, portalItself, visitor } from '#server/auth/actor.ts'
import { adminActor, customerActor, impersonatingActor } from '#server/testing/actors.ts'
import { type CustomerHistory, canDeleteCustomer, canReadNote, customerPermissionsOf } from './customer.policy.ts'

const none: CustomerHistory = {
  tickets_count: 0,
  has_records: 0,
}
const admins: Customer['permissions'] = ['update', 'updateAll', 'impersonate', 'createTicket']

type Row = { who: string; actor: Actor; history: CustomerHistory; permissions: Customer['permissions'] }
const table: readonly Row[] = [
  {
    who: 'an admin, customer without history',
    actor: adminActor,
    history: none,
    permissions: ['update', 'updateAll', 'delete', 'impersonate', 'createTicket'],
  },
  {
    who: 'an admin, customer with tickets',
    actor: adminActor,
    history: { ...none, tickets_count: 1 },
    permissions: admins,
  },
  {
    who: 'an admin, customer with other records',
    actor: adminActor,
    history: { ...none, has_records: 1 },
    permissions: admins,
  },
  {
    who: 'an admin, customer whose account was deleted',
    actor: adminActor,
    history: { ...none, erased_at: '2026-03-02T09:00:00.000Z' },
    permissions: [],
  },
  {
    who: 'an admin, customer whose account was not deleted',
    actor: adminActor,
    history: { ...none, erased_at: null, has_records: 1 },
    permissions: admins,
  },
  {
    who: 'a program, which has no view of its own',
    actor: portalItself,
    history: none,
    permissions: ['update', 'updateAll', 'delete'],
  },
  { who: 'the customer', actor: customerActor, history: none, permissions: ['update'] },
  { who: 'an admin looking as the customer', actor: impersonatingActor, history: none, permissions: [] },
  { who: 'a visitor', actor: visitor, history: none, permissions: [] },
]

describe('permissions on a customer', () => {
  it.each(table)('$who: $permissions', ({ actor, history, permissions }) => {
    expect(customerPermissionsOf(actor, history)).toEqual(permissions)
  })

  it('lets only an admin read the note, and not while impersonating', () => {
    expect([adminActor, customerActor, impersonatingActor, visitor].map(canReadNote)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('keeps a customer with tickets or other records', () => {
    const histories = [none, { ...none, tickets_count: 1 }, { ...none, has_records: 1 as const }]
    expect(histories.map(history => canDeleteCustomer(adminActor, history))).toEqual([true, false, false])
    expect(canDeleteCustomer(adminActor, { tickets_count: 1, has_records: 1 })).toBe(false)
  })
})
