import { impersonations } from '#contract/impersonations.ts'
import { bind } from '#server/http/bind.ts'
import { presentImpersonation } from './impersonation.present.ts'
import { listImpersonations } from './impersonation.queries.ts'

export const impersonationRoutes = bind('impersonations', impersonations, {
  list: async ({ db, scope, clock }, { query }) => {
    const { count, rows } = await listImpersonations(db, scope, query)
    const now = clock.now()
    return { count, results: rows.map(row => presentImpersonation(row, now)) }
  },
})
