/** Nobody reaches another customer's rows: a rule over every endpoint of the contract, so that a new one is covered. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import { type Endpoint, paramNames, provesItself } from '#contract/endpoint.ts'
import { hourMs, instantText, plusMs } from './clock.ts'
import { newId } from './database/ids.ts'
import { buildSession, buildUser } from './testing/build.ts'
import { buildCall, buildChange, buildDomain, buildEndpoint, buildHostname } from './testing/build-dns.ts'
import {
  buildChannel,
  buildCommand,
  buildOverride,
  buildProposal,
  buildSite,
  buildStorage,
  buildTariff,
} from './testing/build-energy.ts'
import { buildFile } from './testing/build-files.ts'
import { buildAttachment, buildRequest } from './testing/build-requests.ts'
import {
  buildApplication,
  buildCollection,
  buildCredential,
  buildDevice,
  buildWebsite,
} from './testing/build-services.ts'
import {
  buildCustomer,
  buildCustomerLink,
  buildEntry,
  buildInvoice,
  buildMessage,
  buildQuestion,
  buildTicket,
  paymentOf,
} from './testing/build-tickets.ts'
import { engines } from './testing/engines.ts'
import { snapshotOf } from './testing/snapshot.ts'
import { type LoggedInClient, openTestApp, type TestApp } from './testing/test-app.ts'

/** Endpoints whose `{id}` belongs to no customer: public data. */
const everybodys = ['/api/backend/faq/{id}/']
/** In every text of the other customer's rows. */
const secret = 'Geheimsache'

const withId = allEndpoints().filter(({ endpoint }) => paramNames(endpoint).length > 0)
// Where the path itself is the proof, there is no caller of another customer.
const ofCustomers = withId.filter(({ endpoint }) => !everybodys.includes(endpoint.path) && !provesItself(endpoint))
const lists = allEndpoints().filter(
  ({ endpoint }) => endpoint.method === 'GET' && endpoint.query !== undefined && paramNames(endpoint).length === 0,
)

describe.each(engines)('another customer’s rows on %s', engine => {
  let portal: TestApp
  let kim: LoggedInClient
  let looking: LoggedInClient
  /** A row of the other customer for each collection. */
  let ids: Record<string, string>
  let filters: Record<string, string>
  let attachmentId: string

  beforeAll(async () => {
    portal = await openTestApp(engine)
    kim = await portal.client('customer')
    looking = await portal.client('admin')
    await portal.runtime.db
      .updateTable('session')
      .set({
        as_customer_id: kim.user.customerId,
        as_user_until: instantText(plusMs(portal.runtime.clock.now(), hourMs)),
      })
      .where('user_id', '=', looking.user.id)
      .execute()
    const customer = await buildCustomer(portal.runtime, { company: secret, email: 'other@example.org' })
    const user = await buildUser(portal.runtime, { customerId: customer.id, lastName: secret })
    const ticket = await buildTicket(portal.runtime, { customer_id: customer.id, name: secret })
    const entry = await buildEntry(portal.runtime, { ticket_id: ticket.id, name: secret, created_by: 'customer' })
    const invoice = await buildInvoice(
      portal.runtime,
      [await buildEntry(portal.runtime, { ticket_id: ticket.id, name: secret, progress: 'finished' })],
      { notes: secret },
    )
    const payment = { ...paymentOf(invoice), paid_on: '2026-01-02', reason: secret }
    await portal.runtime.db.insertInto('invoice_payment').values(payment).execute()
    const texts = { ticket_id: ticket.id, subject: secret, text: secret, asked_by: secret }
    const question = await buildQuestion(portal.runtime, invoice, texts)
    const request = await buildRequest(portal.runtime, {
      customer_id: customer.id,
      title: secret,
      description: secret,
      about_ticket_id: ticket.id,
    })
    attachmentId = (await buildAttachment(portal.runtime, request, { name: `${secret}.pdf` })).id
    const link = await buildCustomerLink(portal.runtime, { customer_id: customer.id, label: secret })
    const own = { customer_id: customer.id, name: secret }
    const collection = await buildCollection(portal.runtime, own)
    const device = await buildDevice(portal.runtime, { ...own, collection_id: collection.id })
    const website = await buildWebsite(portal.runtime, { ...own, state: 'problem' })
    const application = await buildApplication(portal.runtime, own)
    const credential = await buildCredential(portal.runtime, { service_id: device.id, label: secret })
    const domain = await buildDomain(portal.runtime, {
      customer_id: customer.id,
      options: JSON.stringify({ user: secret }),
    })
    const hostname = await buildHostname(portal.runtime, {
      domain_id: domain.id,
      value: '9.9.9.9',
      state: 'failed',
      failure: 'name',
      failure_detail: secret,
      failing_since: instantText(portal.runtime.clock.now()),
    })
    await buildChange(portal.runtime, { hostname_id: hostname.id })
    const endpoint = await buildEndpoint(portal.runtime, {
      customer_id: customer.id,
      name: secret,
      hostnameIds: [hostname.id],
    })
    await buildCall(portal.runtime, { endpoint_id: endpoint.id, user_agent: secret })
    const site = await buildSite(portal.runtime, own)
    const storage = await buildStorage(portal.runtime, { site_id: site.id, name: secret })
    const tariff = await buildTariff(portal.runtime, { site_id: site.id, name: secret })
    const channel = await buildChannel(portal.runtime, { site_id: site.id, name: secret })
    const { sessionId } = await buildSession(portal.runtime, user)
    const timer = newId()
    await portal.runtime.db
      .insertInto('work_span')
      .values({
        id: timer,
        user_id: (await portal.client('admin')).user.id,
        ticket_id: ticket.id,
        entry_id: null,
        started_at: instantText(portal.runtime.clock.now()),
        stopped_at: null,
      })
      .execute()
    const passkey = newId()
    await portal.runtime.db
      .insertInto('passkey')
      .values({
        id: passkey,
        user_id: user.id,
        credential_id: passkey,
        public_key: 'AA',
        counter: 0,
        transports: '[]',
        name: secret,
        created_at: instantText(portal.runtime.clock.now()),
        last_used_at: null,
      })
      .execute()
    ids = {
      '/api/auth/sessions/': sessionId,
      '/api/auth/passkeys/': passkey,
      '/api/jfk-django-core/user/': user.id,
      '/api/backend/customer/': customer.id,
      '/api/backend/customer-links/': link.id,
      '/api/backend/tickets/': ticket.id,
      '/api/backend/ticket-entries/': entry.id,
      '/api/backend/timers/': timer,
      '/api/backend/requests/': request.id,
      '/api/backend/invoices/': invoice.id,
      '/api/backend/invoice-payments/': payment.id,
      '/api/backend/invoice-questions/': question.id,
      '/api/backend/services/': device.id,
      '/api/backend/device-services/': device.id,
      '/api/backend/website-services/': website.id,
      '/api/backend/application-services/': application.id,
      '/api/backend/service-collections/': collection.id,
      '/api/backend/credentials/': credential.id,
      '/api/backend/dns-domains/': domain.id,
      '/api/backend/dns-hostnames/': hostname.id,
      '/api/backend/dns-endpoints/': endpoint.id,
      '/api/backend/energy-sites/': site.id,
      '/api/backend/energy-channels/': channel.id,
      '/api/backend/energy-storages/': storage.id,
      '/api/backend/energy-commands/': (await buildCommand(portal.runtime, { storage_id: storage.id })).id,
      '/api/backend/energy-overrides/': (await buildOverride(portal.runtime, { storage_id: storage.id })).id,
      '/api/backend/energy-proposals/': (await buildProposal(portal.runtime, { site_id: site.id })).id,
      '/api/backend/energy-tariffs/': tariff.id,
      '/api/backend/outbox/': newId(),
      '/api/backend/failed-jobs/': newId(),
      '/api/backend/files/': (await buildFile(portal.runtime, { uploaded_by_user_id: user.id, name: `${secret}.pdf` }))
        .id,
      '/api/backend/admin/backups/': newId(),
      '/api/backend/admin/faq/': newId(),
      '/api/backend/admin/messages/': (await buildMessage(portal.runtime, { text: secret })).id,
      '/api/backend/business-profile/logo/': newId(),
      '/api/backend/newsletters/': newId(),
      '/api/backend/unsubscription/': newId(),
      '/abmelden/': newId(),
    }
    filters = {
      domain: domain.id,
      customer: customer.id,
      ticket: ticket.id,
      collection: collection.id,
      service: device.id,
      site: site.id,
      storage: storage.id,
    }
  })
  // A call every two seconds stays within the budget of calls per minute.
  beforeEach(() => portal.clock.advance(2_000))
  afterAll(() => portal.close())

  const urlOf = ({ path }: Endpoint) => {
    const collection = path.slice(0, path.indexOf('{'))
    const id = ids[collection]
    if (id === undefined) throw new Error(`This test needs a row of another customer for ${collection}.`)
    return path.replace('{fileId}', attachmentId).replace(/\{\w+\}/, id)
  }

  it.each(ofCustomers)('are not there for $name', async ({ endpoint }) => {
    const before = await snapshotOf(portal.runtime)
    const answer = await kim.send(endpoint.method, urlOf(endpoint), bodyFor(endpoint))
    expect(answer.statusCode).toBe(isAdminsAlone(endpoint) ? 403 : 404)
    expect(await snapshotOf(portal.runtime)).toEqual(before)
    if (endpoint.method === 'GET') {
      expect((await looking.send('GET', urlOf(endpoint))).statusCode).toBe(isAdminsAlone(endpoint) ? 403 : 404)
    }
  })

  it.each(lists)('are in no list: $name', async ({ endpoint }) => {
    const names = Object.keys(Reflect.get(endpoint.query ?? {}, 'shape') ?? {})
    const queries = [
      '',
      ...Object.entries(filters).flatMap(([name, id]) => (names.includes(name) ? [`?${name}=${id}`] : [])),
      ...(names.includes('search') ? [`?search=${secret}`] : []),
    ]
    for (const client of [kim, looking, portal.visitor()]) {
      for (const query of queries) {
        const answer = await client.get(`${endpoint.path}${query}`)
        expect(answer.body).not.toContain(secret)
        for (const id of Object.values(ids)) expect(answer.body).not.toContain(id)
      }
    }
  })

  it('cannot be referred to', async () => {
    const before = await snapshotOf(portal.runtime)
    const link = ids['/api/backend/customer-links/']
    const references = [
      [
        'POST',
        '/api/backend/requests/',
        'aboutTicketId',
        { aboutTicketId: ids['/api/backend/tickets/'], title: 'Neu' },
      ],
      ['POST', '/api/backend/ticket-entries/', 'ticketId', { ticketId: ids['/api/backend/tickets/'], name: 'Neu' }],
      [
        'POST',
        '/api/backend/customer-links/',
        'customerId',
        { customerId: filters.customer, label: 'Neu', url: 'https://example.org' },
      ],
      [
        'POST',
        '/api/backend/dns-domains/',
        'customerId',
        { customerId: filters.customer, domain: 'neu.example', type: 'hetzner' },
      ],
      ['POST', '/api/backend/dns-hostnames/', 'domainId', { domainId: filters.domain, hostname: 'neu', type: 'A' }],
      ['POST', '/api/backend/dns-endpoints/', 'customerId', { customerId: filters.customer, name: 'Neu' }],
      [
        'POST',
        '/api/backend/dns-endpoints/',
        'hostnameIds',
        { hostnameIds: [ids['/api/backend/dns-hostnames/']], name: 'Neu' },
      ],
      [
        'POST',
        '/api/backend/dns-endpoints/',
        'deviceId',
        { deviceId: ids['/api/backend/device-services/'], name: 'Neu' },
      ],
      ['PUT', '/api/backend/customer-link-order/', 'customerId', { customerId: filters.customer, ids: [link] }],
    ] as const
    for (const [method, url, field, body] of references) {
      const answer = await kim.send(method, url, { body })
      expect([url, answer.statusCode]).toEqual([url, 422])
      expect(answer.json().errors).toEqual([expect.objectContaining({ field, code: 'reference.unknown' })])
    }
    expect((await kim.put('/api/backend/customer-link-order/', { ids: [link] })).statusCode).toBe(409)
    expect(await snapshotOf(portal.runtime)).toEqual(before)
  })

  it('cannot be taken as attachments, uploaded or attached already', async () => {
    const before = await snapshotOf(portal.runtime)
    for (const fileId of [ids['/api/backend/files/'], attachmentId]) {
      const answer = await kim.post('/api/backend/requests/', { title: 'Neu', attachmentIds: [fileId] })
      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors).toEqual([expect.objectContaining({ field: 'attachmentIds', code: 'file.gone' })])
    }
    expect(await snapshotOf(portal.runtime)).toEqual(before)
  })

  it('are reached by their owners, which shows that this test is meaningful', async () => {
    const own = await portal.loginAs(await buildUser(portal.runtime, { customerId: filters.customer ?? '' }))
    const nouns = [
      ...[
        'customer',
        'tickets',
        'ticket-entries',
        'requests',
        'invoices',
        'services',
        'device-services',
        'website-services',
      ],
      ...['application-services', 'service-collections', 'credentials'],
      ...[
        'energy-sites',
        'energy-channels',
        'energy-storages',
        'energy-tariffs',
        'energy-commands',
        'energy-overrides',
      ],
      ...['dns-domains', 'dns-hostnames', 'dns-endpoints'],
    ]
    for (const collection of nouns.map(noun => `/api/backend/${noun}/`)) {
      const answer = await own.get(`${collection}${ids[collection]}/`)
      expect([collection, answer.statusCode]).toEqual([collection, 200])
      expect(answer.body).toContain(secret)
    }
    expect(ofCustomers.length).toBeGreaterThan(15)
    const hidden = ofCustomers.filter(({ endpoint }) => endpoint.access === 'admin' && !isAdminsAlone(endpoint))
    expect(hidden.length).toBeGreaterThan(3)
    expect(lists.length).toBeGreaterThan(5)
  })
})

/** Customers never see a row of this collection; for all others they do not see foreign rows. */
function isAdminsAlone({ access, path }: Endpoint): boolean {
  const item = path.slice(0, path.indexOf('}/') + 2)
  const read = withId.find(({ endpoint }) => endpoint.method === 'GET' && endpoint.path === item)
  return access === 'admin' && read?.endpoint.access !== 'customer'
}

/** A body that passes the first checks of every endpoint: its answer is about the row. */
function bodyFor({ method, body, path }: Endpoint) {
  if (method === 'GET' || body === undefined) return {}
  if (path.endsWith('/api-key/')) return { body: { apiKey: 'x' } }
  const isText = 'text' in (Reflect.get(body, 'shape') ?? {})
  return { body: isText ? { text: 'Warum?' } : {} }
}
