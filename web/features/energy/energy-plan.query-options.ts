/** The plan of a site, and today's decisions. */
import { queryOptions } from '@tanstack/react-query'
import { energyPlans } from '#contract/energy-plans.ts'
import { call } from '#web/lib/api/api-client.ts'

/** A plan is made in the first minutes of each quarter-hour. */
const planIntervalMs = 60_000

export function planQuery(id: string) {
  return queryOptions({
    queryKey: ['energy', 'plan', id],
    queryFn: ({ signal }) => call(energyPlans.get, { params: { id }, signal }),
    refetchInterval: planIntervalMs,
  })
}

export function planDayQuery(id: string) {
  return queryOptions({
    queryKey: ['energy', 'planDay', id],
    queryFn: ({ signal }) => call(energyPlans.day, { params: { id }, query: {}, signal }),
    refetchInterval: planIntervalMs,
  })
}
