import { energyPrices } from '#contract/energy-prices.ts'
import { invalidField } from '#server/app-error.ts'
import { calendarDate, dayMs, instantText, startOfBerlinDay } from '#server/clock.ts'
import { bind } from '#server/http/bind.ts'
import { dateAfter } from './energy-bill.rules.ts'
import { listPrices, sourceLineOf } from './energy-price.queries.ts'

const rangeDaysMax = 31

export const priceRoutes = bind('energyPrices', energyPrices, {
  list: async ({ db, clock }, { query }) => {
    const first = query.from ?? calendarDate(clock.now())
    const from = startOfBerlinDay(first).getTime()
    const to = startOfBerlinDay(query.to ?? dateAfter(first, 2)).getTime()
    if (to <= from) throw invalidField('to', 'date.invalid')
    if (to - from > (rangeDaysMax + 0.5) * dayMs) throw invalidField('to', 'too_long')
    const rows = await listPrices(db, { zone: query.zone, from, to })
    return {
      results: rows.map(({ at_ms: at, spot_thousandths: spot }) => ({
        startsAt: instantText(new Date(at)),
        spotCt: spot / 1000,
      })),
      source: sourceLineOf(rows),
    }
  },
})
