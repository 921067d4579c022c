import { afterAll, expect, test } from 'vitest'
import { scopeOf } from '#server/auth/scope.ts'
import { customerActor } from '#server/testing/actors.ts'
import { openQueryPlans, uncoveredIn } from '#server/testing/query-plans.ts'
import { countRequests } from './request.queries.ts'

const { plansOfRun, close } = await openQueryPlans()
afterAll(close)

test('the requests of one customer are summed up in an index alone', async () => {
  const sums = await plansOfRun(connection => countRequests(connection, scopeOf(customerActor), undefined))
  expect(uncoveredIn(sums, 'request')).toEqual([])
})
