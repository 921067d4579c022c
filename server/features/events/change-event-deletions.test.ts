/** Everybody who saw a row is notified of its deletion: a rule over everything of a customer that can be deleted. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import type { Runtime } from '#server/context.ts'
import { buildDomain, buildEndpoint, buildHostname } from '#server/testing/build-dns.ts'
import { buildChannel, buildSite, buildStorage, buildTariff } from '#server/testing/build-energy.ts'
import { buildRequest } from '#server/testing/build-requests.ts'
import {
  buildApplication,
  buildCollection,
  buildCredential,
  buildDevice,
  buildWebsite,
} from '#server/testing/build-services.ts'
import { buildCustomerLink, buildEntry, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type OpenStream, openStream } from '#server/testing/open-stream.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

type Build = (runtime: Runtime, customerId: string) => Promise<{ id: string }>

const rows: Readonly<Record<string, Build>> = {
  '/api/backend/tickets/{id}/': (runtime, customer_id) => buildTicket(runtime, { customer_id }),
  '/api/backend/ticket-entries/{id}/': async (runtime, customer_id) =>
    buildEntry(runtime, { ticket_id: (await buildTicket(runtime, { customer_id })).id }),
  '/api/backend/requests/{id}/': (runtime, customer_id) => buildRequest(runtime, { customer_id }),
  '/api/backend/services/{id}/': (runtime, customer_id) => buildDevice(runtime, { customer_id }),
  '/api/backend/device-services/{id}/': (runtime, customer_id) => buildDevice(runtime, { customer_id }),
  '/api/backend/website-services/{id}/': (runtime, customer_id) => buildWebsite(runtime, { customer_id }),
  '/api/backend/application-services/{id}/': (runtime, customer_id) => buildApplication(runtime, { customer_id }),
  '/api/backend/service-collections/{id}/': (runtime, customer_id) => buildCollection(runtime, { customer_id }),
  '/api/backend/credentials/{id}/': async (runtime, customer_id) =>
    buildCredential(runtime, { service_id: (await buildDevice(runtime, { customer_id })).id }),
  '/api/backend/dns-domains/{id}/': (runtime, customer_id) => buildDomain(runtime, { customer_id }),
  '/api/backend/dns-endpoints/{id}/': (runtime, customer_id) => buildEndpoint(runtime, { customer_id }),
  '/api/backend/dns-hostnames/{id}/': (runtime, customer_id) => buildHostname(runtime, { customer_id }),
  '/api/backend/energy-sites/{id}/': (runtime, customer_id) => buildSite(runtime, { customer_id }),
  '/api/backend/energy-channels/{id}/': async (runtime, customer_id) =>
    buildChannel(runtime, { site_id: (await buildSite(runtime, { customer_id })).id }),
  '/api/backend/energy-storages/{id}/': async (runtime, customer_id) =>
    buildStorage(runtime, { site_id: (await buildSite(runtime, { customer_id })).id }),
  '/api/backend/energy-tariffs/{id}/': async (runtime, customer_id) =>
    buildTariff(runtime, { site_id: (await buildSite(runtime, { customer_id })).id }),
  '/api/backend/customer-links/{id}/': (runtime, customer_id) => buildCustomerLink(runtime, { customer_id }),
}

/** A customer never saw them, or is deleted with them, or they stay: an order is only ended. */
const others = [
  '/api/backend/energy-overrides/{id}/',
  '/api/backend/invoices/{id}/',
  '/api/backend/customer/{id}/',
  '/api/jfk-django-core/user/{id}/',
  '/api/backend/files/{id}/',
]

test('every deletable row of a customer is covered', () => {
  const reads = new Set(
    allEndpoints()
      .filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.access !== 'admin')
      .map(({ endpoint }) => endpoint.path as string),
  )
  const deletable = allEndpoints()
    .filter(({ endpoint }) => endpoint.method === 'DELETE' && endpoint.path.endsWith('/{id}/'))
    .map(({ endpoint }) => endpoint.path as string)
    .filter(path => reads.has(path) && !others.includes(path))
  expect(Object.keys(rows).toSorted()).toEqual(deletable.toSorted())
})

describe.each(engines)('on %s', engine => {
  let portal: TestApp
  let customerId: string
  let stream: OpenStream
  beforeAll(async () => {
    portal = await openTestApp(engine, { isRelayed: true })
    await portal.app.listen({ host: '127.0.0.1', port: 0 })
    const kim = await portal.client('customer')
    customerId = kim.user.customerId ?? ''
    stream = await openStream(portal.app, kim)
    expect(await stream.next()).toMatchObject({ name: 'ready' })
  })
  afterAll(async () => {
    await stream.close()
    await portal.close()
  })

  test.each(Object.entries(rows))('a customer is notified that %s is deleted', async (path, build) => {
    const { id } = await build(portal.runtime, customerId)
    const admin = await portal.client('admin')
    const answer = await admin.delete(path.replace('{id}', id))
    expect(answer.statusCode, answer.body).toBe(204)
    const event = await stream.next()
    expect(event?.data).toMatchObject({ id, customerId, revision: null, by: 'admin' })
  })
})
