/** Newsletters: written by an admin, sent once to all confirmed subscribers. */
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
  /** For a draft: the current number of recipients. */
  recipientsCount: z.int(),
  sentCount: z.int(),
  failedCount: z.int(),
  /** Being sent or still to be sent. */
  remainingCount: z.int(),
  /** Unsubscribed meanwhile, or skipped by a cancellation. */
  skippedCount: z.int(),
  startedAt: z.nullable(instant),
  finishedAt: z.nullable(instant),
  permissions: z.array(z.enum(newsletterPermissions)),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type Newsletter = z.output<typeof newsletter>

/** The full body for PUT. A draft may still be without text; a sent one may not. */
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
    summary: 'Replace a draft; requires the full body.',
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
    summary: 'Delete a draft. Sent newsletters stay.',
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
    summary: 'Start sending a draft to all subscribers; `recipientsCount` is the number that was confirmed.',
    body: z.strictObject({ recipientsCount: z.int() }),
    response: newsletter,
    stepUp: 'always',
  },
  pause: {
    method: 'POST',
    path: '/api/backend/newsletters/{id}/pause/',
    access: 'admin',
    summary: 'Pause sending. Mails already sent stay sent.',
    response: newsletter,
  },
  continue: {
    method: 'POST',
    path: '/api/backend/newsletters/{id}/continuation/',
    access: 'admin',
    summary: 'Continue after a pause.',
    response: newsletter,
  },
  cancel: {
    method: 'POST',
    path: '/api/backend/newsletters/{id}/cancellation/',
    access: 'admin',
    summary: 'Cancel sending. Mails already sent stay sent.',
    response: newsletter,
  },
})
