import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applicationServiceInput } from '#contract/application-services.ts'
import { businessProfileInput } from '#contract/business-profile.ts'
import { customerLinkInput } from '#contract/customer-links.ts'
import { deviceServiceInput } from '#contract/device-services.ts'
import { mediaTypeOf } from '#contract/media-type.ts'
import { websiteServiceInput } from '#contract/website-services.ts'
import { verifyAudit } from '#server/audit/verify-audit.ts'
import { hourMs } from '#server/clock.ts'
import type { OpenedDatabase } from '#server/database/open.ts'
import { checkRowCounts } from '#server/database/row-counts.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { createCustomer } from '#server/features/customers/customer.commands.ts'
import { checkArchive } from '#server/features/invoices/invoice-archive.queries.ts'
import { publishInvoice } from '#server/features/invoices/invoice-publication.commands.ts'
import { noticeSilence } from '#server/features/services/heartbeat-silence.commands.ts'
import { presentService } from '#server/features/services/service.present.ts'
import { listServices } from '#server/features/services/service-list.queries.ts'
import { getServiceSummary } from '#server/features/services/service-summary.queries.ts'
import { checkDueWebsites } from '#server/features/services/website-check.commands.ts'
import { getHistory } from '#server/features/services/website-check.queries.ts'
import { createTicket } from '#server/features/tickets/ticket.commands.ts'
import { checkTicketSums } from '#server/features/tickets/ticket-sums.queries.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { type TestRuntime, testContext, testRuntime } from '#server/testing/test-runtime.ts'
import { keepDemoAlive } from './demo-live.ts'
import { demoPassword, demoUsernames, loadDemo } from './demo-load.ts'
import { demoRows } from './demo-rows.ts'

const now = new Date('2026-11-20T12:00:00.000Z')

describe.each(engines)('the demo on %s', engine => {
  let database: OpenedDatabase
  let runtime: TestRuntime
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    runtime = testRuntime(database)
    await loadDemo(runtime, now)
  })
  afterAll(() => database.close())

  const countOf = async (table: 'customer' | 'ticket' | 'ticket_entry' | 'faq' | 'message' | 'user_account') => {
    const { count } = await database.db
      .selectFrom(table)
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  it('has a business, 12 customers, 140 tickets with 900 entries, 10 questions and 7 messages', async () => {
    expect(await countOf('customer')).toBe(13)
    expect(await countOf('ticket')).toBe(140)
    expect(await countOf('ticket_entry')).toBe(900)
    expect(await countOf('faq')).toBe(10)
    expect(await countOf('message')).toBe(7)
  })

  it('has correct sums and a valid audit log', async () => {
    expect(await checkTicketSums(database.db)).toEqual([])
    expect(await verifyAudit(database.db)).toMatchObject({ ok: true })
  })

  it('has invoices that the portal wrote: partly paid, cancelled and written again, photovoltaics, for a public body', async () => {
    const { db } = database
    const invoices = await db.selectFrom('invoice').selectAll().where('kind', '<>', 'uploaded').execute()
    const issued = invoices.filter(({ state }) => state === 'issued')
    const since = new Date(now.getTime() - 92 * 24 * hourMs).toISOString().slice(0, 10)
    const uploaded = db.selectFrom('invoice').select('id').where('kind', '=', 'uploaded').where('state', '=', 'issued')
    expect(await uploaded.where('issue_date', '>=', since).execute()).toEqual([])
    expect(issued.some(row => row.paid_cents > 0 && row.paid_cents < row.gross_cents)).toBe(true)
    const cancellation = invoices.find(({ kind }) => kind === 'cancellation')
    expect(invoices.find(({ id }) => id === cancellation?.cancels_id)?.state).toBe('cancelled')
    const lines = await db.selectFrom('invoice_line').select('vat_case').distinct().execute()
    expect(lines.map(({ vat_case }) => vat_case).sort()).toEqual(['photovoltaics', 'standard'])
    const xml = await db.selectFrom('invoice_xml').select('xml').execute()
    expect(xml.some(row => row.xml.includes('07332999-0042-64'))).toBe(true)
    const questions = await db.selectFrom('invoice_question').select(['state', 'line_id']).orderBy('state').execute()
    expect(questions).toEqual([
      { state: 'answered', line_id: null },
      { state: 'open', line_id: expect.any(String) },
    ])
    expect(await checkArchive(db)).toEqual([])
    const waiting = db.selectFrom('outbox_mail').select('id').where('kind', 'like', 'invoice%')
    expect(await waiting.where('state', '=', 'waiting').execute()).toEqual([])
  })

  it('has a draft that can be issued as it is', async () => {
    const boss = testContext({ ...runtime, clock: { now: () => now } })
    const { id } = await database.db
      .selectFrom('invoice')
      .select('id')
      .where('state', '=', 'draft')
      .where('number', 'is not', null)
      .executeTakeFirstOrThrow()
    const issued = await publishInvoice(boss, id, undefined)
    expect(issued.state).toBe('issued')
  })

  it('has 25 requests in every state and priority, some with attachments of the declared type', async () => {
    const requests = await database.db.selectFrom('request').selectAll().orderBy('created_at').execute()
    expect(requests).toHaveLength(25)
    const main = requests.filter(row => row.customer_id === demoRows(now).mainCustomerId)
    for (const rows of [requests, main]) {
      expect([...new Set(rows.map(row => row.state))].sort()).toEqual(['accepted', 'declined', 'open'])
      expect([...new Set(rows.map(row => row.priority))].sort()).toEqual(['high', 'low', 'medium'])
    }
    expect(requests.every(row => (row.ticket_id !== null) === (row.state === 'accepted'))).toBe(true)
    expect(requests.some(row => row.about_ticket_id !== null)).toBe(true)
    const files = await database.db
      .selectFrom('request_attachment')
      .innerJoin('file', 'file.id', 'request_attachment.file_id')
      .innerJoin('file_chunk', 'file_chunk.file_id', 'file.id')
      .selectAll('file')
      .select('content')
      .execute()
    expect(files.length).toBeGreaterThan(5)
    for (const { media_type, size_bytes, sha256, content, state } of files) {
      expect([mediaTypeOf(content), content.length, state]).toEqual([media_type, size_bytes, 'attached'])
      expect(hash('sha256', content)).toBe(sha256)
    }
  })

  it('gives the main customer six valid links, and no links to others', async () => {
    const links = await database.db.selectFrom('customer_link').selectAll().orderBy('position').execute()
    const main = demoRows(now).mainCustomerId
    expect(links.map(link => [link.customer_id, link.position])).toEqual([1, 2, 3, 4, 5, 6].map(place => [main, place]))
    for (const { label, url, position } of links) {
      expect(customerLinkInput.safeParse({ label, url, position }).error?.issues).toBeUndefined()
    }
  })

  it('has valid services of every kind in every state', async () => {
    const boss = testContext({ ...runtime, clock: { now: () => now } })
    const page = { page: 1, page_size: 100 }
    const { count, results } = await listServices(database.db, boss.scope, page)
    const shown = results.map(found => presentService(boss.actor, found, now))
    expect(count).toBe(26)
    const states = new Set(shown.map(({ type, state }) => `${type} ${state}`))
    expect([...states].sort()).toEqual([
      'application_service ok',
      'application_service problem',
      'application_service unknown',
      'device_service null',
      'website_service null',
      'website_service ok',
      'website_service problem',
      'website_service unknown',
    ])
    for (const one of shown) {
      const { customer, ...fields } = { ...one, customerId: one.customer.id }
      const input = {
        device_service: deviceServiceInput,
        website_service: websiteServiceInput,
        application_service: applicationServiceInput,
      }[one.type]
      const sent = Object.fromEntries(Object.entries(fields).filter(([name]) => name in input.shape))
      expect(input.safeParse(sent), one.name).toMatchObject({ success: true, data: sent })
      expect(customer.id).not.toBe(demoRows(now).emptyCustomerId)
    }
    expect(shown.some(one => one.type === 'website_service' && one.isCertificateExpiring)).toBe(true)
    const summary = await getServiceSummary(database.db, boss.scope, {
      customer: undefined,
      now: now.toISOString(),
      certificatesUntil: '2026-12-20T12:00:00.000Z',
    })
    expect([summary.down.length, summary.expiring.length, summary.silent.length]).toEqual([1, 2, 2])
  })

  it('has 90 days of history, with outages and days without checks', async () => {
    const boss = testContext({ ...runtime, clock: { now: () => now } })
    const { results } = await listServices(database.db, boss.scope, {
      page: 1,
      page_size: 100,
      type: 'website_service',
    })
    const histories = await Promise.all(results.map(({ row }) => getHistory(database.db, row.id, now)))
    const days = histories.flatMap(history => history.days)
    expect(days.some(day => day.failures > 0)).toBe(true)
    expect(days.every(day => day.failures <= day.checks && day.checks <= 144)).toBe(true)
    expect(histories.some(({ days: [first] }) => first?.checks === 144)).toBe(true)
    expect(histories.some(({ days: [first] }) => first?.checks === 0)).toBe(true)
    expect(histories.flatMap(({ outages }) => outages).filter(({ endedAt }) => endedAt === null)).toHaveLength(1)
  })

  it('keeps its state while it runs, without calling any website', async () => {
    const later = new Date(now.getTime() + 26 * hourMs)
    const living = { ...runtime, clock: { now: () => later } }
    const statesAt = async () => {
      const rows = await database.db.selectFrom('service').select(['name', 'state']).orderBy('id').execute()
      return rows.map(({ name, state }) => `${name}: ${state}`)
    }
    const before = await statesAt()
    await keepDemoAlive(living)
    await noticeSilence(living)
    await checkDueWebsites({ ...living, config: { ...runtime.config, isDemo: true } })
    expect(await statesAt()).toEqual(before)
    const seen = await database.db.selectFrom('website_service').select('checked_at').execute()
    expect(seen.filter(({ checked_at }) => checked_at === later.toISOString()).length).toBeGreaterThan(5)
    expect(await checkRowCounts(database.db)).toEqual([])
  })

  it('has newsletter subscribers with consent, one pending, two sent newsletters and a draft', async () => {
    const consents = await database.db.selectFrom('newsletter_consent').select(['customer_id', 'state']).execute()
    const marked = await database.db.selectFrom('customer').select('id').where('has_newsletter', '=', 1).execute()
    const confirmed = consents.filter(({ state }) => state === 'confirmed').map(({ customer_id }) => customer_id)
    expect(confirmed.sort()).toEqual(marked.map(({ id }) => id).sort())
    expect(confirmed.length).toBeGreaterThan(2)
    expect(consents.filter(({ state }) => state === 'pending')).toHaveLength(1)
    const newsletters = await database.db.selectFrom('newsletter').select(['state', 'sent_count']).execute()
    expect(newsletters.map(({ state }) => state).sort()).toEqual(['draft', 'sent', 'sent'])
    expect(newsletters.filter(({ state }) => state === 'sent').map(row => row.sent_count)).toEqual([
      confirmed.length,
      confirmed.length,
    ])
    const daily = await database.db.selectFrom('customer').select('id').where('notified_when', '=', 'daily').execute()
    expect(daily.length).toBeGreaterThan(0)
  })

  it('lets its three users log in', async () => {
    const users = await database.db.selectFrom('user_account').selectAll().orderBy('username').execute()
    expect(users.map(user => user.username)).toEqual([...demoUsernames])
    for (const user of users)
      expect(await runtime.passwords.verify(user.password_hash ?? '', demoPassword, '')).toBeTruthy()
    const ticketsOf = async (customerId: string | null) =>
      (
        await database.db
          .selectFrom('ticket')
          .select('id')
          .where('customer_id', '=', customerId ?? '')
          .execute()
      ).length
    expect(await Promise.all(users.map(user => ticketsOf(user.customer_id)))).toEqual([0, 34, 0])
  })

  it('has a profile that the settings page accepts', async () => {
    const { profile } = await getProfile(database.db)
    expect(businessProfileInput.safeParse(profile).error?.issues).toBeUndefined()
  })

  it('continues its sequences', async () => {
    const context = testContext(runtime)
    runtime.pass(now.getTime() - runtime.clock.now().getTime())
    const customer = await createCustomer(context, { company: 'Die Nächste' })
    expect(customer.row.number).toBe('K-1014')
    const ticket = await createTicket(context, { name: 'Das nächste', customerId: customer.row.id })
    const numbers = await database.db
      .selectFrom('ticket')
      .select('number')
      .where('number', 'like', 'T-2026-%')
      .execute()
    expect(ticket.number).toBe(`T-2026-${String(numbers.length).padStart(4, '0')}`)
  })
})
