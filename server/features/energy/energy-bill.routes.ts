import { energyCosts } from '#contract/energy-tariffs.ts'
import { bind } from '#server/http/bind.ts'
import { readBill, readSitePrices } from './energy-bill.queries.ts'

export const costRoutes = bind('energyCosts', energyCosts, {
  bill: (context, { params, query }) => readBill(context, params.id, query.month),
  prices: (context, { params }) => readSitePrices(context, params.id),
})
