/** The row for a field or a path parameter. */
import { applicationServices } from '#contract/application-services.ts'
import { customerLinks } from '#contract/customer-links.ts'
import { customers } from '#contract/customers.ts'
import { dnsDomains } from '#contract/dns-domains.ts'
import { dnsHostnames } from '#contract/dns-hostnames.ts'
import { adminFaq } from '#contract/faq.ts'
import { files } from '#contract/files.ts'
import { serviceCollections } from '#contract/service-collections.ts'
import { services } from '#contract/services.ts'
import { ticketEntries } from '#contract/ticket-entries.ts'
import { tickets } from '#contract/tickets.ts'
import { users } from '#contract/users.ts'

/** Ids of existing rows, by the path of their list as in the contract; the first one is used. */
export type Rows = ReadonlyMap<string, readonly string[]>

/** An unknown id. */
export const nobodysId = '01970000-0000-7000-8000-000000000000'

const lists: Readonly<Record<string, string>> = {
  aboutTicketId: tickets.list.path,
  actor: users.list.path,
  attachmentIds: files.create.path,
  collection: serviceCollections.list.path,
  collectionId: serviceCollections.list.path,
  customer: customers.list.path,
  customerId: customers.list.path,
  deviceId: services.list.path,
  domain: dnsDomains.list.path,
  domainId: dnsDomains.list.path,
  entryId: ticketEntries.list.path,
  entryIds: ticketEntries.list.path,
  hostnameIds: dnsHostnames.list.path,
  pdfFileId: files.create.path,
  service: services.list.path,
  serviceId: services.list.path,
  serviceIds: applicationServices.list.path,
  ticket: tickets.list.path,
  ticketId: tickets.list.path,
  tickets: tickets.list.path,
}

/** Of endpoints that take ids of one noun only, and call them that. */
const listsOfIds: Readonly<Record<string, string>> = {
  [adminFaq.reorder.path]: adminFaq.list.path,
  [customerLinks.reorder.path]: customerLinks.list.path,
  [tickets.changeMany.path]: tickets.list.path,
}

/** The ids for a field of a call to this path, or for a parameter of the path itself; none for other names. */
export function idsNamed(rows: Rows, name: string, path: string): readonly string[] {
  const [before = path] = path.split(`{${name}}`)
  const list = before !== path ? before : name === 'ids' ? listsOfIds[path] : lists[name]
  return (list === undefined ? undefined : rows.get(list)) ?? []
}

export function idNamed(rows: Rows, name: string, path: string): string {
  return idsNamed(rows, name, path)[0] ?? nobodysId
}
