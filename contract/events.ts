/** Live changes by other sessions: which row, never its content. */
import * as z from 'zod/mini'
import { defineEndpoints, queryNumber } from './endpoint.ts'
import { id } from './fields.ts'

/** The nouns with change events. A row is named by noun and id; an empty id means all rows. */
export const realtimeNouns = [
  'backup',
  'business_profile',
  'customer',
  'customer_link',
  'dns_domain',
  'dns_endpoint',
  'dns_hostname',
  'energy_channel',
  'energy_site',
  'energy_storage',
  'energy_tariff',
  'faq',
  'invoice',
  'job',
  'login_policy',
  'message',
  'newsletter',
  'outbox_mail',
  'request',
  'service',
  'service_collection',
  'service_credential',
  'ticket',
  'ticket_entry',
  'user',
] as const
export type RealtimeNoun = (typeof realtimeNouns)[number]

/** There is one business profile; its changes have this id. */
export const businessProfileRealtimeId = '1'

/** Who changed it, from the recipient's view: this session itself, or a side. */
export const realtimeAuthors = ['self', 'customer', 'admin', 'portal', 'visitor'] as const
export type RealtimeAuthor = (typeof realtimeAuthors)[number]

/** One change. The current state is read with the ordinary calls. */
export const realtimeEvent = z.object({
  noun: z.enum(realtimeNouns),
  id: z.string(),
  /** The customer of the row; null without one, and after its deletion. */
  customerId: z.nullable(id),
  /** Its current revision; null without one, and after its deletion. */
  revision: z.nullable(z.int()),
  by: z.enum(realtimeAuthors),
})
export type RealtimeEvent = z.output<typeof realtimeEvent>

/**
 * The names of the stream's events: `ready` is the first, `change` carries a `realtimeEvent`, `resync` means that
 * changes may have been missed and everything shown must be fetched again.
 */
export const realtimeEventNames = ['ready', 'change', 'resync'] as const
export type RealtimeEventName = (typeof realtimeEventNames)[number]

/** Older events are not replayed. */
export const sinceSecondsMax = 3_600

export const events = defineEndpoints({
  stream: {
    method: 'GET',
    path: '/api/events/',
    access: 'customer',
    summary:
      'Changes of rows in scope, as they happen: `change` names the row, `ready` begins, `resync` means that some may be missing. Resumes after `Last-Event-ID`, or with the events of the last `since_seconds`.',
    query: z.strictObject({
      since_seconds: z.optional(
        queryNumber(z.minimum(0, 'number.invalid'), z.maximum(sinceSecondsMax, 'number.invalid')),
      ),
    }),
    stream: true,
    response: realtimeEvent,
  },
})
