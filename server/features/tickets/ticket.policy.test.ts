import { describe, expect, it } from 'vitest'
import type { Ticket } from '#contract/tickets.ts'
import { portalItself, visitor } from '#server/auth/actor.ts'
import { adminActor, customerActor, impersonatingActor } from '#server/testing/actors.ts'
import {
  addEntryRefusal,
  canDeleteTicket,
  canStartTimer,
  type TicketFacts,
  ticketPermissionsOf,
} from './ticket.policy.ts'

const open: TicketFacts = { progress: 'inProgress', hasInvoicedEntries: false }
const finished: TicketFacts = { progress: 'finished', hasInvoicedEntries: false }
const invoiced: TicketFacts = { progress: 'finished', hasInvoicedEntries: true }

type Row = { who: string; actor: typeof adminActor; ticket: TicketFacts; permissions: Ticket['permissions'] }
const table: readonly Row[] = [
  {
    who: 'an admin on an open ticket',
    actor: adminActor,
    ticket: open,
    permissions: ['update', 'updateBudget', 'delete', 'addEntry', 'startTimer', 'download'],
  },
  {
    who: 'an admin on an invoiced ticket',
    actor: adminActor,
    ticket: invoiced,
    permissions: ['update', 'updateBudget', 'addEntry', 'startTimer', 'download'],
  },
  {
    who: 'a customer on an open ticket',
    actor: customerActor,
    ticket: open,
    permissions: ['updateBudget', 'addEntry', 'download'],
  },
  {
    who: 'a customer on a finished ticket',
    actor: customerActor,
    ticket: finished,
    permissions: ['download'],
  },
  { who: 'an admin looking as a customer', actor: impersonatingActor, ticket: open, permissions: [] },
]

describe('permissions on a ticket', () => {
  it.each(table)('$who: $permissions', ({ actor, ticket, permissions }) => {
    expect(ticketPermissionsOf(actor, ticket)).toEqual(permissions)
  })

  it('gives a customer the reason why an entry on a finished ticket is refused', () => {
    expect(addEntryRefusal(customerActor, finished)).toBe('ticket.entries_closed')
    expect(addEntryRefusal(adminActor, finished)).toBeNull()
    expect(addEntryRefusal(impersonatingActor, open)).toBe('as_user.read_only')
  })

  it('offers a visitor only actions that access refuses anyway', () => {
    expect(ticketPermissionsOf(visitor, finished)).toEqual([])
  })

  it('allows the portal itself everything but measuring time', () => {
    expect(ticketPermissionsOf(portalItself, open)).toEqual([
      'update',
      'updateBudget',
      'delete',
      'addEntry',
      'download',
    ])
    expect([adminActor, customerActor, impersonatingActor, portalItself].map(canStartTimer)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it('lets nobody delete a ticket with billed work', () => {
    expect([open, invoiced].map(ticket => canDeleteTicket(adminActor, ticket))).toEqual([true, false])
    expect([open, invoiced].map(ticket => canDeleteTicket(customerActor, ticket))).toEqual([false, false])
  })
})
