import { describe, expect, it } from 'vitest'
import type { Customer } from '#contract/customers.ts'
import { type Actor, portalItself, visitor } from '#server/auth/actor.ts'
import { adminActor, customerActor, impersonatingActor } from '#server/testing/actors.ts'
import { type CustomerHistory, canDeleteCustomer, canReadNote, customerPermissionsOf } from './customer.policy.ts'

const none: CustomerHistory = { isKept: false, erasedAt: null }
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
    who: 'an admin, customer with records',
    actor: adminActor,
    history: { ...none, isKept: true },
    permissions: admins,
  },
  {
    who: 'an admin, customer whose account was deleted',
    actor: adminActor,
    history: { ...none, erasedAt: '2026-03-02T09:00:00.000Z' },
    permissions: [],
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

  it('keeps a customer with records', () => {
    expect([false, true].map(isKept => canDeleteCustomer(adminActor, { isKept }))).toEqual([true, false])
  })
})
