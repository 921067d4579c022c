/** Delivers the changes that reach this process to its open streams. */
import { AppError } from '#server/app-error.ts'
import type { UserActor } from '#server/auth/actor.ts'
import { type Clock, minuteMs } from '#server/clock.ts'
import { newRandomId } from '#server/database/ids.ts'
import type { Change } from './realtime-change.ts'

/** Older or more distant events are not replayed: a stream that missed them refetches everything. */
const kept = { changesMax: 1_000, forMs: 15 * minuteMs } as const
/** A browser needs one for all its tabs, and a second while one tab takes over from another. */
const streamsMax = { ofSession: 4, ofUser: 16, inAll: 1_000 } as const
const retryAfterSeconds = 30

/** An open stream. */
export type Watcher = {
  readonly actor: UserActor
  readonly take: (change: Change) => void
  /** Changes may have been missed; `eventId` is the position to resume from. */
  readonly missed: (eventId: string) => void
  readonly end: () => void
}

/** The position of a stream: after its last event, else since an instant, else from now. */
export type Position = { readonly lastEventId: string | undefined; readonly since: Date | undefined }

/** `changes` are those since the position; undefined when they are unknown. */
export type Beginning = { readonly eventId: string; readonly changes: readonly Change[] | undefined }

export type Exchange = ReturnType<typeof createExchange>

/** Without a relay nothing is missed, and it is open from the start; with one it waits for `restart`. */
export function createExchange(clock: Clock, { isOpen = true }: { isOpen?: boolean } = {}) {
  const watchers = new Set<Watcher>()
  const listeners = new Set<(change: Change) => void>()
  const history = createHistory(clock)
  let isTaking = isOpen
  let isEnded = false

  function demandRoom({ actor }: Watcher): void {
    if (isEnded || !isTaking || watchers.size >= streamsMax.inAll) throw new AppError('busy', { retryAfterSeconds })
    const ofUser = [...watchers].filter(other => other.actor.userId === actor.userId)
    const ofSession = ofUser.filter(other => other.actor.sessionId === actor.sessionId)
    if (ofUser.length >= streamsMax.ofUser || ofSession.length >= streamsMax.ofSession) {
      throw new AppError('throttled', { retryAfterSeconds })
    }
  }

  return {
    watchers: watchers as ReadonlySet<Watcher>,

    /** Called for every change, before the streams. Returns the unsubscribe function. */
    listen(listener: (change: Change) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /**
     * 429 `throttled` for one stream too many, 503 `busy` where no stream is available now. Returns the function to
     * leave.
     */
    watch(watcher: Watcher, position: Position): Beginning & { readonly leave: () => void } {
      demandRoom(watcher)
      history.forgetOld()
      watchers.add(watcher)
      return {
        eventId: history.latestEventId(),
        changes: history.changesSince(position),
        leave: () => void watchers.delete(watcher),
      }
    },

    publish(change: Change): void {
      history.add(change)
      for (const listener of listeners) listener(change)
      for (const watcher of [...watchers]) watcher.take(change)
    },

    /** Changes arrive again from now on; those in between are unknown. */
    restart(): void {
      const eventId = history.restart()
      isTaking = true
      for (const watcher of [...watchers]) watcher.missed(eventId)
    },

    /** The process is about to stop: all streams end now, so nothing waits for them, and none starts. */
    end(): void {
      isEnded = true
      for (const watcher of [...watchers]) watcher.end()
    },
  }
}

/** The latest changes, from which a stream resumes. */
function createHistory(clock: Clock) {
  let latest: { readonly at: number; readonly change: Change }[] = []
  /** From here on all changes are known. */
  let start = { eventId: newRandomId(), at: clock.now().getTime() }

  function latestEventId(): string {
    return latest.at(-1)?.change.id ?? start.eventId
  }

  function forgetOld(): void {
    const oldest = clock.now().getTime() - kept.forMs
    const tooMany = latest.length - kept.changesMax
    const firstKept = latest.findIndex(({ at }, index) => at >= oldest && index >= tooMany)
    const gone = firstKept === -1 ? latest.length : firstKept
    const last = latest[gone - 1]
    if (last === undefined) return
    start = { eventId: last.change.id, at: last.at }
    latest = latest.slice(gone)
  }

  function changesSince({ lastEventId, since }: Position): readonly Change[] | undefined {
    if (lastEventId === undefined) {
      if (since === undefined) return []
      if (since.getTime() <= start.at) return undefined
      return latest.filter(({ at }) => at >= since.getTime()).map(({ change }) => change)
    }
    if (lastEventId === start.eventId) return latest.map(({ change }) => change)
    const known = latest.findIndex(({ change }) => change.id === lastEventId)
    return known === -1 ? undefined : latest.slice(known + 1).map(({ change }) => change)
  }

  function add(change: Change): void {
    latest.push({ at: clock.now().getTime(), change })
    if (latest.length > 2 * kept.changesMax) forgetOld()
  }

  /** Forgets everything; returns the event from which all changes are known. */
  function restart(): string {
    latest = []
    start = { eventId: newRandomId(), at: clock.now().getTime() }
    return start.eventId
  }

  return { latestEventId, forgetOld, changesSince, add, restart }
}
