import { configure, TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAudit } from '#server/audit/verify-audit.ts'
import { customerRows } from '#server/database/customer-rows.ts'
import { checkRowCounts } from '#server/database/row-counts.ts'
import { buildChannel, buildSite } from '#server/testing/build-energy.ts'
import { buildEntry, buildInvoice, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { buildNewcomer, waitAndErase } from '#server/testing/leaving-customer.ts'
import { mark, openMarks } from '#server/testing/marked-rows.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { exportedTables } from './customer-export.rules.ts'
import { makeExport } from './customer-export-archive.commands.ts'
import { carryOutErasures } from './erasure-run.commands.ts'
import { endRetention } from './retention.commands.ts'

configure({ useWebWorkers: false })

describe.each(engines)('a deleted account on %s', engine => {
  let portal: TestApp
  let runtime: TestApp['runtime']
  let marks: ReturnType<typeof openMarks>
  beforeAll(async () => {
    portal = await openTestApp(engine)
    runtime = portal.runtime
    marks = openMarks(portal)
  })
  afterAll(() => portal.close())

  it('leaves nothing of a customer without invoices, and ends every session', async () => {
    const { customer, kim, admin, url } = await buildNewcomer(portal)
    const { id: ticketId } = await buildTicket(runtime, { customer_id: customer.id, name: 'Luftwärmepumpe' })
    const searched = async () => {
      const ids = [customer.id, ticketId]
      const parts = await runtime.db.selectFrom('search_part').select('part').where('subject_id', 'in', ids).execute()
      const terms = await runtime.db.selectFrom('search_term').select('term').where('subject_id', 'in', ids).execute()
      return [...parts, ...terms]
    }
    expect(await searched()).toEqual(expect.arrayContaining([{ part: 'pumpe' }, { term: 'luftwaermepumpe' }]))
    await admin.post('/api/auth/as-user/', { customerId: customer.id })
    await kim.post(url, { confirmation: customer.number })
    await runtime.db
      .updateTable('session')
      .set({ as_user_until: '2030-01-01T00:00:00.000Z', idle_until: '2030-01-01T00:00:00.000Z' })
      .execute()
    await waitAndErase(portal)
    expect((await kim.get('/api/backend/tickets/')).statusCode).toBe(401)
    const left = await runtime.db.selectFrom('customer').select('id').where('id', '=', customer.id).execute()
    expect(left).toEqual([])
    expect(await searched()).toEqual([])
    const ended = await runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'details'])
      .where('subject_id', '=', customer.id)
      .orderBy('seq', 'desc')
      .limit(2)
      .execute()
    expect(ended.map(({ action }) => action)).toEqual(['customer.erased', 'as_user.ended'])
  })

  it('was in its export before, leaves no value except where a law retains it, and nothing of others changes', async () => {
    const own = await marks.everythingOf('anna')
    const other = await marks.everythingOf('bert')
    expect(own.marked.size).toBeGreaterThan(70)
    expect([...own.marked].toSorted()).toEqual([...other.marked].toSorted())
    const before = await marks.rowsOf(other.customerId)
    expect(await marks.placesOf('anna')).toEqual(expect.arrayContaining([...own.marked]))

    const admin = await portal.client('admin')
    await expectExported(admin, own)
    await admin.post(`/api/backend/customer/${own.customerId}/erasure/`, { confirmation: own.number })
    await waitAndErase(portal)
    expect(await marks.placesOf('anna')).toEqual([
      'file_chunk.content',
      'outbox_mail.recipient',
      'retained_invoice.recipient',
    ])
    await runtime.db.updateTable('outbox_mail').set({ state: 'sent' }).where('kind', '=', 'erasure_done').execute()
    await endRetention(runtime)
    expect(await marks.placesOf('anna')).toEqual(['file_chunk.content', 'retained_invoice.recipient'])

    expect(await marks.rowsOf(other.customerId)).toEqual(before)
    expect(await checkRowCounts(runtime.db)).toEqual([])
    const counts = await runtime.db.selectFrom('row_count').select('key').execute()
    expect(counts.filter(({ key }) => key.includes(own.customerId))).toEqual([])
    expect(counts.filter(({ key }) => key.includes(other.customerId)).length).toBeGreaterThan(0)
    expect(await verifyAudit(runtime.db)).toMatchObject({ ok: true })
  })

  it('leaves no row that refers to a site, channel or storage', async () => {
    const { customerId, number } = await marks.everythingOf('carla')
    const energy = await marks.energyOf(customerId)
    const tables = (await marks.referencesTo(energy)).map(place => place.split('.')[0])
    const measured = Object.entries(customerRows).flatMap(([table, way]) =>
      table.startsWith('energy_') && way !== null ? [table] : [],
    )
    expect(tables).toEqual(expect.arrayContaining(measured))

    const admin = await portal.client('admin')
    await admin.post(`/api/backend/customer/${customerId}/erasure/`, { confirmation: number })
    await waitAndErase(portal)
    expect(await marks.referencesTo(energy)).toEqual([])
  })

  it('loses the readings of its channels in portions, unless something blocks it, and cannot be kept meanwhile', async () => {
    const { customer, admin, url } = await buildNewcomer(portal)
    const site = await buildSite(runtime, { customer_id: customer.id })
    const { number } = await buildChannel(runtime, { site_id: site.id })
    await sql`insert into energy_reading (channel_number, at_ms, value_millionths)
      with recursive step(n) as (select 0 union all select n + 1 from step where n < 24999)
      select ${sql.lit(number)}, n, 1 from step`.execute(runtime.db)
    const countReadings = async () => {
      const readings = await runtime.db
        .selectFrom('energy_reading')
        .select('at_ms')
        .where('channel_number', '=', number)
        .execute()
      return readings.length
    }
    await admin.post(url, { confirmation: customer.number })
    const { id: ticketId } = await buildTicket(runtime, { customer_id: customer.id })
    const invoice = await buildInvoice(runtime, [
      await buildEntry(runtime, { ticket_id: ticketId, progress: 'finished' }),
    ])
    await waitAndErase(portal)
    expect(await countReadings()).toBe(25_000)

    await runtime.db
      .updateTable('invoice')
      .set({ is_paid: 1, paid_on: '2026-03-10' })
      .where('id', '=', invoice.id)
      .execute()
    // Keeps the transaction of everything else from its commit.
    await sql`create table held (id text references energy_site (id))`.execute(runtime.db)
    await sql`insert into held values (${sql.lit(site.id)})`.execute(runtime.db)
    await expect(carryOutErasures(runtime)).rejects.toThrow('1 accounts')
    expect(await countReadings()).toBeLessThanOrEqual(10_001)

    // Deleted data cannot be kept any more, and nothing may block the rest.
    const late = await portal.loginAs(admin.user)
    expect((await late.delete(url)).json()).toMatchObject({ status: 409, code: 'erasure.running' })
    expect((await late.get(url)).json()).toMatchObject({ state: 'running', obstacles: [], permissions: [] })
    expect((await late.post(url, { confirmation: customer.number })).json().code).toBe('erasure.already_asked')
    const unpaid = await late.patch(`/api/backend/invoices/${invoice.id}/`, { paid: false })
    expect(unpaid.json().code).toBe('erasure.running')
    const user = { username: 'inhaber', email: 'inhaber@example.org', firstName: 'Ina', lastName: 'Haber' }
    const newAdmin = await late.post('/api/jfk-django-core/user/', { ...user, role: 'admin', customerId: customer.id })
    expect(newAdmin.json().code).toBe('erasure.running')

    await sql`drop table held`.execute(runtime.db)
    await carryOutErasures(runtime)
    expect(await countReadings()).toBe(0)
  })

  /** The export contains every mark of its columns, and no other. */
  async function expectExported(admin: LoggedInClient, own: { customerId: string; marked: Set<string> }) {
    const url = `/api/backend/customer/${own.customerId}/exports/`
    await runtime.db.deleteFrom('customer_export').where('customer_id', '=', own.customerId).execute()
    expect((await admin.post(url)).statusCode).toBe(201)
    const [{ id }] = (await admin.get(url)).json().results
    await makeExport(runtime, id)
    const reader = new ZipReader(new Uint8ArrayReader((await admin.get(`${url}${id}/file/`)).rawPayload))
    const texts: string[] = []
    for (const entry of await reader.getEntries()) {
      if (!entry.directory) texts.push(await entry.getData(new TextWriter()))
    }
    const all = texts.join()
    const isExported = (place: string) => {
      const [table, column = ''] = place.split('.')
      return exportedTables.some(plan => plan.table === table && plan.columns.includes(column))
    }
    const places = [...own.marked].filter(place => !place.startsWith('customer_export.'))
    const found = places.filter(place => {
      const [table = '', column = ''] = place.split('.')
      return all.includes(mark(table, column, 'anna'))
    })
    expect(found.toSorted()).toEqual(
      places.filter(place => isExported(place) || place === 'file_chunk.content').toSorted(),
    )
    expect(found.length).toBeGreaterThan(45)
    expect(all).not.toContain('bert.')
  }
})
