/** Any concurrent actions of admins on drafts and invoices: the rules hold and the sums are right. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import type { OpenedDatabase } from '#server/database/open.ts'
import { checkRowCounts } from '#server/database/row-counts.ts'
import { changeEntry, deleteEntry } from '#server/features/tickets/ticket-entry.commands.ts'
import { checkTicketSums } from '#server/features/tickets/ticket-sums.queries.ts'
import { uploadPdf } from '#server/testing/build-files.ts'
import { buildActor, buildCustomer, buildEntry, buildTicket } from '#server/testing/build-tickets.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { testContext, testRuntime } from '#server/testing/test-runtime.ts'
import { changeInvoice, createInvoice, deleteInvoice } from './invoice.commands.ts'
import { getInvoice, type InvoiceRow } from './invoice.queries.ts'
import { publishInvoice } from './invoice-publication.commands.ts'

const usual = { revision: undefined, isWhole: false }
const complete = { issueDate: '2026-03-01', dueDate: '2026-03-15', net: 100, gross: 100 }

describe.each(engines)('invoices on %s', engine => {
  let database: OpenedDatabase
  let admin: Context
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    const runtime = testRuntime(database)
    admin = testContext(runtime, await buildActor(runtime))
  })
  afterAll(() => database.close())

  it('are published once, by the first one', async () => {
    const row = await buildDraft('Einmal-1')
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => publishInvoice(admin, row.id, row.revision)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await getInvoice(admin.db, admin, row.id)).toMatchObject({
      state: 'issued',
      revision: row.revision + 1,
    })
    const lines = await admin.db
      .selectFrom('audit_entry')
      .select('seq')
      .where('subject_id', '=', row.id)
      .where('action', '=', 'invoice.published')
      .execute()
    expect(lines).toHaveLength(1)
  })

  it('take a number once under concurrent requests', async () => {
    const drafts = await Promise.all(Array.from({ length: 5 }, () => buildDraft(null)))
    const outcomes = await Promise.allSettled(
      drafts.map(({ id }, index) => changeInvoice(admin, id, { number: index % 2 ? 'DOPPELT' : 'doppelt' }, usual)),
    )
    expect(codesOf(outcomes)).toEqual(['', ...Array.from({ length: 4 }, () => 'number invoice_number.taken')])
  })

  it('take an entry once under concurrent drafts, and are unchanged after a failed concurrent change', async () => {
    const ticket = await buildTicket(admin)
    const entries = await Promise.all(
      Array.from({ length: 6 }, () => buildEntry(admin, { ticket_id: ticket.id, progress: 'finished' })),
    )
    const entryIds = entries.map(entry => entry.id)
    const fields = { customerId: ticket.customer_id, ...complete }
    const outcomes = await Promise.allSettled([
      createInvoice(admin, { ...fields, number: 'Griff-1', entryIds }),
      createInvoice(admin, { ...fields, number: 'Griff-2', entryIds: entryIds.toReversed() }),
      createInvoice(admin, { ...fields, number: 'Griff-3', entryIds: entryIds.slice(0, 3) }),
      changeEntry(admin, entryIds[0] ?? '', { progress: 'inProgress' }, usual),
      deleteEntry(admin, entryIds[5] ?? '', undefined),
    ])
    const taken = await admin.db
      .selectFrom('ticket_entry')
      .select(['id', 'invoice_id', 'progress'])
      .where('ticket_id', '=', ticket.id)
      .execute()
    expect(taken.filter(entry => entry.invoice_id !== null).every(entry => entry.progress === 'finished')).toBe(true)
    // Three wanted the first entries: at most one has them.
    expect(new Set(taken.flatMap(entry => entry.invoice_id ?? [])).size).toBeLessThanOrEqual(1)
    for (const code of codesOf(outcomes)) {
      expect(['', 'entryIds entries.not_billable', 'ticket_entry.invoiced']).toContain(code)
    }
    expect(await checkTicketSums(admin.db)).toEqual([])
  })

  it('are not published with an entry missing when they are published and changed at the same time', async () => {
    const ticket = await buildTicket(admin)
    const entry = await buildEntry(admin, { ticket_id: ticket.id, progress: 'finished' })
    const work = { customerId: ticket.customer_id, number: 'Zugleich-1', entryIds: [entry.id] }
    const fields = { ...complete, ...work, pdfFileId: await uploadPdf(admin) }
    const row = await createInvoice(admin, fields)
    await Promise.allSettled([
      publishInvoice(admin, row.id, undefined),
      changeInvoice(admin, row.id, { entryIds: [] }, usual),
      deleteInvoice(admin, row.id, undefined),
      changeInvoice(admin, row.id, { paid: true }, usual),
    ])
    expect(await checkTicketSums(admin.db)).toEqual([])
    expect(await checkRowCounts(admin.db)).toEqual([])
  })

  async function buildDraft(number: string | null): Promise<InvoiceRow> {
    const customer = await buildCustomer(admin)
    return createInvoice(admin, { customerId: customer.id, ...complete, pdfFileId: await uploadPdf(admin), number })
  }
})

/** The refusals in order, empty for a success; any other error is thrown. */
function codesOf(outcomes: readonly PromiseSettledResult<unknown>[]): string[] {
  return outcomes
    .map(outcome => {
      if (outcome.status === 'fulfilled') return ''
      if (!(outcome.reason instanceof AppError)) throw outcome.reason
      const [first] = outcome.reason.errors ?? []
      return first ? `${first.field} ${first.code}` : outcome.reason.code
    })
    .sort()
}
