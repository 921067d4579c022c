import type { LinkProps } from '@tanstack/react-router'
import type { AuditEntry } from '#contract/operations.ts'
import { paths } from '#web/app/paths.ts'

/** The page that shows what an audit line is about; undefined where there is none, or none any more. */
export function auditSubjectLink({
  subject,
  subjectKind,
}: Pick<AuditEntry, 'subject' | 'subjectKind'>): LinkProps | undefined {
  if (subjectKind === 'business_profile') return { to: paths.adminCompany }
  if (!subject?.page) return undefined
  const { kind, id } = subject.page
  const params = { id }
  switch (kind) {
    case 'backup':
      return { to: paths.adminBackups }
    case 'customer':
      return subjectKind === 'customer_link'
        ? { to: paths.adminCustomer, params, search: { section: 'links' } }
        : { to: paths.adminCustomer, params }
    case 'faq':
      return { to: paths.adminFaq, search: { entry: id } }
    case 'invoice':
      return { to: paths.adminInvoice, params }
    case 'message':
      return { to: paths.adminMessages, search: { message: id } }
    case 'newsletter':
      return { to: paths.adminNewsletter, params }
    case 'outbox_mail':
      return { to: paths.adminOutbox }
    case 'request':
      return { to: paths.adminRequest, params }
    case 'service':
      return { to: paths.adminService, params }
    case 'service_collection':
      return { to: paths.adminServices, search: { collection: id } }
    case 'ticket':
      return { to: paths.adminTicket, params }
    case 'user':
      // A user has a line among the users and no page.
      return { to: paths.adminUsers, search: { search: subject.name } }
    default:
      // A kind of another release.
      return undefined
  }
}
