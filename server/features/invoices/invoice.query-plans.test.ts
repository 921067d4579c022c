import { afterAll, describe, expect, it } from 'vitest'
import { invoiceList } from '#contract/lists.ts'
import { scopeOf } from '#server/auth/scope.ts'
import {
  billableCount,
  billablePage,
  listWaitingEntries,
  waitingCount,
  waitingOfTickets,
  waitingPage,
} from '#server/features/tickets/ticket-invoicing.queries.ts'
import { adminActor } from '#server/testing/actors.ts'
import {
  combine,
  flags,
  openQueryPlans,
  param,
  scansIn,
  uncoveredIn,
  unorderedIn,
  unsoughtIn,
} from '#server/testing/query-plans.ts'
import { getInvoiceSums } from './invoice.queries.ts'
import { invoiceCount, invoicePage } from './invoice-list.queries.ts'

const { db, planOf, plansOfRun, close } = await openQueryPlans()
afterAll(close)

describe('the list of invoices', () => {
  const variants = combine({
    ordering: invoiceList.orderings,
    isScoped: flags,
    withDrafts: flags,
    hasState: flags,
    paid: ['paid', 'unpaid', 'any'],
    overdue: ['true', 'false', 'any'],
    hasDates: flags,
    hasDueDate: flags,
    words: [0, 1],
  })

  it('walks an index in order with any filter', async () => {
    const plans = variants.filter(({ words }) => words === 0).map(variant => planOf(invoicePage(variant, db, param)))
    expect(plans).toHaveLength(2_304)
    expect(unorderedIn(await Promise.all(plans))).toEqual([])
  })

  it('over all customers seeks its filter, in its default order', async () => {
    const filtered = variants.filter(
      ({ words, isScoped, withDrafts, ordering, hasState, paid, overdue, hasDates, hasDueDate }) =>
        words === 0 &&
        !hasDueDate &&
        !isScoped &&
        withDrafts &&
        ordering === '-issueDate' &&
        (hasState || paid !== 'any' || overdue === 'true' || hasDates),
    )
    const plans = await Promise.all(filtered.map(variant => planOf(invoicePage(variant, db, param))))
    expect(plans).toHaveLength(34)
    expect(unsoughtIn(plans, 'invoice')).toEqual([])
  })

  it('is counted and searched by indexes', async () => {
    const searches = variants.filter(({ words }) => words > 0)
    const plans = [
      ...searches.flatMap(variant => [invoicePage(variant, db, param), invoiceCount(variant, db, param)]),
      ...variants.map(variant => invoiceCount(variant, db, param)),
    ]
    expect(scansIn(await Promise.all(plans.map(planOf)))).toEqual([])
  })

  it('is counted in an index alone for one customer, for a period, and for overdue ones', async () => {
    const counted = variants.filter(
      ({ words, isScoped, overdue, hasDates, hasDueDate }) =>
        words === 0 && (isScoped || overdue === 'true' || hasDates || hasDueDate),
    )
    const plans = counted.map(variant => planOf(invoiceCount(variant, db, param)))
    expect(uncoveredIn(await Promise.all(plans), 'invoice')).toEqual([])
  })

  it('has its sums in an index alone', async () => {
    for (const customer of [undefined, 'c']) {
      const context = { actor: adminActor, scope: scopeOf(adminActor) }
      const plans = await plansOfRun(connection =>
        getInvoiceSums(connection, context, { customer, today: '2026-03-10' }),
      )
      expect(uncoveredIn([plans[0] ?? []], 'invoice')).toEqual([])
      expect(scansIn(plans)).toEqual([])
    }
  })

  it('is created from unbilled work, which walks an index in order', async () => {
    const plans = [await planOf(billablePage(db, param)), await planOf(billableCount(db, param))]
    expect(unorderedIn(plans)).toEqual([])
    expect(unsoughtIn(plans, 'ticket_entry')).toEqual([])
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

  it('sums up unbilled work in an index alone', async () => {
    for (const isOfOne of flags) {
      const plans = [
        await planOf(waitingPage({ isOfOne }, db, param)),
        await planOf(waitingCount({ isOfOne }, db, param)),
      ]
      expect(uncoveredIn(plans, 'ticket_entry')).toEqual([])
      expect(unsoughtIn(plans, 'ticket_entry')).toEqual([])
    }
  })

  it('sums up unbilled work of some tickets by seeking these', async () => {
    const plan = await planOf(waitingOfTickets(db, ['t', 'u']))
    expect(plan.join()).toMatch(/SEARCH ticket_entry USING (?:COVERING )?INDEX \w+ \(ticket_id=\?/)
    expect(scansIn([plan])).toEqual([])
  })
})
