import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { progressSteps } from '#contract/progress.ts'
import { AppError } from '#server/app-error.ts'
import type { UserActor } from '#server/auth/actor.ts'
import { minuteMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { OpenedDatabase } from '#server/database/open.ts'
import { checkRowCounts } from '#server/database/row-counts.ts'
import { buildActor, buildCustomer, buildInvoice } from '#server/testing/build-tickets.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { type TestRuntime, testContext, testRuntime } from '#server/testing/test-runtime.ts'
import { changeTicket, createTicket, deleteTicket } from './ticket.commands.ts'
import { getTicket } from './ticket.queries.ts'
import { addEntry, changeEntry, deleteEntry } from './ticket-entry.commands.ts'
import { checkTicketSums } from './ticket-sums.queries.ts'
import { bookTimer, discardTimer, startTimer } from './timer.commands.ts'

/** Actions possible at any time; numbers pick one of the existing rows. */
const operations = fc.oneof(
  fc.record({ kind: fc.constant('createTicket' as const), by: fc.nat() }),
  fc.record({
    kind: fc.constant('addEntry' as const),
    by: fc.nat(),
    at: fc.nat(),
    hours: fc.nat(800),
    extra: fc.nat(9_999),
  }),
  fc.record({
    kind: fc.constant('changeEntry' as const),
    by: fc.nat(),
    at: fc.nat(),
    hours: fc.nat(800),
    rate: fc.nat(20_000),
    step: fc.nat(2),
  }),
  fc.record({ kind: fc.constant('deleteEntry' as const), by: fc.nat(), at: fc.nat() }),
  fc.record({ kind: fc.constant('moveTicket' as const), at: fc.nat(), to: fc.nat() }),
  fc.record({ kind: fc.constant('deleteTicket' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('time' as const), at: fc.nat(), minutes: fc.nat(200), isKept: fc.boolean() }),
  fc.record({ kind: fc.constant('invoice' as const), at: fc.nat(), isPaid: fc.boolean(), isDraft: fc.boolean() }),
)
type Operation = typeof operations extends fc.Arbitrary<infer T> ? T : never

const kinds: readonly Operation['kind'][] = [
  'createTicket',
  'addEntry',
  'changeEntry',
  'deleteEntry',
  'moveTicket',
  'deleteTicket',
  'time',
  'invoice',
]

describe.each(engines)('the sums kept on a ticket on %s', engine => {
  let database: OpenedDatabase
  let runtime: TestRuntime
  let actors: UserActor[]
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    runtime = testRuntime(database)
    const customers = [await buildCustomer(runtime), await buildCustomer(runtime)]
    actors = [await buildActor(runtime)]
    for (const { id } of customers) actors.push(await buildActor(runtime, { customer_id: id }))
  })
  afterAll(() => database.close())

  it('match the entries after any actions', async () => {
    const done = new Set<Operation['kind']>()
    await fc.assert(
      fc.asyncProperty(fc.array(operations, { minLength: 5, maxLength: 25 }), async sequence => {
        for (const operation of sequence) {
          await perform(operation).then(() => done.add(operation.kind), ignoreRefusal)
        }
        expect(await checkTicketSums(runtime.db)).toEqual([])
        expect(await checkRowCounts(runtime.db)).toEqual([])
      }),
      { numRuns: engine === 'sqlite' ? 60 : 20, seed: 4_711 },
    )
    // Not all actions may have been refused.
    expect([...done].sort()).toEqual([...kinds].sort())
  }, 120_000)

  it('are right under concurrent work on one ticket', async () => {
    const admin = testContext(runtime, actors[0])
    const customer = await buildCustomer(runtime)
    const target = await buildCustomer(runtime)
    const row = await createTicket(admin, { name: 'Gedränge', customerId: customer.id })
    const add = (quantity: number) => addEntry(admin, { ticketId: row.id, name: 'Arbeit', quantity })
    const first = await Promise.all(Array.from({ length: 12 }, (_, index) => add(index / 4)))
    await Promise.all([
      ...first.slice(0, 4).map(entry => deleteEntry(admin, entry.row.id, undefined)),
      ...first
        .slice(4, 8)
        .map(entry =>
          changeEntry(admin, entry.row.id, { quantity: 3, progress: 'inProgress' }, { revision: 1, isWhole: false }),
        ),
      changeTicket(admin, row.id, { customerId: target.id }, { revision: undefined, isWhole: false }),
      add(5),
    ])
    expect(await checkTicketSums(runtime.db)).toEqual([])
    expect(await checkRowCounts(runtime.db)).toEqual([])
    const after = await getTicket(runtime.db, admin, row.id)
    expect([after.entries_count, after.minutes, after.customer_id]).toEqual([
      9,
      (2 + 2.25 + 2.5 + 2.75 + 12 + 5) * 60,
      target.id,
    ])
  })

  it('are reported when they are wrong', async () => {
    const admin = testContext(runtime, actors[0])
    const customer = await buildCustomer(runtime)
    const make = () => createTicket(admin, { name: 'Prüfling', customerId: customer.id })
    const wrong = [
      { entries_count: 1 },
      { minutes: 1 },
      { total_cents: 1 },
      { billed_cents: 1 },
      { invoice_state: 'paid' as const },
    ]
    for (const columns of wrong) {
      const ticket = await make()
      await runtime.db.updateTable('ticket').set(columns).where('id', '=', ticket.id).execute()
      expect(await checkTicketSums(runtime.db)).toEqual([{ id: ticket.id, number: ticket.number }])
      await deleteTicket(admin, ticket.id, undefined)
    }
    const moved = await make()
    await addEntry(admin, { ticketId: moved.id, name: 'Verirrt' })
    await runtime.db
      .updateTable('ticket_entry')
      .set({ customer_id: (await buildCustomer(runtime)).id })
      .where('ticket_id', '=', moved.id)
      .execute()
    expect(await checkTicketSums(runtime.db)).toEqual([{ id: moved.id, number: moved.number }])
  })

  it('and wrong counts of the lists are reported', async () => {
    const customer = await buildCustomer(runtime)
    await createTicket(testContext(runtime, actors[0]), { name: 'Gezählt', customerId: customer.id })
    expect(await checkRowCounts(runtime.db)).toEqual([])
    const key = `${customer.id} upcoming none`
    await runtime.db.updateTable('row_count').set({ count: 7 }).where('key', '=', key).execute()
    expect(await checkRowCounts(runtime.db)).toEqual([{ list: 'ticket_of_customer', key, kept: 7, real: 1 }])
  })

  function contextOf(by: number): Context {
    return testContext(runtime, pick(actors, by))
  }

  async function perform(operation: Operation): Promise<void> {
    const admin = contextOf(0)
    const tickets = await runtime.db.selectFrom('ticket').select(['id', 'customer_id']).orderBy('number_key').execute()
    const entries = await runtime.db.selectFrom('ticket_entry').selectAll().orderBy('id').execute()
    switch (operation.kind) {
      case 'createTicket': {
        const customerId = pick(actors.slice(1), operation.by).customerId ?? ''
        await createTicket(admin, { name: 'Ticket', customerId, budget: operation.by % 500 })
        return
      }
      case 'addEntry': {
        const ticketId = pick(tickets, operation.at).id
        const context = contextOf(operation.by)
        const billing = {
          quantity: operation.hours / 100,
          chargedExtra: operation.extra / 100,
          chargedExtraText: 'Material',
        }
        await addEntry(context, { ticketId, name: 'Eintrag', ...(context.actor === actors[0] ? billing : {}) })
        return
      }
      case 'changeEntry': {
        const { id } = pick(entries, operation.at)
        const context = contextOf(operation.by)
        const change = {
          quantity: operation.hours / 100,
          hourlyRate: operation.rate / 100,
          progress: pick(progressSteps, operation.step),
        }
        const sent = context.actor === actors[0] ? change : { name: `Wunsch ${operation.hours}` }
        await changeEntry(context, id, sent, { revision: undefined, isWhole: false })
        return
      }
      case 'deleteEntry':
        return deleteEntry(contextOf(operation.by), pick(entries, operation.at).id, undefined)
      case 'moveTicket': {
        const customerId = pick(actors.slice(1), operation.to).customerId ?? ''
        const whole = { revision: undefined, isWhole: false }
        await changeTicket(admin, pick(tickets, operation.at).id, { customerId }, whole)
        return
      }
      case 'deleteTicket':
        return deleteTicket(admin, pick(tickets, operation.at).id, undefined)
      case 'time': {
        const timer = await startTimer(admin, { ticketId: pick(tickets, operation.at).id })
        runtime.pass(operation.minutes * minuteMs)
        if (operation.isKept) await bookTimer(admin, timer.id, { name: 'Gemessen' })
        else await discardTimer(admin, timer.id)
        return
      }
      case 'invoice': {
        const entry = pick(
          entries.filter(candidate => candidate.invoice_id === null),
          operation.at,
        )
        // The builder knows one invoice per ticket.
        if (entries.some(({ ticket_id, invoice_id }) => ticket_id === entry.ticket_id && invoice_id !== null)) return
        const state = operation.isDraft ? 'draft' : 'issued'
        await buildInvoice(runtime, [entry], { state, is_paid: operation.isPaid && !operation.isDraft ? 1 : 0 })
      }
    }
  }
})

class NothingThere extends Error {}

function pick<T>(from: readonly T[], index: number): T {
  const picked = from[index % Math.max(1, from.length)]
  if (picked === undefined) throw new NothingThere()
  return picked
}

/** Refusals by a rule are expected; any other error is not. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError || error instanceof NothingThere)) throw error
}
