import { auditLog } from '#contract/operations.ts'
import { bind } from '#server/http/bind.ts'
import { presentAuditEntry, presentOwnAuditEntry, presentVerdict } from './audit-log.present.ts'
import { listAuditEntries, verifyLogPart } from './audit-log.queries.ts'

export const auditRoutes = bind('auditLog', auditLog, {
  list: async ({ db, scope }, { query }) => {
    const { count, rows } = await listAuditEntries(db, scope, query)
    return { count, results: rows.map(scope.customers === 'all' ? presentAuditEntry : presentOwnAuditEntry) }
  },
  verify: async ({ db, scope }, { query }) => presentVerdict(await verifyLogPart(db, scope, query.after)),
})
