import { afterAll, describe, expect, it } from 'vitest'
import { requestList } from '#contract/lists.ts'
import { scopeOf } from '#server/auth/scope.ts'
import { customerActor } from '#server/testing/actors.ts'
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
import { countRequests } from './request.queries.ts'
import { requestCount, requestPage } from './request-list.queries.ts'

const { db, planOf, plansOfRun, close } = await openQueryPlans()
afterAll(close)

describe('the list of requests', () => {
  const variants = combine({
    ordering: requestList.orderings,
    isScoped: flags,
    hasState: flags,
    hasPriority: flags,
    words: [0, 1],
  })

  it('walks an index in order with any filter', async () => {
    const plans = variants.filter(({ words }) => words === 0).map(variant => planOf(requestPage(variant, db, param)))
    expect(plans).toHaveLength(80)
    expect(unorderedIn(await Promise.all(plans))).toEqual([])
  })

  it('over all customers seeks its filter, in its default order', async () => {
    const filtered = variants.filter(
      ({ words, isScoped, ordering, hasState, hasPriority }) =>
        words === 0 && !isScoped && ordering === '-updatedAt' && (hasState || hasPriority),
    )
    const plans = await Promise.all(filtered.map(variant => planOf(requestPage(variant, db, param))))
    expect(plans).toHaveLength(3)
    expect(unsoughtIn(plans, 'request')).toEqual([])
  })

  it('of one customer is counted in an index alone, words are found by an index', async () => {
    const counted = variants.filter(({ words, isScoped }) => words === 0 && isScoped)
    const counts = await Promise.all(counted.map(variant => planOf(requestCount(variant, db, param))))
    expect(uncoveredIn(counts, 'request')).toEqual([])
    const sums = await plansOfRun(connection => countRequests(connection, scopeOf(customerActor), undefined))
    expect(uncoveredIn(sums, 'request')).toEqual([])
    const searches = variants.filter(({ words }) => words > 0)
    const plans = searches.flatMap(variant => [requestPage(variant, db, param), requestCount(variant, db, param)])
    expect(scansIn(await Promise.all(plans.map(planOf)))).toEqual([])
  })
})
