/** Messages of the contact form, as the business reads and answers them. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { id, instant, isVisible } from './fields.ts'
import { replyTextLengthMax } from './limits.ts'
import { listQuery } from './list-query.ts'
import { mailStates, messageList, messageStates } from './lists.ts'

export type MessageState = (typeof messageStates)[number]

const messageFields = {
  id,
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  text: z.string(),
  state: z.enum(messageStates),
  /** When and by whom it was first answered or marked as answered; null and empty while it is new. */
  answeredAt: z.nullable(instant),
  answeredBy: z.string(),
  /** The state of the latest answer's mail; null without an answer, and after its deletion from the outbox. */
  replyMail: z.nullable(z.enum(mailStates)),
  permissions: z.array(z.enum(['reply', 'update', 'delete'])),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
}

export const message = z.object(messageFields)
export type Message = z.output<typeof message>

/** An answer by mail. `mail` is its state in the outbox. */
export const messageReply = z.object({
  id,
  text: z.string(),
  authorName: z.string(),
  mail: z.nullable(z.object({ id, state: z.enum(mailStates), lastError: z.string() })),
  createdAt: instant,
})
export type MessageReply = z.output<typeof messageReply>

export const messageWithReplies = z.object({
  ...messageFields,
  /** Oldest first. */
  replies: z.array(messageReply),
  /** Customers who have the sender's address, or whose users have it. At most five. */
  customers: z.array(z.object({ id, number: z.string(), displayName: z.string() })),
})
export type MessageWithReplies = z.output<typeof messageWithReplies>

export const messageChange = z.strictObject({ state: z.enum(messageStates, 'choice.invalid') })

export const newReply = z.strictObject({
  text: z
    .string('text.required')
    .check(
      z.trim(),
      z.refine(isVisible, { error: 'text.required', abort: true }),
      z.maxLength(replyTextLengthMax, 'text.too_long'),
    ),
})

export const messageQuery = listQuery(messageList)

export const messages = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/admin/messages/',
    access: 'admin',
    summary: 'Contact messages, the new ones first.',
    query: messageQuery,
    response: page(message),
  },
  get: {
    method: 'GET',
    path: '/api/backend/admin/messages/{id}/',
    access: 'admin',
    summary: 'One contact message with its answers.',
    response: messageWithReplies,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/admin/messages/{id}/',
    access: 'admin',
    summary: 'Mark a message as answered, without a mail, or as new again.',
    body: messageChange,
    response: messageWithReplies,
    conditional: true,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/admin/messages/{id}/',
    access: 'admin',
    summary: 'Delete a message with its answers. Sent mails stay in the outbox.',
    response: empty,
    status: 204,
    conditional: true,
    stepUp: 'always',
  },
  reply: {
    method: 'POST',
    path: '/api/backend/admin/messages/{id}/replies/',
    access: 'admin',
    summary: 'Answer by mail, quoting the message, and mark it as answered.',
    body: newReply,
    response: messageWithReplies,
    status: 201,
    conditional: true,
  },
})
