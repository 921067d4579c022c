/** Unsubscribing: one click in a mail program (RFC 8058), or a page with a button. No login. */
import * as z from 'zod/mini'
import { defineEndpoints, empty } from './endpoint.ts'

export const mailTopics = ['notifications', 'newsletter'] as const
export type MailTopic = (typeof mailTopics)[number]

export const unsubscriptions = defineEndpoints({
  read: {
    method: 'GET',
    path: '/api/backend/unsubscription/{token}/',
    access: 'public',
    summary: 'The mails that a link stops, and whether they are still sent.',
    response: z.object({ topic: z.enum(mailTopics), isOn: z.boolean() }),
  },
  stop: {
    method: 'POST',
    path: '/abmelden/{token}/',
    access: 'public',
    summary: 'Stop the mails of a topic, with the link of a mail. Also accepts the form of RFC 8058.',
    response: empty,
    status: 204,
    duringImpersonation: true,
    oneClick: true,
  },
})
