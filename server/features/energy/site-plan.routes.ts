import { energyPlans } from '#contract/energy-plans.ts'
import { bind } from '#server/http/bind.ts'
import { readSitePlan } from './site-plan.queries.ts'

export const planRoutes = bind('energyPlans', energyPlans, {
  get: (context, { params }) => readSitePlan(context, params.id),
})
