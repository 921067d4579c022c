import { AsyncResource } from 'node:async_hooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runNextJob } from '#server/jobs/loop.ts'
import { buildEntry } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { errorsOf } from '#server/testing/invoice-desk.ts'
import { openWriter, type Writer } from '#server/testing/invoice-writer.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { billingRunJobs } from './billing-run.jobs.ts'
import { workOnRun } from './billing-run-work.commands.ts'

const runUrl = '/api/backend/billing-run/'
const month = '2026-02'

// biome-ignore lint/suspicious/noExplicitAny: answers of tests.
type Answer = any

describe.each(engines)('billing runs on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let writer: Writer
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
    writer = await openWriter(portal, admin)
    const series = { kind: 'invoice', form: 'RE-{year}-{number:5}', start: 1 }
    expect((await admin.put('/api/backend/admin/number-series/', series)).statusCode).toBe(200)
  })
  afterAll(() => portal.close())

  const wanted = { month, grouping: 'ticket', vatCase: 'standard' }
  const read = async (): Promise<Answer> => (await admin.get(`${runUrl}?month=${month}`)).json()
  const start = async (body: object = wanted) => {
    const answer = await admin.post(runUrl, body)
    expect(answer.statusCode, answer.body).toBe(202)
    return answer.json()
  }
  const work = async () => {
    while (await runNextJob(portal.runtime, billingRunJobs));
    return read()
  }
  const issue = () => admin.post(`${runUrl}publication/`, { month })
  const stop = () => admin.post(`${runUrl}stop/`, { month })
  const statesOf = ({ drafts }: Answer) => drafts.map((draft: Answer) => draft.invoice.state)
  const entriesOnTwoInvoices = async () => {
    const rows = await portal.runtime.db
      .selectFrom('invoice_line_entry')
      .innerJoin('invoice_line', 'invoice_line.id', 'invoice_line_entry.line_id')
      .select(['entry_id', 'invoice_id'])
      .distinct()
      .execute()
    return rows.length - new Set(rows.map(row => row.entry_id)).size
  }

  const draftIn = ({ drafts }: Answer) => drafts.find((draft: Answer) => draft.invoice.state === 'draft')

  type Db = TestApp['runtime']['db']

  /** The database with another method. */
  const withMethod = (name: keyof Db, method: unknown): Db =>
    new Proxy(portal.runtime.db, {
      get(target, key) {
        const value = key === name ? method : Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })

  it('show which customers wait for an invoice and for how much, and refuse a future month', async () => {
    const { customer } = await writer.work()
    const before = await read()
    expect(before).toMatchObject({ month, state: 'none', totalCount: 0, doneCount: 0, drafts: [] })
    expect(before.waiting).toEqual([
      expect.objectContaining({
        customer: expect.objectContaining({ id: customer.id }),
        entriesCount: 2,
        total: 192.5,
      }),
    ])
    expect(errorsOf(await admin.post(runUrl, { ...wanted, month: '2026-04' }))).toEqual(['month date.in_future'])
    expect((await issue()).statusCode).toBe(404)
    expect((await stop()).statusCode).toBe(404)
    expect((await admin.get(`${runUrl}?month=2026-13`)).statusCode).toBe(422)
  })

  it('draft one invoice per customer with the work of the month alone; run twice, they add nothing', async () => {
    const { ticket } = await writer.work({ kind: 'business', company: 'Ohne Straße GmbH', street: '' })
    await buildEntry(portal.runtime, { ticket_id: ticket.id, progress: 'finished', date: '2026-03-01' })
    await start()
    const drafted = await work()
    expect(drafted).toMatchObject({ state: 'idle', totalCount: 2, doneCount: 2, waiting: [] })
    expect(drafted.drafts.map((draft: Answer) => draft.invoice.gross)).toEqual([229.08, 229.08])
    const missing = drafted.drafts.map((draft: Answer) =>
      draft.missing.map(({ place, field }: Answer) => `${place}.${field}`),
    )
    expect(missing.toSorted()).toEqual([[], ['customer.address.street']])
    await start()
    expect((await work()).drafts).toEqual(drafted.drafts)
    expect((await admin.get('/api/backend/invoices/?state=draft')).json().count).toBe(2)
    const march = (await admin.get(`${runUrl}?month=2026-03`)).json()
    expect(march.waiting.map(({ entriesCount }: Answer) => entriesCount)).toEqual([1])
  })

  it('issue complete drafts, leave the rest, and issue it once its data is there', async () => {
    expect((await issue()).statusCode).toBe(202)
    const issued = await work()
    expect(issued).toMatchObject({ state: 'idle', totalCount: 1, doneCount: 1 })
    expect(statesOf(issued).toSorted()).toEqual(['draft', 'issued'])
    const { customer } = draftIn(issued)
    await portal.runtime.db.updateTable('customer').set({ street: 'Weg 1' }).where('id', '=', customer.id).execute()
    await issue()
    const done = await work()
    const numbers = done.drafts.map((draft: Answer) => draft.invoice.number)
    expect(numbers.toSorted()).toEqual(['RE-2026-00001', 'RE-2026-00002'])
    await issue()
    expect(await work()).toMatchObject({ totalCount: 0, drafts: done.drafts })
  })

  it('never choose a VAT case by themselves', async () => {
    await writer.work()
    await start({ ...wanted, vatCase: null })
    const { missing, invoice } = draftIn(await work())
    const codes = missing.map(({ code }: Answer) => code)
    expect(codes).toEqual(['vat_case.required', 'vat_case.required'])
    await issue()
    expect(draftIn(await work()).invoice.id).toBe(invoice.id)
    const lines = portal.runtime.db.updateTable('invoice_line').set({ vat_case: 'standard' })
    await lines.where('invoice_id', '=', invoice.id).execute()
    await issue()
    expect(draftIn(await work())).toBeUndefined()
  })

  it('stop between two customers, and continue where they stopped', async () => {
    await writer.work()
    await writer.work()
    await start()
    // Somebody stops it while it drafts for the first customer.
    const { db } = portal.runtime
    const stopMeanwhile = AsyncResource.bind(stop)
    const stopping = withMethod('transaction', () => ({
      execute: async (transact: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
        const done = await db.transaction().execute(transact)
        await stopMeanwhile()
        return done
      },
    }))
    await workOnRun({ ...portal.runtime, db: stopping }, await idOfRun())
    expect(await read()).toMatchObject({ state: 'idle', doneCount: 1, totalCount: 2, waiting: [expect.anything()] })
    await start()
    expect((await work()).waiting).toEqual([])
  })

  const idOfRun = async () => {
    const { id } = await portal.runtime.db
      .selectFrom('billing_run')
      .select('id')
      .where('month', '=', month)
      .executeTakeFirstOrThrow()
    return id
  }

  it('continue after they were killed between any two drafts, without duplicates', async () => {
    for (let round = 0; round < 3; round += 1) await writer.work()
    await start()
    const id = await idOfRun()
    const killed = vi.fn()
    for (;;) {
      // The first one dies before it has drafted anything, the others after one draft.
      let left = killed.mock.calls.length === 0 ? 0 : 1
      const dying = { ...portal.runtime, db: withMethod('transaction', mayTransact) }
      function mayTransact() {
        if (left-- <= 0) throw new Error('killed')
        return portal.runtime.db.transaction()
      }
      try {
        await workOnRun(dying, id)
        break
      } catch {
        killed()
      }
    }
    expect(killed.mock.calls.length).toBeGreaterThan(2)
    const after = await read()
    expect(after).toMatchObject({ state: 'idle', waiting: [] })
    expect(await entriesOnTwoInvoices()).toBe(0)
    await issue()
    const issued = await work()
    const numbers = issued.drafts.map((draft: Answer) => Number(draft.invoice.number?.slice(-5)))
    expect(numbers.toSorted((one: number, other: number) => one - other)).toEqual(
      numbers.map((_: number, at: number) => at + 1),
    )
  })

  it('draft and issue once when two jobs work on one run', async () => {
    for (let round = 0; round < 3; round += 1) await writer.work()
    await start()
    const id = await idOfRun()
    const { drafts: before } = await read()
    await Promise.all([workOnRun(portal.runtime, id), workOnRun(portal.runtime, id)])
    await work()
    expect((await read()).drafts).toHaveLength(before.length + 3)
    await issue()
    await Promise.all([workOnRun(portal.runtime, id), workOnRun(portal.runtime, id)])
    const { drafts } = await work()
    expect(statesOf({ drafts })).toEqual(drafts.map(() => 'issued'))
    expect(drafts.map((draft: Answer) => draft.failure)).toEqual(drafts.map(() => ''))
    expect(await entriesOnTwoInvoices()).toBe(0)
  })
})
