import { expect, test } from 'vitest'
import { adminTicketSearch, outboxSearch, ticketSearch } from './list-search.ts'

test('the address of the outbox names a state that there is, or none', () => {
  expect(outboxSearch({ state: 'failed' })).toEqual({ state: 'failed' })
  expect(outboxSearch({ state: 'lost' })).toEqual({})
})

test('only the admin’s list of tickets opens the form of a new one', () => {
  expect(adminTicketSearch({ dialog: 'new', progress: 'upcoming' })).toEqual({ dialog: 'new', progress: 'upcoming' })
  expect(ticketSearch({ dialog: 'new' })).toEqual({})
})
