import { afterAll, describe, expect, it } from 'vitest'
import { openQueryPlans, param, unorderedIn } from '#server/testing/query-plans.ts'
import { wishCount, wishPage } from './wish.queries.ts'

const { db, planOf, close } = await openQueryPlans()
afterAll(close)

describe('the wishes that wait', () => {
  it('are found in an index of their own, in order', async () => {
    const plans = await Promise.all([planOf(wishPage(db, param)), planOf(wishCount(db))])
    expect(unorderedIn(plans)).toEqual([])
    for (const plan of plans) expect(JSON.stringify(plan)).toContain('ticket_entry_of_wish')
  })
})
