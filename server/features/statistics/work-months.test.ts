import fc from 'fast-check'
import type { Insertable, Selectable, Transaction, Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceTable, TicketEntryTable, TicketTable } from '#server/database/business-tables.ts'
import { newId } from '#server/database/ids.ts'
import type { OpenedDatabase } from '#server/database/open.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { buildEntry, buildInvoice, buildTicket } from '#server/testing/build-tickets.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { type TestRuntime, testRuntime } from '#server/testing/test-runtime.ts'
import { checkWorkMonths } from './statistics.queries.ts'

type Trx = Transaction<Database>

const months = ['2025-12', '2026-01', '2026-02', '2026-03']

const plain = ['remove', 'copyTicket', 'removeTicket', 'draft', 'release', 'issue', 'cancel'] as const

/** Any writes on work and its invoices, bypassing the program's rules; numbers pick one of the existing rows. */
const work = { month: fc.nat(), minutes: fc.nat(600), cents: fc.nat(99_999) }
const write = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), at: fc.nat(), ...work }),
  fc.record({ kind: fc.constant('change' as const), at: fc.nat(), ...work }),
  fc.record({ kind: fc.constantFrom(...plain), at: fc.nat() }),
  fc.record({ kind: fc.constant('invoice' as const), at: fc.nat(), on: fc.nat() }),
)
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never

const transactions = fc.array(
  fc.record({ writes: fc.array(write, { minLength: 1, maxLength: 8 }), isUndone: fc.boolean() }),
  { minLength: 1, maxLength: 6 },
)

class Undone extends Error {}

describe.each(engines)('the sums kept for each month on %s', engine => {
  let database: OpenedDatabase
  let runtime: TestRuntime
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    runtime = testRuntime(database)
    for (let n = 0; n < 3; n += 1) await buildTicket(runtime)
  })
  afterAll(() => database.close())

  it('are those of the entries and their invoices after any writes, rolled back or not', async () => {
    const done = new Set<Write['kind']>()
    await fc.assert(
      fc.asyncProperty(transactions, async sequence => {
        for (const { writes, isUndone } of sequence) {
          await inTransaction(runtime, async trx => {
            for (const one of writes) if (await perform(trx, one)) done.add(one.kind)
            if (isUndone) throw new Undone()
          }).catch(ignoreUndone)
        }
        expect(await checkWorkMonths(runtime.db)).toEqual([])
      }),
      { numRuns: engine === 'sqlite' ? 120 : 40, seed: 4_711 },
    )
    // Each of them has happened, and there are months with billed work.
    expect([...done].sort()).toEqual(['add', 'change', 'invoice', ...plain].sort())
    const kept = await runtime.db.selectFrom('work_month').selectAll().where('billed_cents', '>', 0).execute()
    expect(kept.length).toBeGreaterThan(0)
  }, 120_000)

  it('are right under concurrent writes', async () => {
    const ticket = await buildTicket(runtime)
    const entries = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        buildEntry(runtime, { ticket_id: ticket.id, date: `${months[index % 4]}-15`, minutes: 30 }),
      ),
    )
    await Promise.all([
      ...entries.slice(0, 4).map(entry => buildInvoice(runtime, [entry])),
      ...entries.slice(4, 8).map((entry, index) =>
        inTransaction(runtime, trx =>
          trx
            .updateTable('ticket_entry')
            .set({ date: `${months[(index + 2) % 4]}-01`, minutes: 90 })
            .where('id', '=', entry.id)
            .execute(),
        ),
      ),
      ...entries.slice(8).map(entry => runtime.db.deleteFrom('ticket_entry').where('id', '=', entry.id).execute()),
    ])
    expect(await checkWorkMonths(runtime.db)).toEqual([])
  })

  it.each(['minutes', 'total_cents', 'billed_cents'] as const)('are reported when %s is wrong', async column => {
    await buildEntry(runtime, { date: '2024-05-01' })
    expect(await checkWorkMonths(runtime.db)).toEqual([])
    const right = await runtime.db
      .selectFrom('work_month')
      .selectAll()
      .where('month', '=', '2024-05')
      .executeTakeFirstOrThrow()
    await runtime.db
      .updateTable('work_month')
      .set({ [column]: 1 })
      .where('month', '=', '2024-05')
      .execute()
    expect(await checkWorkMonths(runtime.db)).toEqual([{ month: '2024-05' }])
    await runtime.db.updateTable('work_month').set(right).where('month', '=', '2024-05').execute()
  })

  /** False without a row to do it to. */
  async function perform(trx: Trx, one: Write): Promise<boolean> {
    const entries = await trx.selectFrom('ticket_entry').select('id').orderBy('id').execute()
    const tickets = await trx.selectFrom('ticket').selectAll().orderBy('id').execute()
    const invoices = await trx.selectFrom('invoice').select(['id', 'state']).orderBy('id').execute()
    const inState = (state: string) => invoices.filter(invoice => invoice.state === state)
    const changeEntry = (change: Updateable<TicketEntryTable>) =>
      touch(entries, one, id => trx.updateTable('ticket_entry').set(change).where('id', '=', id))
    switch (one.kind) {
      case 'add':
        return touch(tickets, one, (_, ticket) => trx.insertInto('ticket_entry').values(entryOf(ticket, one)))
      case 'change':
        return changeEntry({ date: dateOf(one), minutes: one.minutes, total_cents: one.cents })
      case 'remove':
        return touch(entries, one, id => trx.deleteFrom('ticket_entry').where('id', '=', id))
      case 'copyTicket':
        return touch(tickets.length < 5 ? tickets : [], one, (_, ticket) =>
          trx.insertInto('ticket').values({ ...ticket, id: newId(), number: newId() }),
        )
      case 'removeTicket':
        // Its entries are deleted with it. One stays, so that there is something to work on.
        return touch(tickets.slice(1), one, id => trx.deleteFrom('ticket').where('id', '=', id))
      case 'draft':
        return touch(tickets, one, (_, { customer_id }) => trx.insertInto('invoice').values(draftOf(customer_id)))
      case 'invoice':
        return invoices.length > 0 && changeEntry({ invoice_id: invoices[one.on % invoices.length]?.id ?? null })
      case 'release':
        return changeEntry({ invoice_id: null })
      case 'issue':
        return touch(inState('draft'), one, id =>
          trx
            .updateTable('invoice')
            .set({ state: 'issued', number: id, number_key: id, ...datesOf('2026-03-02') })
            .where('id', '=', id),
        )
      case 'cancel':
        return touch(inState('issued'), one, id =>
          trx.updateTable('invoice').set({ state: 'cancelled' }).where('id', '=', id),
        )
    }
  }
})

async function touch<T extends { id: string }>(
  rows: readonly T[],
  { at }: { at: number },
  write: (id: string, row: T) => { execute(): Promise<unknown> },
): Promise<boolean> {
  const row = rows[at % Math.max(1, rows.length)]
  if (row === undefined) return false
  await write(row.id, row).execute()
  return true
}

const at = '2026-03-02T09:00:00.000Z'
const stamps = () => ({ id: newId(), created_at: at, updated_at: at })
const dateOf = ({ month }: { month: number }) => `${months[month % months.length]}-14`
const datesOf = (date: string) => ({ issue_date: date, issue_key: date, due_date: date, due_key: date })

function entryOf(
  { id, customer_id }: Selectable<TicketTable>,
  given: { month: number; minutes: number; cents: number },
): Insertable<TicketEntryTable> {
  return {
    ...stamps(),
    ticket_id: id,
    customer_id,
    name: 'Arbeit',
    description: '',
    type: 'consulting',
    progress: 'finished',
    minutes: given.minutes,
    hourly_rate_cents: 9_000,
    extra_cents: 0,
    extra_text: '',
    total_cents: given.cents,
    date: dateOf(given),
    created_by: 'admin',
    created_by_user_id: null,
    invoice_id: null,
  }
}

function draftOf(customerId: string): Insertable<InvoiceTable> {
  return {
    ...stamps(),
    number: null,
    number_key: '',
    customer_id: customerId,
    state: 'draft',
    is_paid: 0,
    paid_on: null,
    ...datesOf('9999-12-31'),
    issue_date: null,
    due_date: null,
    service_from: null,
    service_to: null,
    net_cents: 0,
    tax_cents: 0,
    tax_lines: '[]',
    gross_cents: 0,
    notes: '',
  }
}

function ignoreUndone(error: unknown): void {
  if (!(error instanceof Undone)) throw error
}
