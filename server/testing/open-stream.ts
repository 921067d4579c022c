/** An open event stream of a logged-in browser, over a real connection. */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { TestClient } from './test-client.ts'

export type ReceivedEvent = { readonly name: string; readonly id: string; readonly data: Record<string, unknown> }

export type OpenStream = {
  readonly status: number
  readonly headers: Headers
  /** The next event; undefined when the stream has ended. */
  next(): Promise<ReceivedEvent | undefined>
  /** All events up to and including the matching one. */
  until(fits: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent[]>
  close(): Promise<void>
}

/** Opens the stream; the app must listen. An error has no events: see `status`. */
export async function openStream(
  app: FastifyInstance,
  { cookies }: TestClient,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<OpenStream> {
  const { port } = app.server.address() as AddressInfo
  const giveUp = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/api/events/${query}`, {
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...headers },
    signal: giveUp.signal,
  })
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''

  const next: OpenStream['next'] = async () => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end !== -1) {
        const event = eventOf(text.slice(0, end))
        text = text.slice(end + 2)
        if (event) return event
        continue
      }
      const chunk = await reader?.read()
      if (chunk === undefined || chunk.done) return undefined
      text += decoder.decode(chunk.value, { stream: true })
    }
  }
  return {
    status: response.status,
    headers: response.headers,
    next,
    async until(fits) {
      const events: ReceivedEvent[] = []
      for (;;) {
        const event = await next()
        if (event === undefined) throw new Error(`The stream ended after ${JSON.stringify(events)}`)
        events.push(event)
        if (fits(event)) return events
      }
    },
    async close() {
      giveUp.abort()
      await reader?.closed.catch(() => {})
    },
  }
}

/** Undefined for a comment. */
function eventOf(block: string): ReceivedEvent | undefined {
  const fields = Object.fromEntries(
    block.split('\n').map(line => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  )
  if (fields.event === undefined) return undefined
  return { name: fields.event, id: fields.id ?? '', data: JSON.parse(fields.data ?? '{}') }
}
