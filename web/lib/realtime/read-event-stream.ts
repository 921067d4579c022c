/** One open event stream: what the server tells, until one of both ends it. */
import { events, type RealtimeEvent, type RealtimeEventName } from '#contract/events.ts'
import { addressOf } from '#web/lib/api/api-client.ts'

/** The server says something every ten seconds; a connection silent for so long is none any more. */
const silenceMs = 30_000

export type StreamEvent = {
  readonly name: RealtimeEventName
  readonly id: string
  readonly change: RealtimeEvent | undefined
}

/** Where it goes on: after the last event, else with what happened in the last seconds. */
export type StreamStart = { readonly lastEventId: string | undefined; readonly sinceSeconds: number }

export type StreamEnd = { readonly status: number; readonly retryAfterSeconds: number | undefined }

/** Resolves when the stream is over: with the status of its answer, 0 where none came. Never rejects. */
export async function readEventStream(
  { lastEventId, sinceSeconds }: StreamStart,
  signal: AbortSignal,
  take: (event: StreamEvent) => void,
): Promise<StreamEnd> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  let status = 0
  try {
    const response = await fetch(`${addressOf(events.stream)}?since_seconds=${sinceSeconds}`, {
      headers: { Accept: 'text/event-stream', ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }) },
      credentials: 'include',
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    status = response.status
    if (!response.ok || !response.body) {
      return { status, retryAfterSeconds: Number(response.headers.get('Retry-After')) || undefined }
    }
    let text = ''
    for await (const chunk of chunksOf(response.body)) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventOf(block)
        if (event) take(event)
      }
    }
  } catch {
    // Given up, cut off or silent: what follows is the same.
  } finally {
    clearTimeout(timer)
  }
  return { status, retryAfterSeconds: undefined }
}

/** Not every browser lets a stream be iterated. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** Undefined for a comment. The server writes each field in one line. */
function eventOf(block: string): StreamEvent | undefined {
  const fields = new Map(
    block.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  const name = fields.get('event')
  if (name !== 'ready' && name !== 'change' && name !== 'resync') return undefined
  // The server's presenter has made it from the contract.
  const change = name === 'change' ? (JSON.parse(fields.get('data') ?? '') as RealtimeEvent) : undefined
  return { name, id: fields.get('id') ?? '', change }
}
