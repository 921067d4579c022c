import { billingRuns } from '#contract/billing-runs.ts'
import { calendarDate } from '#server/clock.ts'
import { bind } from '#server/http/bind.ts'
import { issueRun, startRun, stopRun } from './billing-run.commands.ts'
import { presentRun } from './billing-run.present.ts'
import { getRun } from './billing-run.queries.ts'

export const billingRunRoutes = bind('billingRuns', billingRuns, {
  get: async (context, { query }) => {
    const thisMonth = calendarDate(context.clock.now()).slice(0, 7)
    return presentRun(await getRun(context, query.month ?? thisMonth))
  },
  start: async (context, { body }) => presentRun(await startRun(context, body)),
  issue: async (context, { body }) => presentRun(await issueRun(context, body.month)),
  stop: async (context, { body }) => presentRun(await stopRun(context, body.month)),
})
