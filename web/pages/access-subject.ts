import type { LinkProps } from '@tanstack/react-router'
import type { AuditEntry } from '#contract/operations.ts'
import { paths } from '#web/app/paths.ts'

/** The page in the customer portal that shows what somebody looked at; undefined where there is none, or none any more. */
export function accessSubjectLink({ subject }: Pick<AuditEntry, 'subject'>): LinkProps | undefined {
  if (!subject?.page) return undefined
  const { kind, id } = subject.page
  const params = { id }
  switch (kind) {
    case 'invoice':
      return { to: paths.customerInvoice, params }
    case 'request':
      return { to: paths.customerRequest, params }
    case 'service':
      return { to: paths.customerService, params }
    case 'ticket':
      return { to: paths.customerTicket, params }
    default:
      return undefined
  }
}
