/** LISTEN on a connection of its own, which is reopened until it succeeds. */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const connectTimeoutMs = 5_000
/** A dead connection is silent; a periodic query detects it. */
const lookEveryMs = 20_000
const lookTimeoutMs = 10_000
const goodbyeMs = 1_000
const retryMs = { first: 250, longest: 10_000 } as const

type Ears = {
  /** Listening from now on; earlier notifications are missed. */
  readonly onBegin: () => void
  readonly onMessage: (text: string) => void
  /** Not listening any longer; retrying. */
  readonly onLoss: (error: unknown) => void
}

export type Listening = {
  /** When it listens for the first time. */
  readonly begun: Promise<void>
  stop(): Promise<void>
}

/** Channel names are ours: they need no escaping. */
export function listenToPostgres(url: string, channel: string, { onBegin, onMessage, onLoss }: Ears): Listening {
  const stopping = new AbortController()
  const begun = Promise.withResolvers<void>()
  let nextWaitMs: number = retryMs.first

  async function listenUntilLost(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'kundenportal realtime',
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: lookTimeoutMs,
      keepAlive: true,
    })
    const lost = Promise.withResolvers<never>()
    lost.promise.catch(() => {})
    client.on('error', lost.reject)
    client.on('end', () => lost.reject(new Error('The connection has ended.')))
    client.on('notification', ({ payload }) => onMessage(payload ?? ''))
    const end = () => lost.reject(new Error('It listens no more.'))
    stopping.signal.addEventListener('abort', end, { once: true })
    try {
      await Promise.race([client.connect(), lost.promise])
      await client.query(`listen ${channel}`)
      nextWaitMs = retryMs.first
      onBegin()
      begun.resolve()
      for (;;) {
        await Promise.race([delay(lookEveryMs, undefined, { ref: false, signal: stopping.signal }), lost.promise])
        await client.query('select 1')
      }
    } finally {
      stopping.signal.removeEventListener('abort', end)
      // The other end may be gone silently, and never answer.
      await Promise.race([client.end().catch(() => {}), delay(goodbyeMs, undefined, { ref: false })])
    }
  }

  async function listenOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listenUntilLost().catch(error => {
        if (!stopping.signal.aborted) onLoss(error)
      })
      const waitMs = nextWaitMs / 2 + (Math.random() * nextWaitMs) / 2
      nextWaitMs = Math.min(nextWaitMs * 2, retryMs.longest)
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const done = listenOn()
  return {
    begun: begun.promise,
    async stop() {
      stopping.abort()
      await done
    },
  }
}
