/**
 * The query plans of every statement of every list made from the contract: each combination of filters, ordering, scope
 * and search. Checked on SQLite, as explained in `query-plans.ts`.
 */
import { afterAll, describe, expect, it } from 'vitest'
import * as lists from '#contract/lists.ts'
import { variantsOf } from '#server/testing/list-variants.ts'
import { openQueryPlans, param, scansIn, uncoveredIn, unorderedIn, unsoughtIn } from '#server/testing/query-plans.ts'
import { customerPages } from './customers/customer-list.queries.ts'
import { invoicePages } from './invoices/invoice-list.queries.ts'
import { requestPages } from './requests/request-list.queries.ts'
import { servicePages } from './services/service-list.queries.ts'
import { entryPages } from './tickets/ticket-entry-list.queries.ts'
import { ticketPages } from './tickets/ticket-list.queries.ts'

const prepared = [customerPages, ticketPages, entryPages, requestPages, invoicePages, servicePages]

const { db, planOf, close } = await openQueryPlans()
afterAll(close)

describe.each(prepared.map(one => [one.table, one] as const))('the list of %s', (table, one) => {
  const found = variantsOf(one).map(variant => ({ variant, shape: one.shapeOf(variant, false) }))
  const plansOf = (some: typeof found) => Promise.all(some.map(({ variant }) => planOf(one.page(variant, db, param))))
  const findersOf = ({ has }: (typeof found)[number]['shape']) =>
    one.filters.flatMap(([name, { finds }]) => (finds && has(name) ? [finds] : []))

  it('has a statement for every filter, ordering, scope and search', () => {
    for (const name of Object.keys(one.list.filters)) {
      expect([name, name === 'customer' || found.some(({ shape }) => shape.has(name))]).toEqual([name, true])
    }
    expect(new Set(found.map(({ variant }) => variant.ordering)).size).toBe(one.list.orderings?.length ?? 1)
    expect(new Set(found.map(({ variant }) => variant.isScoped)).size).toBe(one.isOfCustomers ? 2 : 1)
  })

  it('walks an index in order with any filter', async () => {
    const walked = found.filter(({ shape }) => shape.isWalk)
    expect(walked.length).toBeGreaterThan(0)
    expect(unorderedIn(await plansOf(walked))).toEqual([])
  })

  it('over all customers seeks its filters in the usual order', async () => {
    const isSought = ({ shape }: (typeof found)[number]) =>
      one.filters.some(([name, filter]) => shape.has(name) && filter.isSought(shape))
    const sought = found.filter(({ shape }) => shape.isUsual).filter(isSought)
    expect(sought.length).toBeGreaterThan(0)
    expect(unsoughtIn(await plansOf(sought), table)).toEqual([])
  })

  it('finds words by an index, and the rows of a filter by its own', async () => {
    const searched = found.filter(({ shape }) => !shape.isWalk)
    const plans = await plansOf(searched)
    expect(scansIn(plans)).toEqual([])
    for (const [at, { shape }] of searched.entries()) {
      if (shape.words > 0) continue
      const indexes = findersOf(shape)
      expect([indexes, indexes.some(index => plans[at]?.join().includes(` ${index} `))]).toEqual([indexes, true])
    }
  })

  it('is counted by an index, and in it alone where it is walked', async () => {
    const usual = one.list.usualOrdering
    const counted = found.filter(({ variant }) => variant.ordering === usual && !one.isKept(variant))
    const plans = await Promise.all(counted.map(({ variant }) => planOf(one.count(variant, db, param))))
    expect(scansIn(plans)).toEqual([])
    const walks = plans.filter((plan, at) => {
      const shape = counted[at]?.shape
      const partial = one.filters.find(([name, { partialIndex }]) => partialIndex && shape?.has(name))?.[1].partialIndex
      // A row found by its id is one.
      return shape?.isWalk && !(partial && plan.join().includes(` ${partial}`)) && !/\(id=\?\)/.test(plan.join())
    })
    expect(uncoveredIn(walks, table)).toEqual([])
  })
})

it('is about every list that is made from the contract', () => {
  const stated = Object.values<unknown>(lists).filter(list => list instanceof Object && 'filters' in list)
  for (const { list } of prepared) expect(stated).toContain(list)
})
