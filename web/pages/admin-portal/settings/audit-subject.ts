import type { LinkProps } from '@tanstack/react-router'
import type { AuditEntry } from '#contract/operations.ts'
import { paths } from '#web/app/paths.ts'
import { billingPart } from '#web/features/business-profile/billing-part.ts'
import { homepagePart } from '#web/features/business-profile/homepage-part.ts'
import { legalPart } from '#web/features/business-profile/legal-part.ts'
import { powerMasterPart } from '#web/features/business-profile/power-master-part.ts'

/** The page of an audit line's subject; undefined if there is none or it was deleted. */
export function auditSubjectLink({
  subject,
  subjectKind,
  details,
}: Pick<AuditEntry, 'subject' | 'subjectKind' | 'details'>): LinkProps | undefined {
  if (subjectKind === 'business_profile') return profileLink(details)
  if (subjectKind === 'login_policy') return { to: paths.adminUsers }
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
    case 'dns_domain':
      return { to: paths.adminDns, search: { view: 'domains', item: id } }
    case 'dns_endpoint':
      return { to: paths.adminDns, search: { view: 'endpoints', item: id } }
    case 'dns_hostname':
      return { to: paths.adminDns, search: { item: id } }
    case 'energy_site':
      return { to: paths.adminEnergySite, params }
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
      // A user has no page, only a line in the list of users.
      return { to: paths.adminUsers, search: { search: subject.name } }
    default:
      // A kind of another release.
      return undefined
  }
}

/** The section with all changed fields; the first one if they belong to several. */
function profileLink(details: string): LinkProps {
  const changed = details.split(', ')
  const section = sections.find(([, { fields }]) => changed.every(name => (fields as readonly string[]).includes(name)))
  return { to: section?.[0] ?? paths.adminCompany }
}

const sections = [
  [paths.adminBilling, billingPart],
  [paths.adminHomepage, homepagePart],
  [paths.adminPowerMasterTexts, powerMasterPart],
  [paths.adminLegalTexts, legalPart],
] as const
