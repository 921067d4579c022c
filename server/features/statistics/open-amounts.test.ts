import fc from 'fast-check'
import type { Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenedDatabase } from '#server/database/open.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { buildInvoice, buildTicket } from '#server/testing/build-tickets.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { type TestRuntime, testRuntime } from '#server/testing/test-runtime.ts'
import { checkOpenAmounts } from './open-amount.queries.ts'

const dueDates = ['2026-01-15', '2026-02-15', '2026-03-15']

/** Any writes on tickets and invoices, bypassing the program's rules; numbers pick one of the existing rows. */
const write = fc.oneof(
  fc.record({ kind: fc.constant('bill' as const), at: fc.nat(), total: fc.nat(500), billed: fc.nat(500) }),
  fc.record({ kind: fc.constant('issue' as const), at: fc.nat(), gross: fc.nat(500), due: fc.nat() }),
  fc.record({ kind: fc.constant('pay' as const), at: fc.nat(), paid: fc.nat(500), isPaid: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('cancel' as const, 'removeTicket' as const), at: fc.nat() }),
)
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never

const transactions = fc.array(
  fc.record({ writes: fc.array(write, { minLength: 1, maxLength: 8 }), isUndone: fc.boolean() }),
  { minLength: 1, maxLength: 6 },
)

class Undone extends Error {}

describe.each(engines)('the open amounts kept on %s', engine => {
  let database: OpenedDatabase
  let runtime: TestRuntime
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    runtime = testRuntime(database)
    for (let n = 0; n < 3; n += 1) {
      await buildTicket(runtime)
      await buildInvoice(runtime, [])
    }
  })
  afterAll(() => database.close())

  it('are those of the open tickets and invoices after any writes, rolled back or not', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(transactions, async sequence => {
        // So that there is always something to remove and to issue.
        await buildTicket(runtime, { total_cents: 100 })
        await buildInvoice(runtime, [], { state: 'draft' })
        await buildInvoice(runtime, [], { state: 'draft' })
        for (const { writes, isUndone } of sequence) {
          await inTransaction(runtime, async trx => {
            for (const one of writes) await perform(trx, one)
            if (isUndone) throw new Undone()
          }).catch(ignoreUndone)
        }
        expect(await checkOpenAmounts(runtime.db)).toEqual([])
        for (const { subject, count } of await amounts()) if (count > 1) seen.add(subject)
      }),
      { numRuns: engine === 'sqlite' ? 80 : 30, seed: 4_711 },
    )
    expect([...seen].sort()).toEqual(['invoice', 'ticket'])
  }, 120_000)

  it('are right under concurrent writes', async () => {
    const tickets: { id: string }[] = []
    for (let n = 0; n < 12; n += 1) tickets.push(await buildTicket(runtime, { total_cents: 500 }))
    await Promise.all(
      tickets.map(({ id }, index) =>
        inTransaction(runtime, trx =>
          trx
            .updateTable('ticket')
            .set({ billed_cents: index * 50 })
            .where('id', '=', id)
            .execute(),
        ),
      ),
    )
    expect(await checkOpenAmounts(runtime.db)).toEqual([])
  })

  it.each(['count', 'cents'] as const)('are reported when %s is wrong', async column => {
    await buildTicket(runtime, { total_cents: 700 })
    const [right] = (await amounts()).filter(({ subject }) => subject === 'ticket')
    if (right === undefined) throw new Error('No ticket is open.')
    const store = (values: typeof right) =>
      runtime.db.updateTable('open_amount').set(values).where('subject', '=', 'ticket').execute()
    await store({ ...right, [column]: right[column] + 1 })
    expect(await checkOpenAmounts(runtime.db)).toEqual([{ subject: 'ticket', due_date: '' }])
    await store(right)
  })

  const amounts = () => runtime.db.selectFrom('open_amount').selectAll().execute()
})

async function perform(trx: Transaction<Database>, one: Write): Promise<void> {
  switch (one.kind) {
    case 'bill': {
      const id = await pick(trx.selectFrom('ticket').select('id'), one)
      const sums = { total_cents: one.total, billed_cents: one.billed }
      await trx.updateTable('ticket').set(sums).where('id', '=', id).execute()
      break
    }
    case 'removeTicket': {
      const id = await pick(trx.selectFrom('ticket').select('id'), one)
      await trx.deleteFrom('ticket').where('id', '=', id).execute()
      break
    }
    case 'issue': {
      const id = await pick(invoicesIn(trx, 'draft'), one)
      const due = dueDates[one.due % dueDates.length] ?? ''
      const amounts = { net_cents: one.gross, tax_cents: 0, gross_cents: one.gross }
      const dates = { issue_date: due, issue_key: due, due_date: due, due_key: due }
      const issued = { state: 'issued' as const, number: id, number_key: id, ...dates, ...amounts }
      await trx.updateTable('invoice').set(issued).where('id', '=', id).execute()
      break
    }
    case 'pay': {
      const id = await pick(invoicesIn(trx, 'issued'), one)
      const paid = one.isPaid
        ? ({ is_paid: 1, paid_on: '2026-03-01' } as const)
        : ({ is_paid: 0, paid_on: null } as const)
      await trx
        .updateTable('invoice')
        .set({ paid_cents: one.paid, ...paid })
        .where('id', '=', id)
        .execute()
      break
    }
    case 'cancel': {
      const id = await pick(invoicesIn(trx, 'issued'), one)
      await trx.updateTable('invoice').set({ state: 'cancelled' }).where('id', '=', id).execute()
      break
    }
  }
}

const invoicesIn = (trx: Transaction<Database>, state: 'draft' | 'issued') =>
  trx.selectFrom('invoice').select('id').where('state', '=', state)

/** The id of one of the rows; empty without any. */
async function pick(rows: { execute(): Promise<{ id: string }[]> }, { at }: Write): Promise<string> {
  const ids = (await rows.execute()).map(({ id }) => id).sort()
  return ids[at % Math.max(1, ids.length)] ?? ''
}

function ignoreUndone(error: unknown): void {
  if (!(error instanceof Undone)) throw error
}
