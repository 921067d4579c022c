/** Tickets: a piece of work for one customer. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { amountEur, id, instant, line, optionalText } from './fields.ts'
import { storedFile } from './files.ts'
import { descriptionLengthMax, noteLengthMax, pageSizeMax } from './limits.ts'
import { listQuery } from './list-query.ts'
import { ticketList } from './lists.ts'
import { priceBases } from './prices.ts'
import { progressSteps } from './progress.ts'
import { ticketEntry } from './ticket-entries.ts'

export const invoicePaidStates = ['paid', 'unpaid'] as const
export type InvoicePaid = (typeof invoicePaidStates)[number] | null

export const ticketPermissions = ['update', 'updateBudget', 'delete', 'addEntry', 'startTimer', 'download'] as const

export const ticket = z.object({
  id,
  number: z.string(),
  name: z.string(),
  description: z.string(),
  progress: z.enum(progressSteps),
  customer: z.object({ id, name: z.string() }),
  /** The default rate of new entries, in EUR per hour. */
  hourlyRate: z.number(),
  hoursCount: z.number(),
  /** EUR over all entries; `openTotal` of it is not invoiced yet, `billedTotal` is. */
  total: z.number(),
  openTotal: z.number(),
  billedTotal: z.number(),
  entriesCount: z.int(),
  invoices: z.array(z.object({ id, number: z.string(), isPaid: z.boolean(), isOverdue: z.boolean() })),
  invoicePaid: z.nullable(z.enum(invoicePaidStates)),
  invoiceNotes: z.string(),
  /** The cost ceiling in EUR the customer set; null = none. */
  budget: z.nullable(z.number()),
  /** Whether the ceiling is net or gross; without one, the basis of a new one. */
  budgetBasis: z.enum(priceBases),
  permissions: z.array(z.enum(ticketPermissions)),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type Ticket = z.output<typeof ticket>

/** The full body of a ticket for PUT; a customer may change only `budget` (PATCH). */
export const ticketInput = z.strictObject({
  name: line(),
  description: optionalText(descriptionLengthMax),
  progress: z.enum(progressSteps),
  customerId: id,
  hourlyRate: amountEur,
  invoiceNotes: optionalText(noteLengthMax),
  budget: z.nullable(amountEur),
})
export type TicketInput = z.output<typeof ticketInput>

export const newTicket = z.strictObject({
  name: line(),
  customerId: id,
  description: z.optional(optionalText(descriptionLengthMax)),
  progress: z.optional(z.enum(progressSteps)),
  /** Defaults to the customer's rate. */
  hourlyRate: z.optional(amountEur),
  invoiceNotes: z.optional(optionalText(noteLengthMax)),
  budget: z.optional(z.nullable(amountEur)),
})
export type NewTicket = z.output<typeof newTicket>

/** `finishAnyway` confirms finishing a ticket whose entries are not all finished. */
export const ticketChange = z.extend(z.partial(ticketInput), { finishAnyway: z.optional(z.boolean()) })

export const ticketQuery = listQuery(ticketList)
export type TicketQuery = z.output<typeof ticketQuery>

/** The summary above the list, over all tickets in scope (or one customer's). */
export const ticketSummary = z.object({
  upcomingCount: z.int(),
  inProgressCount: z.int(),
  hoursThisMonth: z.number(),
  /** EUR worked but not invoiced yet. */
  openTotal: z.number(),
  openTicketsCount: z.int(),
  /** EUR, gross less payments, of issued invoices that are not paid, and their number. */
  unpaidTotal: z.number(),
  unpaidCount: z.int(),
})
export type TicketSummary = z.output<typeof ticketSummary>

export const ticketBulkChange = z.strictObject({
  ids: z.array(id).check(z.minLength(1, 'ids.required'), z.maxLength(pageSizeMax, 'too_long')),
  change: z.discriminatedUnion('action', [
    z.strictObject({
      action: z.literal('setProgress'),
      progress: z.enum(progressSteps),
      finishAnyway: z.optional(z.boolean()),
    }),
    z.strictObject({ action: z.literal('delete') }),
  ]),
})

/** The result for each ticket of a bulk change; `code` is the error that prevented it. */
export const ticketBulkResult = z.object({
  results: z.array(z.object({ id, number: z.string(), isDone: z.boolean(), code: z.nullable(z.string()) })),
})

/**
 * A ticket as its own page needs it: with its entries, oldest first, and its origin. Lists omit these. Of more than
 * `ticketEntriesMax` entries (`entriesCount`) the others are read as pages of `ticketEntries.list`, ordered by `date`.
 */
export const ticketWithEntries = z.extend(ticket, {
  entries: z.array(ticketEntry),
  /** The request it was created from. */
  request: z.nullable(z.object({ id, number: z.string(), title: z.string() })),
  /** The files of that request; they stay when it is deleted. */
  attachments: z.array(storedFile),
})
export type TicketWithEntries = z.output<typeof ticketWithEntries>

export const tickets = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/tickets/',
    access: 'customer',
    summary: 'Tickets with their sums; newest change first unless ordered otherwise.',
    query: ticketQuery,
    response: page(ticket),
  },
  create: {
    method: 'POST',
    path: '/api/backend/tickets/',
    access: 'admin',
    summary: 'Create a ticket.',
    body: newTicket,
    response: ticketWithEntries,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/tickets/{id}/',
    access: 'customer',
    summary:
      'One ticket with its entries, oldest first; of more than 200 the others are pages of the list of entries, ordered by date.',
    response: ticketWithEntries,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/tickets/{id}/',
    access: 'admin',
    summary: 'Replace a ticket; requires the full body.',
    body: z.extend(ticketInput, { finishAnyway: z.optional(z.boolean()) }),
    response: ticketWithEntries,
    conditional: true,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/tickets/{id}/',
    access: 'customer',
    summary: 'Change parts of a ticket; a customer only the cost ceiling.',
    body: ticketChange,
    response: ticketWithEntries,
    conditional: true,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/tickets/{id}/',
    access: 'admin',
    summary: 'Delete a ticket with its entries, if none is invoiced.',
    response: empty,
    status: 204,
    conditional: true,
    stepUp: 'always',
  },
  attachment: {
    method: 'GET',
    path: '/api/backend/tickets/{id}/attachments/{fileId}/',
    access: 'customer',
    summary: 'Download a file of the ticket.',
    response: empty,
    download: true,
  },
  summary: {
    method: 'GET',
    path: '/api/backend/ticket-summary/',
    access: 'customer',
    summary: 'The summary above the list.',
    query: z.strictObject({ customer: z.optional(id) }),
    response: ticketSummary,
  },
  changeMany: {
    method: 'POST',
    path: '/api/backend/ticket-bulk-changes/',
    access: 'admin',
    summary: 'Set the progress of several tickets, or delete them; each succeeds or fails on its own.',
    body: ticketBulkChange,
    response: ticketBulkResult,
    stepUp: { action: 'delete' },
  },
})
