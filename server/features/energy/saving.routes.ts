import { energySavings } from '#contract/energy-savings.ts'
import { bind } from '#server/http/bind.ts'
import { readSavings } from './saving.queries.ts'

export const savingRoutes = bind('energySavings', energySavings, {
  get: (context, { params, query }) => readSavings(context, params.id, query),
})
