/** The subject of an audit log line: its name, and the page that shows it. */
import * as z from 'zod/mini'
import { id } from './fields.ts'

/** Rows with a page of their own, or a place on one. */
export const auditPages = [
  'backup',
  'customer',
  'dns_domain',
  'dns_endpoint',
  'dns_hostname',
  'energy_site',
  'faq',
  'invoice',
  'message',
  'newsletter',
  'outbox_mail',
  'request',
  'service',
  'service_collection',
  'ticket',
  'user',
] as const
export type AuditPage = (typeof auditPages)[number]

/** The subject of a line. */
export const auditSubject = z.object({
  /** Its current name; for a deleted row the known number. Empty for a draft of an invoice. */
  name: z.string(),
  /** The row it is part of or belongs to: an entry's ticket, a credential's service, a service's customer. */
  of: z.string(),
  /** The row whose page shows it; null without a page, or after its deletion. */
  page: z.nullable(z.object({ kind: z.enum(auditPages), id })),
})
