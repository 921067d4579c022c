import { expect, test } from 'vitest'
import { adminTicketSearch, outboxSearch, ticketSearch } from './list-search.ts'

test('the address of the outbox contains an existing state or none', () => {
  expect(outboxSearch({ state: 'failed' })).toEqual({ state: 'failed' })
  expect(outboxSearch({ state: 'lost' })).toEqual({})
})

test('only the admin’s ticket list opens the form for a new ticket', () => {
  expect(adminTicketSearch({ dialog: 'new', progress: 'upcoming' })).toEqual({ dialog: 'new', progress: 'upcoming' })
  expect(ticketSearch({ dialog: 'new' })).toEqual({})
})
