import { energyGaps } from '#contract/energy-gaps.ts'
import { bind } from '#server/http/bind.ts'
import { readGaps } from './site-gap.queries.ts'
import { noteLook } from './site-look.commands.ts'

export const gapRoutes = bind('energyGaps', energyGaps, {
  list: async (context, { params, query }) => {
    await noteLook(context, params.id)
    return { results: await readGaps(context, params.id, query) }
  },
})
