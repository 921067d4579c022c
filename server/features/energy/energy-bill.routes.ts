import { energyCosts } from '#contract/energy-tariffs.ts'
import { bind } from '#server/http/bind.ts'
import { readBill, readSitePrices, readTariffTerms } from './energy-bill.queries.ts'
import { noteLook } from './site-look.commands.ts'

export const costRoutes = bind('energyCosts', energyCosts, {
  bill: async (context, { params, query }) => {
    await noteLook(context, params.id)
    return readBill(context, params.id, query.month)
  },
  terms: (context, { params }) => readTariffTerms(context, params.id),
  prices: (context, { params }) => readSitePrices(context, params.id),
})
