import { numberSeries } from '#contract/number-series.ts'
import { bind } from '#server/http/bind.ts'
import { setSeries } from './number-series.commands.ts'
import { listSeries } from './number-series.queries.ts'

export const numberSeriesRoutes = bind('numberSeries', numberSeries, {
  list: async context => ({ results: await listSeries(context) }),
  set: (context, { body, revision }) => setSeries(context, body, revision),
})
