import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applicationServiceInput } from '#contract/application-services.ts'
import { customerLinkInput } from '#contract/customer-links.ts'
import { deviceServiceInput } from '#contract/device-services.ts'
import { mediaTypeOf } from '#contract/media-type.ts'
import { businessProfileInput } from '#contract/settings.ts'
import { websiteServiceInput } from '#contract/website-services.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import { hourMs } from '#server/clock.ts'
import type { OpenedDatabase } from '#server/database/open.ts'
import { checkRowCounts } from '#server/database/row-counts.ts'
import { createCustomer } from '#server/features/customers/commands.ts'
import { noticeSilence } from '#server/features/services/application/silence/commands.ts'
import { listServices } from '#server/features/services/list/queries.ts'
import { presentService } from '#server/features/services/present.ts'
import { getServiceSummary } from '#server/features/services/summary/queries.ts'
import { checkDueWebsites } from '#server/features/services/website/commands.ts'
import { getHistory } from '#server/features/services/website/queries.ts'
import { getProfile } from '#server/features/settings/queries.ts'
import { createTicket } from '#server/features/tickets/commands.ts'
import { checkRowTally, checkTicketSums } from '#server/features/tickets/sums/queries.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { type TestServices, testContext, testServices } from '#server/testing/services.ts'
import { goOn } from './live.ts'
import { demoPassword, demoUsernames, loadDemo } from './load.ts'
import { demoRows } from './rows.ts'

const now = new Date('2026-11-20T12:00:00.000Z')

describe.each(engines)('the demo on %s', engine => {
  let database: OpenedDatabase
  let services: TestServices
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    services = testServices(database)
    await loadDemo(services, now)
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

  it('has right sums and a right audit log', async () => {
    expect(await checkTicketSums(database.db)).toEqual([])
    expect(await checkRowTally(database.db)).toEqual([])
    expect(await verifyAudit(database.db)).toMatchObject({ ok: true })
  })

  it('has 25 requests in every state and priority, some with attachments that are what they say', async () => {
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

  it('gives the main customer six links that the form would accept, and others none', async () => {
    const links = await database.db.selectFrom('customer_link').selectAll().orderBy('position').execute()
    const main = demoRows(now).mainCustomerId
    expect(links.map(link => [link.customer_id, link.position])).toEqual([1, 2, 3, 4, 5, 6].map(place => [main, place]))
    for (const { label, url, position } of links) {
      expect(customerLinkInput.safeParse({ label, url, position }).error?.issues).toBeUndefined()
    }
  })

  it('has services of every kind in every state, which their forms would accept', async () => {
    const boss = testContext({ ...services, clock: { now: () => now } })
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

  it('has 90 days of history, with times down and days without checks', async () => {
    const boss = testContext({ ...services, clock: { now: () => now } })
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

  it('stays as it is while it runs, without calling anybody', async () => {
    const later = new Date(now.getTime() + 26 * hourMs)
    const living = { ...services, clock: { now: () => later } }
    const statesAt = async () => {
      const rows = await database.db.selectFrom('service').select(['name', 'state']).orderBy('id').execute()
      return rows.map(({ name, state }) => `${name}: ${state}`)
    }
    const before = await statesAt()
    await goOn(living)
    await noticeSilence(living)
    await checkDueWebsites({ ...living, config: { ...services.config, isDemo: true } })
    expect(await statesAt()).toEqual(before)
    const seen = await database.db.selectFrom('website_service').select('checked_at').execute()
    expect(seen.filter(({ checked_at }) => checked_at === later.toISOString()).length).toBeGreaterThan(5)
    expect(await checkRowCounts(database.db)).toEqual([])
  })

  it('has readers of the newsletter with their consent, one that waits, two newsletters sent and a draft', async () => {
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
      expect(await services.passwords.verify(user.password_hash ?? '', demoPassword)).toBeTruthy()
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

  it('has a profile that the settings page would accept', async () => {
    const { profile } = await getProfile(database.db)
    expect(businessProfileInput.safeParse(profile).error?.issues).toBeUndefined()
  })

  it('goes on with its numbers', async () => {
    const context = testContext(services)
    services.pass(now.getTime() - services.clock.now().getTime())
    const customer = await createCustomer(context, { company: 'Die Nächste' })
    expect(customer.row.number).toBe('K-1014')
    const ticket = await createTicket(context, { name: 'Das nächste', customerId: customer.row.id })
    const numbers = await database.db
      .selectFrom('ticket')
      .select('number')
      .where('number', 'like', 'T-2026-%')
      .execute()
    expect(ticket.row.number).toBe(`T-2026-${String(numbers.length).padStart(4, '0')}`)
  })
})

describe('the demo’s rows', () => {
  const rows = demoRows(now)
  const entries = rows.tickets.flatMap(ticket => ticket.entries)

  it('are the same whenever it is loaded on that day, and end with the day before', () => {
    expect(demoRows(new Date('2026-11-20T22:59:00.000Z'))).toEqual(rows)
    expect(demoRows(new Date('2026-11-20T23:01:00.000Z'))).not.toEqual(rows)
    const latest =
      [...rows.tickets, ...entries]
        .map(row => row.created_at)
        .sort()
        .at(-1) ?? ''
    expect(latest < '2026-11-20').toBe(true)
    expect(latest > '2026-11-13').toBe(true)
  })

  it('show every badge and every type of entry', () => {
    const seen = <T>(values: T[]) => [...new Set(values)].sort()
    expect(seen(rows.tickets.map(ticket => ticket.progress))).toEqual(['finished', 'inProgress', 'upcoming'])
    expect(seen(rows.tickets.map(ticket => ticket.invoice_state))).toEqual(['none', 'paid', 'unpaid'])
    expect(seen(entries.map(entry => entry.progress))).toEqual(['finished', 'inProgress', 'upcoming'])
    expect(seen(entries.map(entry => entry.type))).toHaveLength(7)
    expect(seen(entries.map(entry => entry.created_by))).toEqual(['admin', 'customer'])
    const main = rows.tickets.filter(ticket => ticket.customer_id === rows.mainCustomerId)
    expect(seen(main.map(ticket => ticket.progress))).toHaveLength(3)
    expect(seen(main.map(ticket => ticket.invoice_state))).toHaveLength(3)
  })

  it('have invoices of every state: paid, due, overdue, and drafts of which one only has to be published', () => {
    for (const day of ['2026-11-20', '2026-01-01', '2026-03-03', '2028-02-29']) {
      const { invoices, pdfs, mainCustomerId } = demoRows(new Date(`${day}T10:00:00.000Z`))
      const issued = invoices.filter(row => row.state === 'issued')
      const unpaid = issued.filter(row => row.is_paid === 0)
      expect(issued.length).toBeGreaterThan(60)
      expect(issued.filter(row => row.is_paid === 1 && (row.paid_on ?? '') < day).length).toBeGreaterThan(50)
      expect(unpaid.some(row => (row.due_date ?? '') < day)).toBe(true)
      expect(unpaid.some(row => (row.due_date ?? '') >= day)).toBe(true)
      expect(unpaid.some(row => row.customer_id === mainCustomerId)).toBe(true)
      expect(issued.every(row => row.pdf_file_id && row.net_cents > 0)).toBe(true)
      const drafts = invoices.filter(row => row.state === 'draft')
      expect(drafts.map(row => row.number === null)).toContain(true)
      expect(pdfs).toHaveLength(invoices.filter(row => row.number).length)
    }
  })

  it('have documents that are PDFs and say what the invoice says', () => {
    const invoice = rows.invoices.find(row => row.state === 'issued' && row.customer_id === rows.mainCustomerId)
    const pdf = rows.pdfs.find(({ row }) => row.id === invoice?.pdf_file_id)
    const text = Buffer.from(pdf?.content ?? []).toString('latin1')
    expect(text).toMatch(/^%PDF-1\.4\n/)
    expect(text).toContain(`(Rechnung ${invoice?.number})`)
    expect(text).toContain('Größl')
    const [, start = 0] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? []
    expect(text.slice(Number(start), Number(start) + 4)).toBe('xref')
  })

  it('show ceilings that are free, nearly used and used up', () => {
    const shares = rows.tickets.flatMap(({ budget_cents, total_cents }) =>
      budget_cents ? [(total_cents ?? 0) / budget_cents] : [],
    )
    expect(shares.some(share => share < 0.8)).toBe(true)
    expect(shares.some(share => share >= 0.8 && share < 1)).toBe(true)
    expect(shares.some(share => share >= 1)).toBe(true)
  })

  it('are plausible at any time of the year', () => {
    for (const day of ['2026-01-01', '2026-03-01', '2027-02-28', '2028-02-29', '2026-10-25', '2026-06-03']) {
      const { tickets, spans, requests, mainCustomerId } = demoRows(new Date(`${day}T10:00:00.000Z`))
      expect(tickets.flatMap(ticket => ticket.entries)).toHaveLength(900)
      const main = tickets.filter(ticket => ticket.customer_id === mainCustomerId)
      expect(new Set(main.map(ticket => ticket.invoice_state)).size).toBe(3)
      expect(new Set(main.map(ticket => ticket.progress)).size).toBe(3)
      for (const ticket of tickets) {
        expect(ticket.entries.every(entry => entry.created_at >= ticket.created_at && entry.date < day)).toBe(true)
      }
      const own = requests.filter(request => request.customer_id === mainCustomerId)
      expect(new Set(own.map(request => request.state)).size).toBe(3)
      expect(new Set(requests.map(request => request.number)).size).toBe(25)
      expect(requests.every(request => (request.answered_at ?? request.created_at) < day)).toBe(true)
      expect(spans.length).toBeGreaterThan(100)
    }
  })
})
