/** The timer: measured work, kept raw and apart from billed time. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page, pageQuery } from './endpoint.ts'
import { hours, id, instant, line } from './fields.ts'
import { entryTypes, ticketEntry } from './ticket-entries.ts'

/** A user's measurement of work on a ticket: it runs, or it is stopped and waits to be booked. */
export const timer = z.object({
  id,
  ticket: z.object({ id, number: z.string(), name: z.string() }),
  entryId: z.nullable(id),
  startedAt: instant,
  stoppedAt: z.nullable(instant),
})
export type Timer = z.output<typeof timer>

export const timers = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/timers/',
    access: 'admin',
    summary: 'The caller’s open measurements: the running one first, then those that wait to be booked, oldest first.',
    query: pageQuery,
    response: page(timer),
  },
  start: {
    method: 'POST',
    path: '/api/backend/timers/',
    access: 'admin',
    summary:
      'Start measuring work on a ticket, or on one of its entries. One runs per user: to switch, name the running one in `insteadOf`.',
    body: z.strictObject({
      ticketId: id,
      entryId: z.optional(z.nullable(id)),
      /** The caller's running measurement: it is stopped at the same instant, and waits to be booked. */
      insteadOf: z.optional(id),
    }),
    response: timer,
    status: 201,
  },
  stop: {
    method: 'POST',
    path: '/api/backend/timers/{id}/stop/',
    access: 'admin',
    summary: 'Stop measuring at once. The time is kept raw and waits to be booked.',
    response: timer,
  },
  resume: {
    method: 'POST',
    path: '/api/backend/timers/{id}/resumption/',
    access: 'admin',
    summary: 'Revert a stop: the measurement continues as if it had never been stopped.',
    response: timer,
  },
  book: {
    method: 'POST',
    path: '/api/backend/timers/{id}/booking/',
    access: 'admin',
    summary: 'Book a measurement, and stop it if it runs. With an entry it is booked there, else on a new one.',
    body: z.strictObject({
      /** The entry to book on: an existing one, or a new one with this name. */
      entryId: z.optional(id),
      name: z.optional(line()),
      type: z.optional(z.enum(entryTypes)),
      /** Billed hours to add; by default the measured time rounded up to the billing step. */
      quantity: z.optional(hours),
    }),
    response: ticketEntry,
  },
  discard: {
    method: 'DELETE',
    path: '/api/backend/timers/{id}/',
    access: 'admin',
    summary: 'Discard an open measurement.',
    response: empty,
    status: 204,
    withoutStepUp: 'the business’s own measurement, daily work',
  },
})
