import { afterAll, describe, expect, it } from 'vitest'
import { ticketList } from '#contract/lists.ts'
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
import { entryCountOfTicket, entryPage } from './ticket-entry-list.queries.ts'
import { ticketPage, ticketSearchCount } from './ticket-list.queries.ts'
import { wishCount, wishPage } from './wish.queries.ts'

const { db, planOf, close } = await openQueryPlans()
afterAll(close)

describe('the list of tickets', () => {
  const variants = combine({
    ordering: ticketList.orderings,
    isScoped: flags,
    hasProgress: flags,
    hasInvoiceState: flags,
    isOpen: flags,
    hasWish: flags,
    words: [0, 1],
  })
  const walked = variants.filter(({ words, hasWish }) => words === 0 && !hasWish)

  it('walks an index in order with any filter', async () => {
    const plans = walked.map(variant => planOf(ticketPage(variant, db, param)))
    expect(plans).toHaveLength(160)
    expect(unorderedIn(await Promise.all(plans))).toEqual([])
  })

  it('over all customers seeks its filter, in its default order', async () => {
    const filtered = walked.filter(
      ({ isScoped, ordering, hasProgress, hasInvoiceState }) =>
        !isScoped && ordering === '-updatedAt' && (hasProgress || hasInvoiceState),
    )
    const plans = await Promise.all(filtered.map(variant => planOf(ticketPage(variant, db, param))))
    expect(plans).toHaveLength(6)
    expect(unsoughtIn(plans, 'ticket')).toEqual([])
  })

  it('with open wishes seeks the tickets in the index of wishes', async () => {
    const wished = variants.filter(({ words, hasWish }) => words === 0 && hasWish)
    const statements = wished.flatMap(variant => {
      const both = [ticketPage(variant, db, param), ticketSearchCount(variant, db, param)]
      return both.map(statement => ({ isScoped: variant.isScoped, plan: planOf(statement) }))
    })
    expect(statements).toHaveLength(320)
    for (const { isScoped, plan } of statements) {
      const steps = await plan
      expect(scansIn([steps])).toEqual([])
      expect(steps.join()).toMatch(/SEARCH ticket_entry USING COVERING INDEX ticket_entry_of_wish/)
      // Of one customer there are few tickets: these may be walked.
      if (!isScoped) expect(steps.join()).toMatch(/SEARCH ticket USING INDEX \w+ \(id=\?\)/)
    }
  })

  it('finds words by an index', async () => {
    const searches = variants.filter(({ words }) => words > 0)
    const plans = searches.flatMap(variant => [ticketPage(variant, db, param), ticketSearchCount(variant, db, param)])
    expect(scansIn(await Promise.all(plans.map(planOf)))).toEqual([])
  })
})

describe('the list of entries', () => {
  const variants = combine({
    ordering: ['date', '-date', 'createdAt', '-createdAt'],
    isScoped: flags,
    hasTicket: flags,
    hasProgress: flags,
  })

  it('walks an index in order with any filter', async () => {
    const plans = variants.map(variant => planOf(entryPage(variant, db, param)))
    expect(plans).toHaveLength(32)
    expect(unorderedIn(await Promise.all(plans))).toEqual([])
  })

  it('over all customers seeks its progress, in its default order', async () => {
    const filtered = variants.filter(
      ({ isScoped, hasTicket, hasProgress, ordering }) =>
        !isScoped && !hasTicket && hasProgress && ordering === '-date',
    )
    const plans = await Promise.all(filtered.map(variant => planOf(entryPage(variant, db, param))))
    expect(plans).toHaveLength(1)
    expect(unsoughtIn(plans, 'ticket_entry')).toEqual([])
  })

  it('is counted in an index alone for a ticket', async () => {
    const plans = variants
      .filter(({ hasTicket }) => hasTicket)
      .map(variant => planOf(entryCountOfTicket(variant, db, param)))
    expect(uncoveredIn(await Promise.all(plans), 'ticket_entry')).toEqual([])
  })
})

describe('the open wishes', () => {
  it('are found in their own index, in order', async () => {
    const plans = await Promise.all([planOf(wishPage(db, param)), planOf(wishCount(db))])
    expect(unorderedIn(plans)).toEqual([])
    for (const plan of plans) expect(JSON.stringify(plan)).toContain('ticket_entry_of_wish')
  })
})
