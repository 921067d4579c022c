/** Entries of tickets: the work, the hours, the cost. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page, pageQuery } from './endpoint.ts'
import { amountEur, calendarDate, hours, id, instant, line, optionalLine, optionalText } from './fields.ts'
import { entryDescriptionLengthMax } from './limits.ts'
import { listQuery } from './list-query.ts'
import { entryList } from './lists.ts'
import { progressSteps } from './progress.ts'

export const entryTypes = [
  'consulting',
  'installation',
  'configuration',
  'development',
  'maintenance',
  'travel',
  'wish',
] as const
export type EntryType = (typeof entryTypes)[number]

export const entryPermissions = ['update', 'bill', 'invoice', 'delete', 'startTimer'] as const

export const workSpan = z.object({ startedAt: instant, stoppedAt: z.nullable(instant), userName: z.string() })

export const ticketEntry = z.object({
  id,
  ticketId: id,
  name: z.string(),
  description: z.string(),
  type: z.enum(entryTypes),
  progress: z.enum(progressSteps),
  /** Billed hours; `measuredHours` is the timer's time, before rounding. */
  quantity: z.number(),
  measuredHours: z.number(),
  hourlyRate: z.number(),
  chargedExtra: z.number(),
  chargedExtraText: z.string(),
  /** quantity × hourlyRate + chargedExtra, in EUR. */
  total: z.number(),
  date: z.string(),
  createdBy: z.enum(['customer', 'admin']),
  invoiceId: z.nullable(id),
  /** The measured spans, oldest first; for admins only, empty for customers. */
  spans: z.array(workSpan),
  permissions: z.array(z.enum(entryPermissions)),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type TicketEntry = z.output<typeof ticketEntry>

/** The full body of an entry for an admin's PUT; a customer sends name, description and type. */
export const ticketEntryInput = z.strictObject({
  name: line(),
  description: optionalText(entryDescriptionLengthMax),
  type: z.enum(entryTypes),
  progress: z.enum(progressSteps),
  quantity: hours,
  hourlyRate: amountEur,
  chargedExtra: amountEur,
  chargedExtraText: optionalLine(),
  date: calendarDate,
})
export type TicketEntryInput = z.output<typeof ticketEntryInput>

export const newTicketEntry = z.extend(z.partial(ticketEntryInput), { ticketId: id, name: line() })
export type NewTicketEntry = z.output<typeof newTicketEntry>

/** The fields a customer may send for their own entry. */
export const customerEntryFields = ['name', 'description', 'type'] as const

export const ticketEntryQuery = listQuery(entryList)

/** A customer's wish in a ticket that nobody has begun. */
const openWish = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  ticket: z.object({ id, number: z.string(), name: z.string() }),
  customer: z.object({ id, name: z.string() }),
})
export type OpenWish = z.output<typeof openWish>

export const ticketEntries = defineEndpoints({
  openWishes: {
    method: 'GET',
    path: '/api/backend/open-wishes/',
    access: 'admin',
    summary: 'Wishes of customers that nobody has begun, newest first, except those in finished tickets.',
    query: pageQuery,
    response: page(openWish),
  },
  list: {
    method: 'GET',
    path: '/api/backend/ticket-entries/',
    access: 'customer',
    summary: 'Entries, of one ticket or all in scope.',
    query: ticketEntryQuery,
    response: page(ticketEntry),
  },
  create: {
    method: 'POST',
    path: '/api/backend/ticket-entries/',
    access: 'customer',
    summary: 'Add an entry to a ticket; a customer names it, an admin also bills it.',
    body: newTicketEntry,
    budget: 'entries',
    response: ticketEntry,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/ticket-entries/{id}/',
    access: 'customer',
    summary: 'One entry.',
    response: ticketEntry,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/ticket-entries/{id}/',
    access: 'customer',
    summary: 'Replace an entry; an admin sends the full body, a customer the full set of own fields.',
    body: z.partial(ticketEntryInput),
    response: ticketEntry,
    conditional: true,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/ticket-entries/{id}/',
    access: 'customer',
    summary: 'Change parts of an entry that is not invoiced.',
    body: z.partial(ticketEntryInput),
    response: ticketEntry,
    conditional: true,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/ticket-entries/{id}/',
    access: 'customer',
    summary: 'Delete an entry that is not invoiced.',
    response: empty,
    status: 204,
    conditional: true,
    withoutStepUp: 'a line of daily work that nobody has been billed for',
  },
})
