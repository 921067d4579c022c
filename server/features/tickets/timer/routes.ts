import { timers } from '#contract/timers.ts'
import { presentEntry } from '#server/features/tickets/entries/present.ts'
import { bind } from '#server/http/bind.ts'
import { discardTimer, startTimer, stopTimer } from './commands.ts'
import { presentTimer } from './present.ts'
import { findRunningTimer } from './queries.ts'

export const timerRoutes = bind('timers', timers, {
  list: async ({ db, actor }, { query }) => {
    const running = actor.kind === 'user' ? await findRunningTimer(db, actor) : undefined
    const results = running ? [presentTimer(running)] : []
    return { count: results.length, results: query.page === 1 ? results : [] }
  },
  start: async (context, { body }) => presentTimer(await startTimer(context, body)),
  stop: async (context, { params, body }) => presentEntry(context.actor, await stopTimer(context, params.id, body)),
  discard: async (context, { params }) => {
    await discardTimer(context, params.id)
    return undefined
  },
})
