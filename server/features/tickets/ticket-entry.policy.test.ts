import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import { portalItself } from '#server/auth/actor.ts'
import { adminActor, customerActor, impersonatingActor } from '#server/testing/actors.ts'
import { type EntryFacts, entryChangeRefusal, entryPermissionsOf } from './ticket-entry.policy.ts'

const wish: EntryFacts = {
  created_by: 'customer',
  progress: 'upcoming',
  invoice_id: null,
  minutes: 0,
  extra_cents: 0,
  isMeasured: false,
}
const entries = {
  'an untouched wish of the customer': wish,
  'a wish with hours': { ...wish, minutes: 15 },
  'a wish with an extra': { ...wish, extra_cents: 1 },
  'a wish with measured time': { ...wish, isMeasured: true },
  'an invoiced wish': { ...wish, invoice_id: 'i' },
  'an entry of the business': { ...wish, created_by: 'admin' },
  'an invoiced entry of the business': { ...wish, created_by: 'admin', invoice_id: 'i', minutes: 60 },
} as const satisfies Record<string, EntryFacts>

type Row = { entry: keyof typeof entries; customer: ErrorCode | null; admin: ErrorCode | null }
const table: readonly Row[] = [
  { entry: 'an untouched wish of the customer', customer: null, admin: null },
  { entry: 'a wish with hours', customer: 'ticket_entry.already_worked_on', admin: null },
  { entry: 'a wish with an extra', customer: 'ticket_entry.already_worked_on', admin: null },
  { entry: 'a wish with measured time', customer: 'ticket_entry.already_worked_on', admin: null },
  { entry: 'an invoiced wish', customer: 'ticket_entry.invoiced', admin: 'ticket_entry.invoiced' },
  { entry: 'an entry of the business', customer: 'ticket_entry.not_own', admin: null },
  { entry: 'an invoiced entry of the business', customer: 'ticket_entry.not_own', admin: 'ticket_entry.invoiced' },
]

describe.each(table)('changing $entry', ({ entry, customer, admin }) => {
  it(`is for a customer: ${customer ?? 'yes'}, for an admin: ${admin ?? 'yes'}`, () => {
    expect(entryChangeRefusal(customerActor, entries[entry])).toBe(customer)
    expect(entryChangeRefusal(adminActor, entries[entry])).toBe(admin)
  })

  it('is refused while impersonating', () => {
    expect(entryChangeRefusal(impersonatingActor, entries[entry])).toBe('as_user.read_only')
    expect(entryPermissionsOf(impersonatingActor, entries[entry])).toEqual([])
  })

  it('is offered exactly to actors who may do it', () => {
    expect(entryPermissionsOf(customerActor, entries[entry])).toEqual(customer === null ? ['update', 'delete'] : [])
    expect(entryPermissionsOf(adminActor, entries[entry])).toEqual(
      admin === null ? ['update', 'bill', 'delete', 'startTimer'] : [],
    )
  })
})

it('a program bills, and measures no time', () => {
  expect(entryPermissionsOf(portalItself, wish)).toEqual(['update', 'bill', 'delete'])
})

it('is put on an invoice once it is finished', () => {
  const finished = { ...wish, progress: 'finished' } as const
  expect(entryPermissionsOf(adminActor, finished)).toContain('invoice')
  expect(entryPermissionsOf(adminActor, { ...finished, progress: 'inProgress' })).not.toContain('invoice')
  expect(entryPermissionsOf(adminActor, { ...finished, invoice_id: 'i' })).toEqual([])
  expect(entryPermissionsOf(customerActor, finished)).not.toContain('invoice')
})
