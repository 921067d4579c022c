import { outbox } from '#contract/operations.ts'
import { bind } from '#server/http/bind.ts'
import { retryMail } from './outbox.commands.ts'
import { presentListedMail, presentMail } from './outbox.present.ts'
import { getMail, listMails } from './outbox.queries.ts'

export const outboxRoutes = bind('outbox', outbox, {
  list: async ({ db, scope }, { query }) => {
    const { count, rows } = await listMails(db, scope, query)
    return { count, results: rows.map(presentListedMail) }
  },
  get: async (context, { params }) => presentMail(context, await getMail(context.db, context, params.id)),
  retry: async (context, { params }) => presentMail(context, await retryMail(context, params.id)),
})
