import { energySavings } from '#contract/energy-savings.ts'
import { bind } from '#server/http/bind.ts'
import { readSavings } from './saving.queries.ts'
import { noteLook } from './site-look.commands.ts'

export const savingRoutes = bind('energySavings', energySavings, {
  get: async (context, { params, query }) => {
    await noteLook(context, params.id)
    return readSavings(context, params.id, query)
  },
})
