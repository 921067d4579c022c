import { queryOptions } from '@tanstack/react-query'
import { customers } from '#contract/customers.ts'
import { call } from '#web/lib/api/api-client.ts'
import { type ListQueryOf, rowsQuery } from '#web/lib/api/rows-query.ts'
import { shownPrices } from '#web/lib/format/shown-prices.ts'
import { readSession } from '#web/lib/session/session.ts'

/** Filters of a list of customers, by the API's names. */
export type CustomerFilter = ListQueryOf<typeof customers.list>

export const customersQuery = rowsQuery(['customers', 'list'], loadCustomers)

/** A page of customers. */
export function loadCustomers(filter: CustomerFilter, signal: AbortSignal) {
  return call(customers.list, { query: filter, signal })
}

export function customerQuery(id: string) {
  return queryOptions({
    queryKey: ['customers', 'item', id],
    queryFn: ({ signal }) => call(customers.get, { params: { id }, signal }),
  })
}

/** Customers to choose from, with the default rate for a new ticket. */
export async function searchCustomers(search: string, signal: AbortSignal) {
  const { results } = await call(customers.list, { query: { search, page_size: 20, ordering: 'name' }, signal })
  return results.map(({ id, displayName, number, address, hourlyRate }) => ({
    value: id,
    label: displayName,
    note: [number, address.city, shownPrices(readSession().prices ?? undefined).named(hourlyRate, 'net')]
      .filter(Boolean)
      .join(' · '),
    hourlyRate,
  }))
}

/** Fetches the current customer, bypassing every cache, to resolve a conflict. */
export function getLatestCustomer(id: string) {
  return call(customers.get, { params: { id } })
}
