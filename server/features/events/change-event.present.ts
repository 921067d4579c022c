import type { RealtimeEvent } from '#contract/events.ts'
import type { UserActor } from '#server/auth/actor.ts'
import type { Change } from '#server/realtime/realtime-change.ts'

export function presentChange(actor: UserActor, change: Change): RealtimeEvent {
  return {
    noun: change.noun,
    id: change.subjectId,
    customerId: change.customerId,
    revision: change.revision,
    by: change.author.sessionId === actor.sessionId ? 'self' : change.author.side,
  }
}
