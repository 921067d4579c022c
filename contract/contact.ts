/** The contact form. */
import * as z from 'zod/mini'
import { defineEndpoints, empty } from './endpoint.ts'
import { email, isVisible, optionalLine, phone } from './fields.ts'
import { messageTextLengthMax, messageTextLengthMin } from './limits.ts'

export const newMessage = z.strictObject({
  email,
  text: z
    .string('text.required')
    .check(
      z.trim(),
      z.minLength(1, { error: 'text.required', abort: true }),
      z.refine(isVisible, { error: 'text.required', abort: true }),
      z.minLength(messageTextLengthMin, { error: 'text.too_short', abort: true }),
      z.maxLength(messageTextLengthMax, 'text.too_long'),
    ),
  name: z.optional(optionalLine()),
  phone: z.optional(phone),
  /** Hidden from people; only bots fill it in. A filled one is answered like any other and dropped. */
  website: z.optional(z.string().check(z.maxLength(2_000, 'too_long'))),
})
export type NewMessage = z.output<typeof newMessage>

export const contact = defineEndpoints({
  send: {
    method: 'POST',
    path: '/api/backend/messageForm/',
    access: 'public',
    summary: 'Send a message to the business.',
    body: newMessage,
    response: empty,
    status: 204,
  },
})
