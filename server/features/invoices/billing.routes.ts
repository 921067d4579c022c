import { billing } from '#contract/billing.ts'
import { calendarDate } from '#server/clock.ts'
import { listWaitingWork } from '#server/features/tickets/ticket-invoicing.queries.ts'
import { bind } from '#server/http/bind.ts'
import { billWork } from './billing.commands.ts'
import { presentBillableWork } from './billing.present.ts'
import { presentInvoice } from './invoice.present.ts'
import { withTickets } from './invoice.queries.ts'

export const billingRoutes = bind('billing', billing, {
  list: async ({ db, scope }, { query }) => {
    const { count, rows } = await listWaitingWork(db, scope, query)
    return { count, results: rows.map(presentBillableWork) }
  },
  createDrafts: async (context, { body }) => {
    const drafts = await withTickets(context.db, await billWork(context, body))
    const today = calendarDate(context.clock.now())
    return { results: drafts.map(draft => presentInvoice(context.actor, draft, today)) }
  },
})
