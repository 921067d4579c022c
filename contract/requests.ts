/** Requests: a customer's request, before it becomes a ticket. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { amountEur, id, instant, isVisible, line, optionalText } from './fields.ts'
import { attachmentIds, storedFile } from './files.ts'
import { answerLengthMax, requestLengthMax } from './limits.ts'
import { listQuery } from './list-query.ts'
import { requestList, requestPriorities, requestStates } from './lists.ts'
import { progressSteps } from './progress.ts'

export type RequestPriority = (typeof requestPriorities)[number]
export type RequestState = (typeof requestStates)[number]

export const requestPermissions = ['update', 'delete', 'accept', 'decline', 'download'] as const

export const request = z.object({
  id,
  number: z.string(),
  title: z.string(),
  description: z.string(),
  priority: z.enum(requestPriorities),
  state: z.enum(requestStates),
  customer: z.object({ id, name: z.string() }),
  /** The answer of the business; a declined one always has one. */
  answer: z.string(),
  answeredAt: z.nullable(instant),
  /** The resulting ticket. */
  ticketId: z.nullable(id),
  ticket: z.nullable(z.object({ id, number: z.string(), name: z.string(), progress: z.enum(progressSteps) })),
  /** The ticket the request is about. */
  aboutTicket: z.nullable(z.object({ id, number: z.string(), name: z.string() })),
  attachments: z.array(storedFile),
  permissions: z.array(z.enum(requestPermissions)),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type Request = z.output<typeof request>

/** The full body of a request for PUT. */
export const requestInput = z.strictObject({
  title: line(),
  description: optionalText(requestLengthMax),
  priority: z.enum(requestPriorities),
  attachmentIds,
})
export type RequestInput = z.output<typeof requestInput>

export const newRequest = z.strictObject({
  title: line(),
  description: z.optional(optionalText(requestLengthMax)),
  /** `medium` by default. */
  priority: z.optional(z.enum(requestPriorities)),
  attachmentIds: z.optional(attachmentIds),
  /** An admin names the customer; a customer's request is their own. */
  customerId: z.optional(id),
  aboutTicketId: z.optional(id),
})
export type NewRequest = z.output<typeof newRequest>

/** A customer's fields of a new one. */
export const customerRequestFields = ['title', 'description', 'priority', 'attachmentIds', 'aboutTicketId'] as const

/** The ticket created from a request; its description is that of the request. */
export const acceptance = z.strictObject({
  /** Defaults to the title of the request. */
  name: z.optional(line()),
  /** Defaults to the customer's rate. */
  hourlyRate: z.optional(amountEur),
  progress: z.optional(z.enum(progressSteps)),
  /** A message to the customer. */
  answer: z.optional(optionalText(answerLengthMax)),
})
export type Acceptance = z.output<typeof acceptance>

export const rejection = z.strictObject({
  answer: z
    .string('required')
    .check(z.trim(), z.refine(isVisible, { error: 'required', abort: true }), z.maxLength(answerLengthMax, 'too_long')),
})

export const requestQuery = listQuery(requestList)
export type RequestQuery = z.output<typeof requestQuery>

/** Counts of all in scope or of one customer. */
export const requestSummary = z.object({
  openCount: z.int(),
  /** Of the open ones those of high priority. */
  openHighCount: z.int(),
  acceptedCount: z.int(),
  declinedCount: z.int(),
})
export type RequestSummary = z.output<typeof requestSummary>

export const requests = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/requests/',
    access: 'customer',
    summary: 'Requests; newest change first unless ordered otherwise.',
    query: requestQuery,
    response: page(request),
  },
  create: {
    method: 'POST',
    path: '/api/backend/requests/',
    access: 'customer',
    summary: 'Create a request; an admin for a customer.',
    body: newRequest,
    response: request,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/requests/{id}/',
    access: 'customer',
    summary: 'One request.',
    response: request,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/requests/{id}/',
    access: 'customer',
    summary: 'Replace a request, a customer while it is open; requires the full body.',
    // The completeness is checked after the row is found: nothing is revealed about another customer's.
    body: z.partial(requestInput),
    response: request,
    conditional: true,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/requests/{id}/',
    access: 'customer',
    summary: 'Change parts of a request, a customer while it is open.',
    body: z.partial(requestInput),
    response: request,
    conditional: true,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/requests/{id}/',
    access: 'customer',
    summary: 'Delete a request with its attachments, a customer while it is open. A ticket made from it stays.',
    response: empty,
    status: 204,
    conditional: true,
    stepUp: 'ofAdmins',
  },
  accept: {
    method: 'POST',
    path: '/api/backend/requests/{id}/acceptance/',
    access: 'admin',
    summary: 'Accept a request: it becomes a ticket, once, also when accepted repeatedly.',
    body: acceptance,
    response: request,
    conditional: true,
  },
  decline: {
    method: 'POST',
    path: '/api/backend/requests/{id}/rejection/',
    access: 'admin',
    summary: 'Decline a request with an answer.',
    body: rejection,
    response: request,
    conditional: true,
  },
  attachment: {
    method: 'GET',
    path: '/api/backend/requests/{id}/attachments/{fileId}/',
    access: 'customer',
    summary: 'Download an attachment.',
    response: empty,
    download: true,
  },
  summary: {
    method: 'GET',
    path: '/api/backend/request-summary/',
    access: 'customer',
    summary: 'How many requests there are in each state.',
    query: z.strictObject({ customer: z.optional(id) }),
    response: requestSummary,
  },
})
