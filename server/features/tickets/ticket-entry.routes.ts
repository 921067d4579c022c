import { ticketEntries } from '#contract/ticket-entries.ts'
import { bind } from '#server/http/bind.ts'
import { addEntry, changeEntry, deleteEntry } from './ticket-entry.commands.ts'
import { presentEntry } from './ticket-entry.present.ts'
import { getEntry } from './ticket-entry.queries.ts'
import { listEntries } from './ticket-entry-list.queries.ts'
import { presentWish } from './wish.present.ts'
import { listOpenWishes } from './wish.queries.ts'

export const entryRoutes = bind('ticketEntries', ticketEntries, {
  openWishes: async ({ db, scope }, { query }) => {
    const { count, rows } = await listOpenWishes(db, scope, query)
    return { count, results: rows.map(presentWish) }
  },
  list: async ({ db, actor, scope }, { query }) => {
    const { count, results } = await listEntries(db, scope, query)
    return { count, results: results.map(found => presentEntry(actor, found)) }
  },
  create: async (context, { body }) => presentEntry(context.actor, await addEntry(context, body)),
  get: async ({ db, actor, scope }, { params }) => presentEntry(actor, await getEntry(db, scope, params.id)),
  replace: async (context, { params, body, revision }) =>
    presentEntry(context.actor, await changeEntry(context, params.id, body, { revision, isWhole: true })),
  update: async (context, { params, body, revision }) =>
    presentEntry(context.actor, await changeEntry(context, params.id, body, { revision, isWhole: false })),
  delete: async (context, { params, revision }) => {
    await deleteEntry(context, params.id, revision)
    return undefined
  },
})
