import { describe, expect, it } from 'vitest'
import type { Customer } from '#contract/customers.ts'
import { type Actor, visitor } from '#server/auth/actor.ts'
import { adminActor, customerActor, lookingActor } from '#server/testing/actors.ts'
import { type CustomerHistory, canReadNote, customerPermissionsOf } from './policy.ts'

const none: CustomerHistory = {
  tickets_count: 0,
  requests_count: 0,
  invoices_count: 0,
  services_count: 0,
  users_count: 0,
}
const admins: Customer['permissions'] = ['update', 'updateAll', 'viewAs', 'createTicket']

type Row = { who: string; actor: Actor; history: CustomerHistory; permissions: Customer['permissions'] }
const table: readonly Row[] = [
  {
    who: 'an admin, customer without history',
    actor: adminActor,
    history: none,
    permissions: ['update', 'updateAll', 'delete', 'viewAs', 'createTicket'],
  },
  {
    who: 'an admin, customer with tickets',
    actor: adminActor,
    history: { ...none, tickets_count: 1 },
    permissions: admins,
  },
  {
    who: 'an admin, customer with invoices',
    actor: adminActor,
    history: { ...none, invoices_count: 1 },
    permissions: admins,
  },
  {
    who: 'an admin, customer with services',
    actor: adminActor,
    history: { ...none, services_count: 1 },
    permissions: admins,
  },
  {
    who: 'an admin, customer with users',
    actor: adminActor,
    history: { ...none, users_count: 1 },
    permissions: admins,
  },
  { who: 'the customer', actor: customerActor, history: none, permissions: ['update'] },
  { who: 'an admin looking as the customer', actor: lookingActor, history: none, permissions: [] },
  { who: 'a visitor', actor: visitor, history: none, permissions: [] },
]

describe('what may be done with a customer', () => {
  it.each(table)('$who: $permissions', ({ actor, history, permissions }) => {
    expect(customerPermissionsOf(actor, history)).toEqual(permissions)
  })

  it('lets only an admin read the note, and not while looking as a customer', () => {
    expect([adminActor, customerActor, lookingActor, visitor].map(canReadNote)).toEqual([true, false, false, false])
  })
})
