/** The writes of the crash test's load: each a call of the portal, with a mark that identifies its row. */
import type { Database } from '#server/database/schema.ts'

/** The rows they write to. */
export type Fixture = {
  readonly customerId: string
  readonly ticketId: string
  readonly deviceId: string
  /** Of a site with a channel `grid`. */
  readonly energyToken: string
}

export type CrashWrite = {
  readonly path: string
  readonly by: 'admin' | 'customer' | 'visitor'
  body(mark: string, fixture: Fixture): object
  /** Where the mark is found afterwards, and its name in the audit log. */
  readonly table: keyof Database
  readonly column: string
  readonly action: string
}

/** Every one of them touches more than one table: sums, counts, search terms, mails, secrets, the audit log. */
export const crashWrites: readonly CrashWrite[] = [
  {
    path: '/api/backend/tickets/',
    by: 'admin',
    body: (name, { customerId }) => ({ name, customerId }),
    table: 'ticket',
    column: 'name',
    action: 'ticket.created',
  },
  {
    path: '/api/backend/ticket-entries/',
    by: 'admin',
    body: (name, { ticketId }) => ({
      name,
      ticketId,
      quantity: 0.25,
      chargedExtra: 1.5,
      chargedExtraText: 'Kabel',
      progress: 'finished',
    }),
    table: 'ticket_entry',
    column: 'name',
    action: 'ticket_entry.created',
  },
  {
    path: '/api/backend/requests/',
    by: 'customer',
    body: title => ({ title, description: 'Bitte bald.' }),
    table: 'request',
    column: 'title',
    action: 'request.created',
  },
  {
    path: '/api/backend/device-services/',
    by: 'admin',
    body: (name, { customerId }) => ({ name, customerId }),
    table: 'service',
    column: 'name',
    action: 'service.created',
  },
  {
    path: '/api/backend/credentials/',
    by: 'admin',
    body: (label, { deviceId }) => ({ label, serviceId: deviceId, password: `geheim ${label}` }),
    table: 'service_credential',
    column: 'label',
    action: 'service_credential.created',
  },
  {
    path: '/api/backend/messageForm/',
    by: 'visitor',
    body: text => ({ email: 'kim@example.org', text }),
    table: 'message',
    column: 'text',
    action: 'message.sent',
  },
  {
    path: '/api/backend/admin/faq/',
    by: 'admin',
    body: question => ({ question, answer: 'Ja.', published: true }),
    table: 'faq',
    column: 'question',
    action: 'faq.created',
  },
  {
    path: '/api/backend/newsletters/',
    by: 'admin',
    body: subject => ({ subject, body: 'Liebe Kundin, lieber Kunde' }),
    table: 'newsletter',
    column: 'subject',
    action: 'newsletter.created',
  },
  {
    path: '/api/backend/invoices/',
    by: 'admin',
    body: (notes, { customerId }) => ({ customerId, notes }),
    table: 'invoice',
    column: 'notes',
    action: 'invoice.created',
  },
]
