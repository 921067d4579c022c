import type { LinkProps } from '@tanstack/react-router'
import type { AuditEntry } from '#contract/operations.ts'
import { paths } from '#web/app/paths.ts'

/** The customer portal's page for an accessed item; undefined if there is none or it was deleted. */
export function accessSubjectLink({ subject }: Pick<AuditEntry, 'subject'>): LinkProps | undefined {
  if (!subject?.page) return undefined
  const { kind, id } = subject.page
  const params = { id }
  switch (kind) {
    case 'dns_domain':
      return { to: paths.customerDns, search: { view: 'domains', item: id } }
    case 'dns_endpoint':
      return { to: paths.customerDns, search: { view: 'endpoints', item: id } }
    case 'dns_hostname':
      return { to: paths.customerDns, search: { item: id } }
    case 'energy_site':
      return { to: paths.customerPowerMaster, search: { site: id } }
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
