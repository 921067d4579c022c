/** Reads one event stream until either side ends it. */
import { events, type RealtimeEvent, type RealtimeEventName } from '#contract/events.ts'
import { addressOf } from '#web/lib/api/api-client.ts'

/** The server sends at least a comment every ten seconds; a connection silent for this long is dead. */
const silenceMs = 30_000

export type StreamEvent = {
  readonly name: RealtimeEventName
  readonly id: string
  readonly change: RealtimeEvent | undefined
}

/** Where the stream starts: after the last event, otherwise with the events of the last seconds. */
export type StreamStart = { readonly lastEventId: string | undefined; readonly sinceSeconds: number }

export type StreamEnd = { readonly status: number; readonly retryAfterSeconds: number | undefined }

/** Resolves when the stream ends, with the HTTP status or 0 without an answer. Never rejects. */
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
    // Cancelled, aborted or silent: the caller handles all the same.
  } finally {
    clearTimeout(timer)
  }
  return { status, retryAfterSeconds: undefined }
}

/** Some browsers do not support iterating a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** Undefined for a comment. The server writes each field on one line. */
function eventOf(block: string): StreamEvent | undefined {
  const fields = new Map(
    block.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  const name = fields.get('event')
  if (name !== 'ready' && name !== 'change' && name !== 'resync') return undefined
  // The server's presenter created it from the contract.
  const change = name === 'change' ? (JSON.parse(fields.get('data') ?? '') as RealtimeEvent) : undefined
  return { name, id: fields.get('id') ?? '', change }
}
