import { afterAll, describe, expect, it, test } from 'vitest'
import { variantsOf } from '#server/testing/list-variants.ts'
import { openQueryPlans, param, unorderedIn } from '#server/testing/query-plans.ts'
import { ticketPages } from './ticket-list.queries.ts'
import { wishCount, wishPage } from './wish.queries.ts'

const { db, planOf, close } = await openQueryPlans()
afterAll(close)

test('tickets with open wishes are found by the index of wishes, then by their ids', async () => {
  const wished = variantsOf(ticketPages).filter(({ words, 'by wishes': wishes }) => words === 0 && wishes)
  expect(wished).toHaveLength(320)
  for (const variant of wished) {
    for (const statement of [ticketPages.page(variant, db, param), ticketPages.count(variant, db, param)]) {
      const steps = await planOf(statement)
      expect(steps.join()).toMatch(/SEARCH ticket_entry USING COVERING INDEX ticket_entry_of_wish/)
      // Of one customer there are few tickets: these may be walked.
      if (!variant.isScoped) expect(steps.join()).toMatch(/SEARCH ticket USING INDEX \w+ \(id=\?\)/)
    }
  }
})

test('tickets with work in a month are found by the index of dates, of all customers or of one', async () => {
  const worked = variantsOf(ticketPages).filter(variant => variant['by workedIn'])
  expect(worked).toHaveLength(640)
  for (const variant of worked) {
    for (const statement of [ticketPages.page(variant, db, param), ticketPages.count(variant, db, param)]) {
      expect((await planOf(statement)).join()).toMatch(
        variant.isScoped
          ? /SEARCH ticket_entry USING INDEX ticket_entry_of_customer_by_date \(customer_id=\? AND date>\? AND date<\?\)/
          : /SEARCH ticket_entry USING INDEX ticket_entry_by_date \(date>\? AND date<\?\)/,
      )
    }
  }
})

describe('the wishes that wait', () => {
  it('are found in an index of their own, in order', async () => {
    const plans = await Promise.all([planOf(wishPage(db, param)), planOf(wishCount(db))])
    expect(unorderedIn(plans)).toEqual([])
    for (const plan of plans) expect(JSON.stringify(plan)).toContain('ticket_entry_of_wish')
  })
})
