import { findSessionsById } from '#server/auth/sessions.ts'
import type { Runtime } from '#server/context.ts'
import type { Watcher } from '#server/realtime/change-exchange.ts'
import { isSameView } from './change-event.policy.ts'

/** An expired session may keep listening for this long where nothing reports its end. */
const lookEveryMs = 5_000

/**
 * Ends streams whose session has ended or changed its view: at once when something about their user is written, such as
 * a logout, and within seconds when it just expires. One query for all streams. Returns the stop function.
 */
export function watchSessions(
  runtime: Pick<Runtime, 'db' | 'clock' | 'realtime' | 'log'>,
  everyMs = lookEveryMs,
): () => void {
  const { realtime, log } = runtime
  const look = (watchers: readonly Watcher[]) => {
    endThoseOver(runtime, watchers).catch(error => log.warn({ err: error }, 'sessions of streams cannot be checked'))
  }
  const timer = setInterval(() => look([...realtime.watchers]), everyMs).unref()
  const stopListening = realtime.listen(({ noun, subjectId, author }) => {
    const touched = [...realtime.watchers].filter(
      ({ actor }) =>
        (noun === 'user' && actor.userId === subjectId) || (noun === 'customer' && actor.userId === author.userId),
    )
    look(touched)
  })
  return () => {
    clearInterval(timer)
    stopListening()
  }
}

async function endThoseOver({ db, clock }: Pick<Runtime, 'db' | 'clock'>, watchers: readonly Watcher[]): Promise<void> {
  if (watchers.length === 0) return
  const sessions = await findSessionsById(db, [...new Set(watchers.map(({ actor }) => actor.sessionId))], clock.now())
  for (const { actor, end } of watchers) {
    const session = sessions.get(actor.sessionId)
    if (session === undefined || session.overdueImpersonation || !isSameView(session.actor, actor)) end()
  }
}
