import { timers } from '#contract/timers.ts'
import { bind } from '#server/http/bind.ts'
import { presentEntry } from './ticket-entry.present.ts'
import { bookTimer, discardTimer, resumeTimer, startTimer, stopTimer } from './timer.commands.ts'
import { presentTimer } from './timer.present.ts'
import { listOpenTimers } from './timer.queries.ts'

export const timerRoutes = bind('timers', timers, {
  list: async ({ db, actor }, { query }) => {
    const open = actor.kind === 'user' ? await listOpenTimers(db, actor) : []
    const first = (query.page - 1) * query.page_size
    return { count: open.length, results: open.slice(first, first + query.page_size).map(presentTimer) }
  },
  start: async (context, { body }) => presentTimer(await startTimer(context, body)),
  stop: async (context, { params }) => presentTimer(await stopTimer(context, params.id)),
  resume: async (context, { params }) => presentTimer(await resumeTimer(context, params.id)),
  book: async (context, { params, body }) => presentEntry(context.actor, await bookTimer(context, params.id, body)),
  discard: async (context, { params }) => {
    await discardTimer(context, params.id)
    return undefined
  },
})
