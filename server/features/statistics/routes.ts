import { statistics } from '#contract/statistics.ts'
import { calendarDate } from '#server/clock.ts'
import { bind } from '#server/http/bind.ts'
import { presentWorkMonth } from './present.ts'
import { listWorkMonths } from './queries.ts'
import { lastTwelveMonths } from './rules.ts'

export const statisticsRoutes = bind('statistics', statistics, {
  workMonths: async ({ db, scope, clock }) => {
    const months = lastTwelveMonths(calendarDate(clock.now()))
    const rows = await listWorkMonths(db, scope, { first: months.at(0) ?? '', last: months.at(-1) ?? '' })
    return {
      results: months.map(month =>
        presentWorkMonth(
          month,
          rows.find(row => row.month === month),
        ),
      ),
    }
  },
})
