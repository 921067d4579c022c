import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allEndpoints } from '#contract/api.ts'
import type { List } from '#contract/lists.ts'
import * as lists from '#contract/lists.ts'
import { adminTicketSearch, outboxSearch, requestSearch, ticketSearch } from './list-search.ts'
import { listSearch } from './search-params.ts'

const all = Object.entries<unknown>(lists).filter((entry): entry is [string, List] => 'filters' in Object(entry[1]))

test('every list is a list of the API, which accepts every value of its address', () => {
  expect(all.length).toBeGreaterThan(10)
  const queries = allEndpoints().flatMap(({ endpoint }) =>
    endpoint.query ? [z.toJSONSchema(endpoint.query, { io: 'input', unrepresentable: 'any' })] : [],
  )
  for (const [name, list] of all) {
    const names = Object.keys(listSearch(list)({}))
    const served = queries.filter(
      query =>
        Object.keys(query.properties ?? {})
          .toSorted()
          .join() === names.toSorted().join(),
    )
    expect([name, served.length > 0]).toEqual([name, true])
  }
})

test('a customer’s own list has no customer filter', () => {
  expect(requestSearch({ customer: 'c', state: 'open' })).toEqual({ state: 'open' })
})

test('the address of the outbox contains an existing state or none', () => {
  expect(outboxSearch({ state: 'failed' })).toEqual({ state: 'failed' })
  expect(outboxSearch({ state: 'lost' })).toEqual({})
})

test('the address of the tickets contains an existing month or none', () => {
  expect(ticketSearch({ workedIn: '2026-11' })).toEqual({ workedIn: '2026-11' })
  for (const workedIn of ['2026-13', '2026-00', '2026-1', '2026-11-30', 'x', '']) {
    expect([workedIn, ticketSearch({ workedIn })]).toEqual([workedIn, {}])
  }
})

test('only the admin’s ticket list opens the form for a new ticket', () => {
  expect(adminTicketSearch({ dialog: 'new', progress: 'upcoming' })).toEqual({ dialog: 'new', progress: 'upcoming' })
  expect(ticketSearch({ dialog: 'new' })).toEqual({})
})
