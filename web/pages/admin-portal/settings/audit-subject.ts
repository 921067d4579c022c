import type { LinkProps } from '@tanstack/react-router'
import type { AuditEntry } from '#contract/operations.ts'
import { paths } from '#web/app/paths.ts'

/** The page of what an audit line is about; undefined where there is none, or none any more. */
export function auditSubjectLink({
  action,
  subjectKind,
  subjectId,
}: Pick<AuditEntry, 'action' | 'subjectKind' | 'subjectId'>): LinkProps | undefined {
  if (subjectId === '' || goneActions.test(action)) return undefined
  const params = { id: subjectId }
  switch (subjectKind) {
    case 'customer':
      return { to: paths.adminCustomer, params }
    case 'invoice':
      return { to: paths.adminInvoice, params }
    case 'message':
      return { to: paths.adminMessages, search: { message: subjectId } }
    case 'request':
      return { to: paths.adminRequest, params }
    case 'service':
      return { to: paths.adminService, params }
    case 'ticket':
      return { to: paths.adminTicket, params }
    default:
      return undefined
  }
}

const goneActions = /\.(?:deleted|erased|destroyed)$/
