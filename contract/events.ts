/** What another session has changed, told while it happens: which row, never what stands in it. */
import * as z from 'zod/mini'
import { defineEndpoints, queryNumber } from './endpoint.ts'
import { id } from './fields.ts'

/** The nouns whose changes are told. A row is named by noun and id; the id of all of them at once is empty. */
export const realtimeNouns = [
  'backup',
  'business_profile',
  'customer',
  'customer_link',
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

/** Who changed it, seen from the one who is told: this session itself, or a side. */
export const realtimeAuthors = ['self', 'customer', 'admin', 'portal', 'visitor'] as const
export type RealtimeAuthor = (typeof realtimeAuthors)[number]

/** One change. What it is now is asked for with the ordinary calls. */
export const realtimeEvent = z.object({
  noun: z.enum(realtimeNouns),
  id: z.string(),
  /** Whose row it is; null where it is nobody's, and where it is gone. */
  customerId: z.nullable(id),
  /** The revision it has now; null where it has none, and where it is gone. */
  revision: z.nullable(z.int()),
  by: z.enum(realtimeAuthors),
})
export type RealtimeEvent = z.output<typeof realtimeEvent>

/**
 * The names of the stream's events: `ready` is the first, `change` carries a `realtimeEvent`, `resync` says that changes may
 * have been missed, so that everything shown has to be asked for again.
 */
export const realtimeEventNames = ['ready', 'change', 'resync'] as const
export type RealtimeEventName = (typeof realtimeEventNames)[number]

/** What happened longer ago than this is not told again. */
export const sinceSecondsMax = 3_600

export const events = defineEndpoints({
  stream: {
    method: 'GET',
    path: '/api/events/',
    access: 'customer',
    summary:
      'Changes of rows in reach, as they happen: `change` says which row, `ready` begins, `resync` says that some may be missing. Goes on after `Last-Event-ID`, or with what happened in the last `since_seconds`.',
    query: z.strictObject({
      since_seconds: z.optional(
        queryNumber(z.minimum(0, 'number.invalid'), z.maximum(sinceSecondsMax, 'number.invalid')),
      ),
    }),
    stream: true,
    response: realtimeEvent,
  },
})
