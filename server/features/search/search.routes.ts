import { search, searchKinds } from '#contract/search.ts'
import { calendarDate } from '#server/clock.ts'
import { bind } from '#server/http/bind.ts'
import { presentGroup } from './search.present.ts'
import { findRows } from './search.queries.ts'
import { bestOf } from './search.rules.ts'

export const searchRoutes = bind('search', search, {
  find: async ({ db, scope, clock }, { query: { search: typed = '', customer } }) => {
    const rows = await findRows(db, scope, { search: typed, customer })
    const today = calendarDate(clock.now())
    return { groups: bestOf(rows, typed, searchKinds).map(group => presentGroup(group, today)) }
  },
})
