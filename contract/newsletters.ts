/** Newsletters: written by an admin, sent once to everybody who has confirmed that they want them. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { id, instant, line, optionalText } from './fields.ts'
import { descriptionLengthMax } from './limits.ts'
import { listQuery } from './list-query.ts'
import { newsletterList, newsletterStates } from './lists.ts'
import { mailBodyBlock } from './mail-body.ts'

export type NewsletterState = (typeof newsletterStates)[number]

export const newsletterPermissions = ['update', 'delete', 'send', 'pause', 'continue', 'cancel'] as const

export const newsletter = z.object({
  id,
  subject: z.string(),
  /** Markdown. */
  body: z.string(),
  state: z.enum(newsletterStates),
  /** Of a draft: how many would get it now. */
  recipientsCount: z.int(),
  sentCount: z.int(),
  failedCount: z.int(),
  /** On their way or still to be sent. */
  remainingCount: z.int(),
  /** Unsubscribed meanwhile, or left out by cancelling. */
  skippedCount: z.int(),
  startedAt: z.nullable(instant),
  finishedAt: z.nullable(instant),
  permissions: z.array(z.enum(newsletterPermissions)),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type Newsletter = z.output<typeof newsletter>

/** The full body as PUT demands it. A draft may still be without text; what is sent may not. */
export const newsletterInput = z.strictObject({ subject: line(150), body: optionalText(descriptionLengthMax) })
export type NewsletterInput = z.output<typeof newsletterInput>

export const newsletterPreview = z.object({
  greeting: z.string(),
  blocks: z.array(mailBodyBlock),
  signature: z.array(z.string()),
  footer: z.object({ text: z.string(), links: z.array(z.object({ label: z.string(), url: z.string() })) }),
  /** The mail as text, for programs that show no HTML. */
  text: z.string(),
})
export type NewsletterPreview = z.output<typeof newsletterPreview>

export const newsletters = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/newsletters/',
    access: 'admin',
    summary: 'Newsletters, the latest first.',
    query: listQuery(newsletterList),
    response: page(newsletter),
  },
  create: {
    method: 'POST',
    path: '/api/backend/newsletters/',
    access: 'admin',
    summary: 'Write a draft.',
    body: newsletterInput,
    response: newsletter,
    status: 201,
  },
  preview: {
    method: 'POST',
    path: '/api/backend/newsletter-preview/',
    access: 'admin',
    summary: 'A newsletter as its mail will look; nothing is stored.',
    body: newsletterInput,
    response: newsletterPreview,
  },
  get: {
    method: 'GET',
    path: '/api/backend/newsletters/{id}/',
    access: 'admin',
    summary: 'One newsletter.',
    response: newsletter,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/newsletters/{id}/',
    access: 'admin',
    summary: 'Replace a draft; the full body is demanded.',
    body: newsletterInput,
    response: newsletter,
    conditional: true,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/newsletters/{id}/',
    access: 'admin',
    summary: 'Change parts of a draft.',
    body: z.partial(newsletterInput),
    response: newsletter,
    conditional: true,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/newsletters/{id}/',
    access: 'admin',
    summary: 'Delete a draft. What was sent stays.',
    response: empty,
    status: 204,
    conditional: true,
    withoutStepUp: 'a draft of the business',
  },
  test: {
    method: 'POST',
    path: '/api/backend/newsletters/{id}/test/',
    access: 'admin',
    summary: 'Mail it to oneself.',
    response: empty,
    status: 204,
  },
  send: {
    method: 'POST',
    path: '/api/backend/newsletters/{id}/sending/',
    access: 'admin',
    summary:
      'Begin to send a draft to everybody who wants the newsletter; `recipientsCount` is the number that was agreed to.',
    body: z.strictObject({ recipientsCount: z.int() }),
    response: newsletter,
    stepUp: 'always',
  },
  pause: {
    method: 'POST',
    path: '/api/backend/newsletters/{id}/pause/',
    access: 'admin',
    summary: 'Stop sending for now. What has left has left.',
    response: newsletter,
  },
  continue: {
    method: 'POST',
    path: '/api/backend/newsletters/{id}/continuation/',
    access: 'admin',
    summary: 'Go on after a pause.',
    response: newsletter,
  },
  cancel: {
    method: 'POST',
    path: '/api/backend/newsletters/{id}/cancellation/',
    access: 'admin',
    summary: 'Stop sending for good. What has left has left.',
    response: newsletter,
  },
})
