import { events } from '#contract/events.ts'
import { userOf } from '#server/auth/actor.ts'
import { plusMs } from '#server/clock.ts'
import { bind } from '#server/http/bind.ts'
import type { Change } from '#server/realtime/realtime-change.ts'
import { canHear } from './change-event.policy.ts'
import { presentChange } from './change-event.present.ts'

/** A request may have read rows changed by a transaction that was committed shortly afterwards. */
const leewaySeconds = 5

export const eventRoutes = bind('events', events, {
  stream:
    async (context, { query, lastEventId }) =>
    ({ send, end }) => {
      const { realtime, clock } = context
      const actor = userOf(context)
      const take = (change: Change) => {
        if (!canHear({ actor, scope: context.scope }, change)) return
        send({ name: 'change', id: change.id, data: presentChange(actor, change) })
      }
      const missed = (id: string) => send({ name: 'resync', id })
      const since = plusMs(clock.now(), -((query.since_seconds ?? 0) + leewaySeconds) * 1_000)
      const { eventId, changes, leave } = realtime.watch(
        { actor, take, missed, end },
        // Without either, the client has no data that could be stale.
        { lastEventId, since: lastEventId === undefined && query.since_seconds === undefined ? undefined : since },
      )
      send({ name: 'ready', id: eventId })
      if (changes === undefined) missed(eventId)
      else for (const change of changes) take(change)
      return leave
    },
})
