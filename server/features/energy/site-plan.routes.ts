import { energyPlans } from '#contract/energy-plans.ts'
import { bind } from '#server/http/bind.ts'
import { readPlanDay } from './plan-day.queries.ts'
import { noteLook } from './site-look.commands.ts'
import { readSitePlan } from './site-plan.queries.ts'

export const planRoutes = bind('energyPlans', energyPlans, {
  day: async (context, { params, query }) => {
    await noteLook(context, params.id)
    return readPlanDay(context, params.id, query.date)
  },
  get: async (context, { params }) => {
    await noteLook(context, params.id)
    return readSitePlan(context, params.id)
  },
})
