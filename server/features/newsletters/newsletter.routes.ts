import { newsletters } from '#contract/newsletters.ts'
import type { Context } from '#server/context.ts'
import { bind } from '#server/http/bind.ts'
import {
  changeNewsletter,
  createNewsletter,
  deleteNewsletter,
  previewNewsletter,
  testNewsletter,
} from './newsletter.commands.ts'
import { presentNewsletter, presentPreview } from './newsletter.present.ts'
import { countAudience, getNewsletter, listNewsletters, type NewsletterRow } from './newsletter.queries.ts'
import { cancelSending, continueSending, pauseSending, startSending } from './newsletter-sending.commands.ts'

const answer = async ({ db }: Context, row: NewsletterRow) => presentNewsletter(row, await countAudience(db))

export const newsletterRoutes = bind('newsletters', newsletters, {
  list: async (context, { query }) => {
    const { count, rows } = await listNewsletters(context.db, context.scope, query)
    const audience = await countAudience(context.db)
    return { count, results: rows.map(row => presentNewsletter(row, audience)) }
  },
  create: async (context, { body }) => answer(context, await createNewsletter(context, body)),
  preview: async (context, { body }) => {
    const { sender, mail } = await previewNewsletter(context.db, context, body)
    return presentPreview(sender, mail)
  },
  get: async (context, { params }) => answer(context, await getNewsletter(context.db, context.scope, params.id)),
  replace: async (context, { params, body, revision }) =>
    answer(context, await changeNewsletter(context, params.id, body, { revision, isWhole: true })),
  update: async (context, { params, body, revision }) =>
    answer(context, await changeNewsletter(context, params.id, body, { revision, isWhole: false })),
  delete: async (context, { params, revision }) => {
    await deleteNewsletter(context, params.id, revision)
    return undefined
  },
  test: async (context, { params }) => {
    await testNewsletter(context, params.id)
    return undefined
  },
  send: async (context, { params, body }) =>
    answer(context, await startSending(context, params.id, body.recipientsCount)),
  pause: async (context, { params }) => answer(context, await pauseSending(context, params.id)),
  continue: async (context, { params }) => answer(context, await continueSending(context, params.id)),
  cancel: async (context, { params }) => answer(context, await cancelSending(context, params.id)),
})
