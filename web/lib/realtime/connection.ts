/**
 * A browser's live connection: one stream, owned by one tab, which passes events on to the others. The tab with the lock
 * owns it; when that tab closes, another one takes over and continues after the last event.
 */
import type { RealtimeEvent } from '#contract/events.ts'
import { isRefusal } from '#web/lib/api/api-error.ts'
import { readEventStream, type StreamEvent } from './read-event-stream.ts'

export type RealtimeState = 'connecting' | 'connected'

export type RealtimeListener = {
  readonly onChange: (change: RealtimeEvent) => void
  /** Called when events may be missing. */
  readonly onResync: () => void
  readonly onState: (state: RealtimeState) => void
  /** Called in every tab when the stream is refused (401, 403): the session may have ended. */
  readonly onRefused: () => void
}

type Passed =
  | { readonly kind: 'change'; readonly id: string; readonly change: RealtimeEvent; readonly at: number }
  | { readonly kind: 'resync'; readonly id: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'state'; readonly state: RealtimeState; readonly id: string | undefined }
  /** A new tab, with the time since when it may have missed events. */
  | { readonly kind: 'join'; readonly since: number }

const name = 'kundenportal:realtime'
/** A tab hidden for longer releases the lock; when it is visible again it refetches everything. */
const hiddenMs = 3 * 60_000
const retryMs = { first: 1_000, longest: 60_000 } as const
/** For tabs that open later. */
const keptMs = 60_000
/** The server keeps no older events. */
const sinceSecondsMax = 900

/** Connects until the returned function is called. `since`: when the page started to load its data (epoch, ms). */
export function connectRealtime(listener: RealtimeListener, since: number): () => void {
  let tab = openTab(since)
  let isPaused = false
  let hiding: ReturnType<typeof setTimeout> | undefined
  const stopping = new AbortController()

  function openTab(from: number): { close: () => void } {
    return joinTabs(listener, from)
  }
  function onVisibilityChange() {
    clearTimeout(hiding)
    if (document.hidden) {
      hiding = setTimeout(pause, hiddenMs)
      return
    }
    if (isPaused) resume()
  }
  function pause() {
    isPaused = true
    tab.close()
  }
  function resume() {
    isPaused = false
    tab = openTab(Date.now())
    listener.onResync()
  }
  document.addEventListener('visibilitychange', onVisibilityChange, { signal: stopping.signal })
  // A page in the back/forward cache must not hold the lock, and resumes as it was.
  addEventListener('pagehide', pause, { signal: stopping.signal })
  addEventListener('pageshow', () => isPaused && resume(), { signal: stopping.signal })
  onVisibilityChange()
  return () => {
    stopping.abort()
    clearTimeout(hiding)
    tab.close()
  }
}

/** Connects one tab with the others of the browser. */
function joinTabs({ onChange, onResync, onState, onRefused }: RealtimeListener, since: number): { close: () => void } {
  const leaving = new AbortController()
  const channel = new BroadcastChannel(name)
  const known = new Set<string>()
  let lastEventId: string | undefined
  let recent: Extract<Passed, { kind: 'change' }>[] = []
  let state: RealtimeState = 'connecting'
  let isLeading = false

  function take(message: Passed) {
    switch (message.kind) {
      case 'change':
        lastEventId = message.id
        if (known.has(message.id)) return
        known.add(message.id)
        onChange(message.change)
        return
      case 'resync':
        lastEventId = message.id
        onResync()
        return
      case 'refused':
        onRefused()
        return
      case 'state':
        lastEventId = message.id ?? lastEventId
        setState(message.state)
        return
      case 'join':
        if (!isLeading) return
        channel.postMessage({ kind: 'state', state, id: undefined } satisfies Passed)
        for (const change of recent) if (change.at >= message.since) channel.postMessage(change)
    }
  }
  function setState(next: RealtimeState) {
    if (next !== state) onState(next)
    state = next
  }
  /** In this tab and the others. */
  function broadcast(message: Passed) {
    take(message)
    channel.postMessage(message)
  }

  async function lead() {
    isLeading = true
    let waitMs: number = retryMs.first
    while (!leaving.signal.aborted) {
      const sinceSeconds = Math.min(sinceSecondsMax, Math.ceil((Date.now() - since) / 1_000))
      const end = await readEventStream({ lastEventId, sinceSeconds }, leaving.signal, event => {
        if (event.name === 'ready') waitMs = retryMs.first
        const message = passedOf(event, lastEventId)
        if (message?.kind === 'change') {
          recent = [...recent.filter(({ at }) => at > message.at - keptMs), message]
        }
        if (message) broadcast(message)
      })
      if (leaving.signal.aborted) return
      if (isRefusal(end.status)) {
        broadcast({ kind: 'refused' })
        waitMs = retryMs.longest
      }
      broadcast({ kind: 'state', state: 'connecting', id: undefined })
      await pauseFor((end.retryAfterSeconds ?? 0) * 1_000 + waitMs * (0.5 + Math.random()), leaving.signal)
      waitMs = Math.min(waitMs * 2, retryMs.longest)
    }
  }

  channel.onmessage = ({ data }: MessageEvent<Passed>) => take(data)
  channel.postMessage({ kind: 'join', since } satisfies Passed)
  // Locks need a secure connection: without one each tab connects on its own.
  const leading = 'locks' in navigator ? navigator.locks.request(name, { signal: leaving.signal }, lead) : lead()
  Promise.resolve(leading).catch(() => undefined)
  return {
    close: () => {
      leaving.abort()
      channel.close()
    },
  }
}

function passedOf({ name, id, change }: StreamEvent, lastEventId: string | undefined): Passed | undefined {
  // The id follows the event: until then the event may not have arrived.
  if (name === 'ready') return { kind: 'state', state: 'connected', id: lastEventId ?? id }
  if (name === 'resync') return { kind: 'resync', id }
  return change && { kind: 'change', id, change, at: Date.now() }
}

/** Ends early when the network is back. */
function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    signal.addEventListener('abort', done, { once: true })
  })
}
