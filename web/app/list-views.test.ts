import { describe, expect, test } from 'vitest'
import { customers } from '#contract/customers.ts'
import { dnsDomains } from '#contract/dns-domains.ts'
import { dnsEndpoints } from '#contract/dns-endpoints.ts'
import { dnsHostnames } from '#contract/dns-hostnames.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { invoices } from '#contract/invoices.ts'
import { messages } from '#contract/messages.ts'
import { requests } from '#contract/requests.ts'
import { serviceCollections } from '#contract/service-collections.ts'
import { services } from '#contract/services.ts'
import { tickets } from '#contract/tickets.ts'
import { users } from '#contract/users.ts'
import type { FilterField, ListFilter, ListView, Whose } from '#web/components/list/list-view.ts'
import { userListView } from '#web/features/accounts/user-list.tsx'
import { customerListView } from '#web/features/customers/customer-list.tsx'
import { dnsDomainListView } from '#web/features/dns/dns-domain-list.tsx'
import { dnsEndpointListView } from '#web/features/dns/dns-endpoint-list.tsx'
import { dnsHostnameListView } from '#web/features/dns/dns-hostname-list.tsx'
import { invoiceListView } from '#web/features/invoices/invoice-list.tsx'
import { messageListView } from '#web/features/messages/message-list.tsx'
import { requestListView } from '#web/features/requests/request-list.tsx'
import { collectionListView } from '#web/features/services/collection-list.ts'
import { serviceListView } from '#web/features/services/service-list.tsx'
import { ticketListView } from '#web/features/tickets/ticket-list.tsx'
import { shownPrices } from '#web/lib/format/shown-prices.ts'
import {
  adminDnsSearch,
  adminInvoiceSearch,
  adminRequestSearch,
  adminServiceSearch,
  adminTicketSearch,
  customerSearch,
  messageSearch,
  userSearch,
} from './list-search.ts'

type Raw = Record<string, unknown>

/** A list with its address parser and its endpoint. */
interface ListOfPage {
  view: ListView<{ id: string }, ListFilter>
  read: (raw: Raw) => Raw
  endpoint: Endpoint
}

/** The types of the rows do not matter here. */
function listOfPage<Row extends { id: string }, Filter extends ListFilter>(
  view: ListView<Row, Filter>,
  read: (raw: Raw) => Raw,
  endpoint: Endpoint,
): ListOfPage {
  return { view: view as unknown as ListOfPage['view'], read, endpoint }
}

const lists: readonly ListOfPage[] = [
  listOfPage(ticketListView, adminTicketSearch, tickets.list),
  listOfPage(requestListView, adminRequestSearch, requests.list),
  listOfPage(serviceListView, adminServiceSearch, services.list),
  listOfPage(collectionListView, adminServiceSearch, serviceCollections.list),
  listOfPage(dnsHostnameListView, adminDnsSearch, dnsHostnames.list),
  listOfPage(dnsDomainListView, adminDnsSearch, dnsDomains.list),
  listOfPage(dnsEndpointListView, adminDnsSearch, dnsEndpoints.list),
  listOfPage(invoiceListView, adminInvoiceSearch, invoices.list),
  listOfPage(customerListView, customerSearch, customers.list),
  listOfPage(messageListView, messageSearch, messages.list),
  listOfPage(userListView, userSearch, users.list),
]

const whoses: readonly Whose[] = ['own', 'one', 'all']
const prices = shownPrices()

describe.each(lists.map(list => [list.view.title, list] as const))('the list %s', (_, { view, read, endpoint }) => {
  test('keeps every option of its filter bar in the address, and the endpoint accepts it', () => {
    for (const whose of whoses) {
      for (const change of (view.fields?.(whose) ?? []).flatMap(changesOf)) expectKept(change)
    }
  })

  test('can be ordered by each of its sortable columns, both ways', () => {
    for (const whose of whoses) {
      for (const { key, sortable, alsoSorts } of view.columns(prices, whose)) {
        for (const name of sortable ? [key, ...(alsoSorts ? [alsoSorts.key] : [])] : []) {
          expectKept({ ordering: name })
          expectKept({ ordering: `-${name}` })
        }
      }
    }
    for (const { value } of view.orderings ?? []) expectKept({ ordering: value })
    if (view.usualOrdering !== undefined) expectKept({ ordering: view.usualOrdering })
  })

  test('shows each of its columns once, and has a file with a header for each column', async () => {
    for (const whose of whoses) {
      const keys = view.columns(prices, whose).map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
    }
    const heads = (await view.csv(prices)).map(({ header }) => header)
    expect(heads).not.toHaveLength(0)
    expect(new Set(heads).size).toBe(heads.length)
  })

  function expectKept(change: Raw) {
    expect(read(change)).toMatchObject(change)
    expect(endpoint.query?.safeParse(change), JSON.stringify(change)).toMatchObject({ success: true })
  }
})

/** The changes of the address that a field's options make; removed filters are omitted. */
function changesOf(field: FilterField<ListFilter>): Raw[] {
  if (!('choices' in field)) return []
  return field.choices.map(({ value }) => {
    const change: Raw = 'names' in field ? field.write(value) : { [field.name]: value }
    return Object.fromEntries(Object.entries(change).filter(([, set]) => set !== undefined))
  })
}
