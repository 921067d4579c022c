/** What a line of the audit log is about: what it is called, and the page that shows it. */
import * as z from 'zod/mini'
import { id } from './fields.ts'

/** What has a page of its own, or a place on one. */
export const auditPages = [
  'backup',
  'customer',
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

/** What a line is about. */
export const auditSubject = z.object({
  /** As it is called now; of what is gone the number that is known of it. Empty for a draft of an invoice. */
  name: z.string(),
  /** What it is a part of or whose it is: an entry's ticket, a credential's service, a service's customer. */
  of: z.string(),
  /** The row whose page shows it; null where there is none or none any more. */
  page: z.nullable(z.object({ kind: z.enum(auditPages), id })),
})
