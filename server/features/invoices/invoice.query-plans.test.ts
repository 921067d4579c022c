import { afterAll, describe, expect, it } from 'vitest'
import { scopeOf } from '#server/auth/scope.ts'
import {
  billableCount,
  billablePage,
  chosenEntries,
  listWaitingEntries,
} from '#server/features/tickets/ticket-invoicing.queries.ts'
import { adminActor } from '#server/testing/actors.ts'
import { variantsOf } from '#server/testing/list-variants.ts'
import { openQueryPlans, param, scansIn, uncoveredIn, unorderedIn, unsoughtIn } from '#server/testing/query-plans.ts'
import { getInvoiceSums } from './invoice.queries.ts'
import { invoicePages } from './invoice-list.queries.ts'

const { db, planOf, plansOfRun, close } = await openQueryPlans()
afterAll(close)

describe('the list of invoices', () => {
  it('over all customers seeks those that are overdue, in its usual order', async () => {
    const overdue = variantsOf(invoicePages).filter(
      variant =>
        variant['by overdue'] === 'true' &&
        variant['by drafts'] === '' &&
        variant['by dueDate'] === '' &&
        variant['by questions'] === '',
    )
    const usual = overdue.filter(
      ({ isScoped, words, ordering }) => !isScoped && words === 0 && ordering === '-issueDate',
    )
    const plans = await Promise.all(usual.map(variant => planOf(invoicePages.page(variant, db, param))))
    expect(plans).toHaveLength(48)
    expect(unsoughtIn(plans, 'invoice')).toEqual([])
  })

  it('has the sums of one customer in an index alone', async () => {
    const plans = await plansOfSums('c')
    expect(uncoveredIn(plans, 'invoice')).toEqual([])
    expect(scansIn(plans)).toEqual([])
  })

  it('has the sums of all customers in the amounts that are kept, and reads no invoice', async () => {
    const plans = await plansOfSums(undefined)
    expect(unsoughtIn(plans, 'open_amount')).toEqual([])
    expect(plans.flat().filter(step => /\binvoice\b/.test(step))).toEqual([])
    expect(scansIn(plans)).toEqual([])
  })

  it('is made from work that waits, which walks an index in order', async () => {
    const plans = [await planOf(billablePage(db, param)), await planOf(billableCount(db, param))]
    expect(unorderedIn(plans)).toEqual([])
    expect(unsoughtIn(plans, 'ticket_entry')).toEqual([])
  })

  it('is made from chosen work, which is sought by customer or ticket', async () => {
    const days = { from: '2026-02-01', to: '2026-02-28' }
    for (const choice of [days, { tickets: ['t', 'u'] }, { ...days, tickets: ['t'] }]) {
      const plans = [await planOf(chosenEntries(db, 'c', choice))]
      expect(scansIn(plans)).toEqual([])
      expect(unsoughtIn(plans, 'ticket_entry')).toEqual([])
    }
  })

  it('seeks the oldest work of several customers in one statement', async () => {
    for (const ticketIds of [undefined, ['t', 'u']]) {
      const asked = { customerIds: ['c', 'd'], ticketIds, limit: 500 }
      const plans = await plansOfRun(connection => listWaitingEntries(connection, asked))
      expect(plans).toHaveLength(1)
      expect(scansIn(plans)).toEqual([])
      expect(unsoughtIn(plans, 'ticket_entry')).toEqual([])
    }
  })
})

/** Without the count of drafts, which has plans of its own. */
async function plansOfSums(customer: string | undefined): Promise<string[][]> {
  const context = { actor: adminActor, scope: scopeOf(adminActor) }
  const plans = await plansOfRun(connection => getInvoiceSums(connection, context, { customer, today: '2026-03-10' }))
  return plans.slice(0, 1)
}
