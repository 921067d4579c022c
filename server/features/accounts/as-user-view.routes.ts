import { asUserViews } from '#contract/as-user-views.ts'
import { bind } from '#server/http/bind.ts'
import { presentView } from './as-user-view.present.ts'
import { listViews } from './as-user-view.queries.ts'

export const viewRoutes = bind('asUserViews', asUserViews, {
  list: async ({ db, scope, clock }, { query }) => {
    const { count, rows } = await listViews(db, scope, query)
    const now = clock.now()
    return { count, results: rows.map(row => presentView(row, now)) }
  },
})
