import { type TicketWithEntries, tickets } from '#contract/tickets.ts'
import { calendarDate } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { presentFile } from '#server/files/present-file.ts'
import { bind } from '#server/http/bind.ts'
import { changeTicket, createTicket, deleteTicket } from './ticket.commands.ts'
import { presentTicket, presentTicketSums } from './ticket.present.ts'
import {
  findRequestOf,
  getTicket,
  getTicketSums,
  listInvoicesOf,
  type TicketItem,
  withInvoices,
} from './ticket.queries.ts'
import { downloadTicketFile } from './ticket-attachment.commands.ts'
import { listAttachments } from './ticket-attachment.queries.ts'
import { changeManyTickets } from './ticket-bulk.commands.ts'
import { presentEntry } from './ticket-entry.present.ts'
import { listEntriesOfTicket } from './ticket-entry.queries.ts'
import { listTickets } from './ticket-list.queries.ts'

export const ticketRoutes = bind('tickets', tickets, {
  list: async ({ db, actor, scope, clock }, { query }) => {
    const { count, rows } = await listTickets(db, scope, query)
    const found = await withInvoices(db, actor, rows)
    return { count, results: found.map(ticket => presentTicket(actor, ticket, calendarDate(clock.now()))) }
  },
  create: async (context, { body }) => answer(context, await createTicket(context, body)),
  get: async (context, { params }) => answer(context, await getTicket(context.db, context, params.id)),
  replace: async (context, { params, body, revision }) =>
    answer(context, await changeTicket(context, params.id, body, { revision, isWhole: true })),
  update: async (context, { params, body, revision }) =>
    answer(context, await changeTicket(context, params.id, body, { revision, isWhole: false })),
  delete: async (context, { params, revision }) => {
    await deleteTicket(context, params.id, revision)
    return undefined
  },
  summary: async ({ db, scope, clock }, { query }) =>
    presentTicketSums(
      await getTicketSums(db, scope, { customer: query.customer, month: calendarDate(clock.now()).slice(0, 7) }),
    ),
  attachment: async (context, { params }) => downloadTicketFile(context, params.id, params.fileId),
  changeMany: async (context, { body }) => ({ results: await changeManyTickets(context, body.ids, body.change) }),
})

/** A ticket's own page shows its entries and its origin. */
async function answer({ db, actor, clock }: Context, row: TicketItem): Promise<TicketWithEntries> {
  const [invoices, entries, request, attachments] = await Promise.all([
    listInvoicesOf(db, actor, [row]),
    listEntriesOfTicket(db, row),
    findRequestOf(db, row),
    row.has_attachments === 0 ? [] : listAttachments(db, row.id),
  ])
  return {
    ...presentTicket(actor, { row, invoices }, calendarDate(clock.now())),
    entries: entries.map(entry => presentEntry(actor, entry)),
    request,
    attachments: attachments.map(presentFile),
  }
}
