import { faq } from '#contract/faq.ts'
import { bind } from '#server/http/bind.ts'
import { presentFaq } from './faq.present.ts'
import { getFaq, listFaq } from './faq.queries.ts'

export const faqRoutes = bind('faq', faq, {
  list: async ({ db }, { query }) => {
    const { count, rows } = await listFaq(db, query)
    return { count, results: rows.map(presentFaq) }
  },
  get: async ({ db }, { params }) => presentFaq(await getFaq(db, params.id)),
})
