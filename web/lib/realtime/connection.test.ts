import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RealtimeEvent } from '#contract/events.ts'
import { connectRealtime } from './connection.ts'

type Ask = {
  readonly lastEventId: string | null
  readonly query: string
  readonly signal: AbortSignal
  readonly push: (text: string) => void
  readonly end: () => void
}

const page = Object.assign(new EventTarget(), { hidden: false })
const browserWindow = new EventTarget()
const ticket: RealtimeEvent = { noun: 'ticket', id: '1', customerId: null, revision: 2, by: 'admin' }

/** The requested streams, as the server sees them. */
let asks: Ask[]
let answer: () => Response | undefined
let changes: string[]
let states: string[]
let resyncs: number
let refusals: number
let disconnects: (() => void)[]

const realSetTimeout = globalThis.setTimeout

/** Waits for stream events in real time: `expect.poll` would move the test's clock. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(resolve => realSetTimeout(resolve))
}

/** The pauses between two streams, without the watchdog for a silent one. */
function pausesMs(): unknown[] {
  return vi
    .mocked(setTimeout)
    .mock.calls.map(([, ms]) => ms)
    .filter(ms => ms !== 30_000)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.spyOn(globalThis, 'setTimeout')
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', browserWindow.addEventListener.bind(browserWindow))
  vi.stubGlobal('removeEventListener', browserWindow.removeEventListener.bind(browserWindow))
  vi.stubGlobal('fetch', open)
  page.hidden = false
  asks = []
  changes = []
  states = []
  resyncs = 0
  refusals = 0
  disconnects = []
  answer = () => undefined
})
afterEach(() => {
  for (const disconnect of disconnects) disconnect()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function open(url: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  signal.addEventListener('abort', () => void writer.abort().catch(() => {}))
  asks.push({
    lastEventId: headers['Last-Event-ID'] ?? null,
    query: new URL(url, 'http://portal.test').search,
    signal,
    push: text => void writer.write(new TextEncoder().encode(text)).catch(() => {}),
    end: () => void writer.close().catch(() => {}),
  })
  return Promise.resolve(answer() ?? new Response(readable))
}

function connect(since = Date.now()): void {
  disconnects.push(
    connectRealtime(
      {
        onChange: ({ id }) => changes.push(id),
        onResync: () => {
          resyncs += 1
        },
        onState: state => states.push(state),
        onRefused: () => {
          refusals += 1
        },
      },
      since,
    ),
  )
}

async function asked(count: number): Promise<Ask> {
  await until(() => asks.length >= count)
  expect(asks).toHaveLength(count)
  return asks[count - 1] as Ask
}

function event(name: string, id: string, data: object = {}): string {
  return `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

describe('a browser’s live connection', () => {
  test('starts with events since the page was loaded and passes on new ones, however they are chunked', async () => {
    connect(Date.now() - 7_000)
    const { query, push } = await asked(1)
    expect(query).toBe('?since_seconds=7')
    const text = `${event('ready', 'a')}:\n\n${event('change', 'b', ticket)}`
    push(text.slice(0, 31))
    push(text.slice(31))
    await until(() => changes.length === 1)
    expect(changes).toEqual(['1'])
    expect(states).toEqual(['connected'])
  })

  test('is shared by all tabs', async () => {
    connect()
    connect()
    const { push } = await asked(1)
    push(event('ready', 'a') + event('change', 'b', ticket))
    await until(() => changes.length === 2)
    expect(changes).toEqual(['1', '1'])
    expect(asks).toHaveLength(1)
  })

  test('moves to another tab after the last event when its tab is closed', async () => {
    connect()
    const first = await asked(1)
    connect()
    first.push(event('ready', 'a') + event('change', 'b', ticket))
    await until(() => changes.length === 2)
    expect(changes).toEqual(['1', '1'])
    disconnects[0]?.()
    expect((await asked(2)).lastEventId).toBe('b')
    expect(first.signal.aborted).toBe(true)
  })

  test('reconnects with growing delays and continues where it was', async () => {
    connect()
    const { push, end } = await asked(1)
    push(event('ready', 'a'))
    await until(() => states.length === 1)
    expect(states).toEqual(['connected'])
    end()
    await until(() => pausesMs().length === 1)
    expect(pausesMs()).toEqual([1_000])
    expect(states.at(-1)).toBe('connecting')
    await vi.advanceTimersByTimeAsync(999)
    expect(asks).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    const second = await asked(2)
    expect(second.lastEventId).toBe('a')
    second.end()
    await until(() => pausesMs().length === 2)
    expect(pausesMs()).toEqual([1_000, 2_000])
    await vi.advanceTimersByTimeAsync(1_999)
    expect(asks).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    await asked(3)
  })

  test('waits as long as the server asks for', async () => {
    answer = () => new Response(null, { status: 429, headers: { 'Retry-After': '30' } })
    connect()
    await asked(1)
    await until(() => pausesMs().length === 1)
    expect(pausesMs()).toEqual([31_000])
    await vi.advanceTimersByTimeAsync(30_999)
    expect(asks).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await asked(2)
  })

  test.for([401, 403])('reports a %i to every tab, and retries rarely until the page leaves', async status => {
    answer = () => new Response(null, { status })
    connect()
    connect()
    await until(() => refusals === 2)
    await until(() => pausesMs().length === 1)
    expect(pausesMs()).toEqual([60_000])
    await vi.advanceTimersByTimeAsync(59_999)
    expect(asks).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await until(() => refusals === 4)
    for (const disconnect of disconnects) disconnect()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asks).toHaveLength(2)
  })

  test('disconnects while the page is hidden for long; missed events are refetched on return', async () => {
    connect()
    const { signal, push } = await asked(1)
    push(event('ready', 'a'))
    await until(() => states.length === 1)
    expect(states).toEqual(['connected'])
    page.hidden = true
    page.dispatchEvent(new Event('visibilitychange'))
    for (let beats = 1; beats <= 8; beats += 1) {
      await vi.advanceTimersByTimeAsync(20_000)
      push(event('change', `${beats}`, ticket))
      await until(() => changes.length === beats)
    }
    expect(signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(21_000)
    expect(signal.aborted).toBe(true)
    page.hidden = false
    page.dispatchEvent(new Event('visibilitychange'))
    await asked(2)
    expect(resyncs).toBe(1)
  })

  test('is aborted when the server is silent', async () => {
    connect()
    const { signal, push } = await asked(1)
    push(event('ready', 'a'))
    await until(() => states.length === 1)
    expect(states).toEqual(['connected'])
    await vi.advanceTimersByTimeAsync(31_000)
    expect(signal.aborted).toBe(true)
  })
})
