import { adminFaq } from '#contract/faq.ts'
import { bind } from '#server/http/bind.ts'
import { addFaq, changeFaq, deleteFaq, reorderFaq } from './faq-editing.commands.ts'
import { presentEditableFaq } from './faq-editing.present.ts'
import { getEditableFaq, listEditableFaq } from './faq-editing.queries.ts'

export const adminFaqRoutes = bind('adminFaq', adminFaq, {
  list: async ({ db, actor, scope }, { query }) => {
    const { count, rows } = await listEditableFaq(db, scope, query)
    return { count, results: rows.map(row => presentEditableFaq(actor, row)) }
  },
  create: async (context, { body }) => presentEditableFaq(context.actor, await addFaq(context, body)),
  get: async ({ db, actor, scope }, { params }) =>
    presentEditableFaq(actor, await getEditableFaq(db, scope, params.id)),
  replace: async (context, { params, body, revision }) =>
    presentEditableFaq(context.actor, await changeFaq(context, params.id, body, { revision, isWhole: true })),
  update: async (context, { params, body, revision }) =>
    presentEditableFaq(context.actor, await changeFaq(context, params.id, body, { revision, isWhole: false })),
  delete: async (context, { params, revision }) => {
    await deleteFaq(context, params.id, revision)
    return undefined
  },
  reorder: async (context, { body }) => {
    await reorderFaq(context, body.ids)
    return undefined
  },
})
