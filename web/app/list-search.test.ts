import { expect, test } from 'vitest'
import { adminTicketSearch, settingsSearch, ticketSearch } from './list-search.ts'

test('the address of the settings names a section that exists, or none', () => {
  expect(settingsSearch({ section: 'outbox', state: 'failed' })).toEqual({ section: 'outbox', state: 'failed' })
  expect(settingsSearch({ section: 'secrets', state: 'lost' })).toEqual({})
})

test('only the admin’s list of tickets opens the form of a new one', () => {
  expect(adminTicketSearch({ dialog: 'new', progress: 'upcoming' })).toEqual({ dialog: 'new', progress: 'upcoming' })
  expect(ticketSearch({ dialog: 'new' })).toEqual({})
})
