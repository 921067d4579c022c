import { energyPlans } from '#contract/energy-plans.ts'
import { bind } from '#server/http/bind.ts'
import { readPlanDay } from './plan-day.queries.ts'
import { readSitePlan } from './site-plan.queries.ts'

export const planRoutes = bind('energyPlans', energyPlans, {
  day: (context, { params, query }) => readPlanDay(context, params.id, query.date),
  get: (context, { params }) => readSitePlan(context, params.id),
})
