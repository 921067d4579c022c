import { statistics } from '#contract/statistics.ts'
import { calendarDate } from '#server/clock.ts'
import { getCustomer } from '#server/features/customers/customer.queries.ts'
import { bind } from '#server/http/bind.ts'
import { presentCustomerSums, presentWorkMonth } from './statistics.present.ts'
import { getCustomerSums, listWorkMonths } from './statistics.queries.ts'
import { lastTwelveMonths } from './statistics.rules.ts'

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
  customerSums: async ({ db, scope }, { params }) => {
    const { row } = await getCustomer(db, scope, params.id)
    return presentCustomerSums(await getCustomerSums(db, row.id))
  },
})
