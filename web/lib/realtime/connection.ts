/**
 * The live connection of a browser: one stream, held by one of its tabs, which passes on what comes to the others. The tab
 * that holds it is the one that has the lock; when it goes, another one gets it and goes on where it was.
 */
import type { RealtimeEvent } from '#contract/events.ts'
import { readEventStream } from './read-event-stream.ts'

export type RealtimeState = 'connecting' | 'connected' | 'over'

export type RealtimeListener = {
  readonly onChange: (change: RealtimeEvent) => void
  /** Changes may have been missed. */
  readonly onResync: () => void
  readonly onState: (state: RealtimeState) => void
}

type Passed =
  | { readonly kind: 'change'; readonly id: string; readonly change: RealtimeEvent; readonly at: number }
  | { readonly kind: 'resync'; readonly id: string }
  | { readonly kind: 'state'; readonly state: RealtimeState; readonly id: string | undefined }
  /** A tab that has just come, with the time since when it may have missed something. */
  | { readonly kind: 'join'; readonly since: number }

const name = 'kundenportal:realtime'
/** A tab out of sight for so long lets go; when it is seen again it asks for everything anew. */
const hiddenMs = 3 * 60_000
const retryMs = { first: 1_000, longest: 60_000 } as const
/** For tabs that come later. */
const keptMs = 60_000
/** Beyond it the server knows nothing either. */
const sinceSecondsMax = 900

/** Connects until the answered function is called. `since`: when the page began to load what it shows (epoch, ms). */
export function connectRealtime({ onChange, onResync, onState }: RealtimeListener, since: number): () => void {
  let tab = openTab(since)
  let isPaused = false
  let hiding: ReturnType<typeof setTimeout> | undefined
  const stopping = new AbortController()

  function openTab(from: number): { close: () => void } {
    return joinTabs({ onChange, onResync, onState }, from)
  }
  function look() {
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
    onResync()
  }
  document.addEventListener('visibilitychange', look, { signal: stopping.signal })
  // A page kept for the way back must not hold the lock, and comes back as it was.
  addEventListener('pagehide', pause, { signal: stopping.signal })
  addEventListener('pageshow', () => isPaused && resume(), { signal: stopping.signal })
  look()
  return () => {
    stopping.abort()
    clearTimeout(hiding)
    tab.close()
  }
}

/** One tab among those of the browser. */
function joinTabs({ onChange, onResync, onState }: RealtimeListener, since: number): { close: () => void } {
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
  /** Here and in the other tabs. */
  function tell(message: Passed) {
    take(message)
    channel.postMessage(message)
  }

  async function lead() {
    isLeading = true
    let waitMs: number = retryMs.first
    while (!leaving.signal.aborted) {
      const sinceSeconds = Math.min(sinceSecondsMax, Math.ceil((Date.now() - since) / 1_000))
      const end = await readEventStream({ lastEventId, sinceSeconds }, leaving.signal, event => {
        if (event.name === 'ready') {
          waitMs = retryMs.first
          // What it goes on with comes behind: until then it is not known to have come.
          tell({ kind: 'state', state: 'connected', id: lastEventId ?? event.id })
        } else if (event.name === 'resync') {
          tell({ kind: 'resync', id: event.id })
        } else if (event.change) {
          const message = { kind: 'change', id: event.id, change: event.change, at: Date.now() } as const
          recent = [...recent.filter(({ at }) => at > message.at - keptMs), message]
          tell(message)
        }
      })
      if (leaving.signal.aborted) return
      // The session is over; whoever asks for something next is told.
      if (end.status === 401 || end.status === 403) return tell({ kind: 'state', state: 'over', id: undefined })
      tell({ kind: 'state', state: 'connecting', id: undefined })
      await pauseFor((end.retryAfterSeconds ?? 0) * 1_000 + waitMs * (0.5 + Math.random()), leaving.signal)
      waitMs = Math.min(waitMs * 2, retryMs.longest)
    }
  }

  channel.onmessage = ({ data }: MessageEvent<Passed>) => take(data)
  channel.postMessage({ kind: 'join', since } satisfies Passed)
  // Without a secure connection there are no locks: each tab for itself.
  const leading = 'locks' in navigator ? navigator.locks.request(name, { signal: leaving.signal }, lead) : lead()
  Promise.resolve(leading).catch(() => undefined)
  return {
    close: () => {
      leaving.abort()
      channel.close()
    },
  }
}

/** Not longer than until the network is back. */
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
