import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditPages } from '#contract/audit-subjects.ts'
import type { AuditEntry } from '#contract/operations.ts'
import { loadDemo } from '#demo/demo-load.ts'
import { recordAudit } from '#server/audit/record.ts'
import { portalItself } from '#server/auth/actor.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildDomain, buildEndpoint, buildHostname } from '#server/testing/build-dns.ts'
import { buildSite } from '#server/testing/build-energy.ts'
import { buildFile } from '#server/testing/build-files.ts'
import { buildRequest } from '#server/testing/build-requests.ts'
import { buildCollection, buildCredential, buildDevice } from '#server/testing/build-services.ts'
import {
  buildCustomer,
  buildCustomerLink,
  buildEntry,
  buildInvoice,
  buildMessage,
  buildTicket,
} from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const api = '/api/backend/'
const url = `${api}audit-log/`

describe.each(engines)('the subject of a log line on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const linesOf = async (subject: string, client = admin): Promise<AuditEntry[]> =>
    (await client.get(`${url}?subject=${subject}`)).json().results
  const subjectOf = async (subject: string) => (await linesOf(subject))[0]?.subject

  it('is named and links to its page, for any kind', async () => {
    const { runtime } = portal
    const customer = await buildCustomer(runtime, { company: 'Hofgut' })
    const of = { customer_id: customer.id }
    const ticket = await buildTicket(runtime, { ...of, name: 'Zaun' })
    const entry = await buildEntry(runtime, { ticket_id: ticket.id, name: 'Pfosten' })
    const device = await buildDevice(runtime, { ...of, name: 'Router' })
    const credential = await buildCredential(runtime, { service_id: device.id, label: 'Oberfläche' })
    const collection = await buildCollection(runtime, { ...of, name: 'Hof' })
    const link = await buildCustomerLink(runtime, { ...of, label: 'Wetter' })
    const message = await buildMessage(runtime, { name: 'Ida' })
    const draft = await buildInvoice(runtime, [], { ...of, state: 'draft' })
    const request = await buildRequest(runtime, { ...of, title: 'Tor' })
    const faq = { question: 'Warum?', answer: 'Darum.', category: 'Sonstiges', published: true }
    const faqId = (await admin.post(`${api}admin/faq/`, faq)).json().id
    const newsletterId = (await admin.post(`${api}newsletters/`, { subject: 'Neues', body: 'Text' })).json().id
    const user = await buildUser(runtime, { customerId: customer.id })
    const domain = await buildDomain(runtime, { ...of, domain: 'hofgut.example' })
    const hostname = await buildHostname(runtime, { domain_id: domain.id, name: 'nas' })
    const endpoint = await buildEndpoint(runtime, { ...of, name: 'Büro' })
    const site = await buildSite(runtime, { ...of, name: 'Dach' })
    const changes: [path: string, change: object][] = [
      [`customer/${customer.id}/`, { phone: '1234' }],
      [`tickets/${ticket.id}/`, { description: 'x' }],
      [`ticket-entries/${entry.id}/`, { description: 'x' }],
      [`services/${device.id}/`, { description: 'x' }],
      [`credentials/${credential.id}/`, { username: 'x' }],
      [`service-collections/${collection.id}/`, { description: 'x' }],
      [`customer-links/${link.id}/`, { url: 'https://x.example' }],
      [`admin/messages/${message.id}/`, { state: 'answered' }],
      [`invoices/${draft.id}/`, { notes: 'x' }],
      [`requests/${request.id}/`, { title: 'Tor hinten' }],
      [`dns-domains/${domain.id}/`, { nameServers: ['ns1.hofgut.example'] }],
      [`dns-hostnames/${hostname.id}/`, { ttl: 600 }],
      [`dns-endpoints/${endpoint.id}/`, { isActive: false }],
      [`energy-sites/${site.id}/`, { pvKwp: 9.8 }],
    ]
    const refused: string[] = []
    for (const [path, change] of changes) {
      const { statusCode } = await admin.patch(`${api}${path}`, change)
      if (statusCode !== 200) refused.push(path)
    }
    expect(refused).toEqual([])
    await admin.patch(`/api/jfk-django-core/user/${user.id}/`, { firstName: 'Kim' })
    const expected: [id: string, name: string, of: string, kind: string, page: string][] = [
      [customer.id, 'Hofgut', customer.number, 'customer', customer.id],
      [ticket.id, `${ticket.number} Zaun`, '', 'ticket', ticket.id],
      [entry.id, 'Pfosten', ticket.number, 'ticket', ticket.id],
      [device.id, 'Router', 'Hofgut', 'service', device.id],
      [credential.id, 'Oberfläche', 'Router', 'service', device.id],
      [collection.id, 'Hof', 'Hofgut', 'service_collection', collection.id],
      [link.id, 'Wetter', 'Hofgut', 'customer', customer.id],
      [message.id, 'Ida', '', 'message', message.id],
      [draft.id, '', 'Hofgut', 'invoice', draft.id],
      [request.id, `${request.number} Tor hinten`, '', 'request', request.id],
      [domain.id, 'hofgut.example', 'Hofgut', 'dns_domain', domain.id],
      [hostname.id, 'nas.hofgut.example A', 'Hofgut', 'dns_hostname', hostname.id],
      [endpoint.id, 'Büro', 'Hofgut', 'dns_endpoint', endpoint.id],
      [site.id, 'Dach', 'Hofgut', 'energy_site', site.id],
      [faqId, 'Warum?', '', 'faq', faqId],
      [newsletterId, 'Neues', '', 'newsletter', newsletterId],
      [user.id, user.username, '', 'user', user.id],
    ]
    for (const [id, name, part, kind, page] of expected) {
      expect(await subjectOf(id)).toEqual({ name, of: part, page: { kind, id: page } })
    }
    // Backups and mails are written elsewhere.
    const seen = new Set([...expected.map(([, , , kind]) => kind), 'backup', 'outbox_mail'])
    expect([...seen].toSorted()).toEqual([...auditPages])
  })

  it('stays readable without a page when it is deleted', async () => {
    const ticket = (
      await admin.post(`${api}tickets/`, { customerId: (await buildCustomer(portal.runtime)).id, name: 'Zaun' })
    ).json()
    await admin.patch(`${api}tickets/${ticket.id}/`, { name: 'Tor' })
    const entry = (await admin.post(`${api}ticket-entries/`, { ticketId: ticket.id, name: 'Pfosten' })).json()
    expect((await admin.delete(`${api}ticket-entries/${entry.id}/`)).statusCode).toBe(204)
    // While the ticket exists, its entries link to it.
    const page = { kind: 'ticket', id: ticket.id }
    for (const { subject } of await linesOf(entry.id)) expect(subject).toEqual({ name: ticket.number, of: '', page })
    expect((await admin.delete(`${api}tickets/${ticket.id}/`)).statusCode).toBe(204)
    for (const id of [ticket.id, entry.id]) {
      const lines = await linesOf(id)
      expect(lines.length).toBeGreaterThan(1)
      for (const { subject } of lines) expect(subject).toEqual({ name: ticket.number, of: '', page: null })
    }
  })

  it('links from a file to its owner row, and names the sender of a message without a name', async () => {
    const customer = await buildCustomer(portal.runtime)
    const of = { customer_id: customer.id, state: 'attached' } as const
    const loose = await buildFile(portal.runtime, of)
    const onTicket = await buildFile(portal.runtime, of)
    const onRequest = await buildFile(portal.runtime, of)
    const onInvoice = await buildFile(portal.runtime, of)
    const onDraft = await buildFile(portal.runtime, of)
    const ticket = await buildTicket(portal.runtime, { customer_id: customer.id })
    const request = await buildRequest(portal.runtime, { customer_id: customer.id })
    const { db } = portal.runtime
    await db.insertInto('ticket_attachment').values({ ticket_id: ticket.id, file_id: onTicket.id }).execute()
    await db.insertInto('request_attachment').values({ request_id: request.id, file_id: onRequest.id }).execute()
    const bill = { customer_id: customer.id, gross_cents: 0 }
    const invoice = await buildInvoice(portal.runtime, [], { ...bill, pdf_file_id: onInvoice.id })
    const draft = await buildInvoice(portal.runtime, [], { ...bill, state: 'draft', pdf_file_id: onDraft.id })
    const message = await buildMessage(portal.runtime, { name: '', email: 'ida@example.org' })
    const line = (subjectKind: 'file' | 'message', subjectId: string) =>
      inTransaction(portal.runtime, trx =>
        recordAudit(
          trx,
          { ...portal.runtime, actor: portalItself, address: '' },
          { action: 'file.uploaded', subjectKind, subjectId },
        ),
      )
    for (const { id } of [loose, onTicket, onRequest, onInvoice, onDraft]) await line('file', id)
    await line('message', message.id)
    expect((await subjectOf(loose.id))?.page).toBeNull()
    expect(await subjectOf(onTicket.id)).toMatchObject({ of: ticket.number, page: { kind: 'ticket', id: ticket.id } })
    expect(await subjectOf(onRequest.id)).toMatchObject({
      of: request.number,
      page: { kind: 'request', id: request.id },
    })
    const bills = { [onInvoice.id]: invoice, [onDraft.id]: draft }
    for (const [fileId, { id, number }] of Object.entries(bills)) {
      expect(await subjectOf(fileId)).toEqual({
        name: 'Angebot.pdf',
        of: number ?? '',
        page: { kind: 'invoice', id },
      })
    }
    expect((await subjectOf(message.id))?.name).toBe('ida@example.org')
  })

  it('is named to a customer if it belongs to them', async () => {
    const customer = await buildCustomer(portal.runtime)
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: customer.id }))
    const owner = { customer_id: customer.id, state: 'attached' } as const
    const { id: pdf_file_id } = await buildFile(portal.runtime, owner)
    const invoice = await buildInvoice(portal.runtime, [], { customer_id: customer.id, gross_cents: 0, pdf_file_id })
    expect((await admin.get(`${api}invoices/${invoice.id}/pdf/`)).statusCode).toBe(200)
    const device = await buildDevice(portal.runtime, { customer_id: customer.id, name: 'Router' })
    const body = { serviceId: device.id, label: 'Oberfläche', password: 'Sommer-im-Garten-7' }
    const { id } = (await admin.post(`${api}credentials/`, body)).json()
    expect((await admin.post(`${api}credentials/${id}/reveal/`)).statusCode).toBe(200)
    const subjects = (await kim.get(url)).json().results.map((line: AuditEntry) => line.subject)
    expect(subjects).toEqual([
      { name: 'Oberfläche', of: 'Router', page: { kind: 'service', id: device.id } },
      expect.objectContaining({ name: invoice.number, page: { kind: 'invoice', id: invoice.id } }),
    ])
    for (const { page } of subjects) {
      const path = page.kind === 'service' ? 'services' : 'invoices'
      expect((await kim.get(`${api}${path}/${page.id}/`)).statusCode).toBe(200)
    }
  })

  it('is known for every line of the demo whose kind has a name', async () => {
    const demo = await openTestApp(engine)
    await loadDemo(demo.runtime)
    const boss = await demo.client('admin')
    const { results } = (await boss.get(`${url}?page_size=100`)).json()
    const unnamed = results.filter((line: AuditEntry) => line.subject === null)
    const kinds = new Set(unnamed.map((line: AuditEntry) => line.subjectKind))
    expect([...kinds]).toEqual(['business_profile'])
    await demo.close()
  })
})
