import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RealtimeEvent } from '#contract/events.ts'
import { realtimeTexts } from '#web/texts/realtime.texts.ts'
import { createChangeApplier } from './apply-changes.ts'

const stored = new Map<string, string>()
let client: QueryClient
let asked: string[]
let said: string[]
let stop: () => void
let apply: ReturnType<typeof createChangeApplier>

/** Mounts a query for a list of tickets with number and name. */
function show(key: readonly string[]) {
  const observer = new QueryObserver(client, {
    queryKey: key,
    queryFn: () => {
      asked.push(key.join(' '))
      return { count: stored.size, results: [...stored].map(([id, name]) => ({ id, number: `T-${id}`, name })) }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return observer.subscribe(() => {})
}

function change(id: string, more: Partial<RealtimeEvent> = {}): RealtimeEvent {
  return { noun: 'ticket', id, customerId: null, revision: 2, by: 'admin', ...more }
}

beforeEach(async () => {
  vi.useFakeTimers()
  client = new QueryClient()
  asked = []
  said = []
  stored.clear()
  stored.set('1', 'Wallbox').set('2', 'Heizung')
  apply = createChangeApplier(client, sentence => said.push(sentence))
  stop = show(['tickets', 'list'])
  await vi.advanceTimersByTimeAsync(0)
  asked = []
})
afterEach(() => {
  stop()
  apply.stop()
  client.clear()
  vi.useRealTimers()
})

async function settle() {
  await vi.advanceTimersByTimeAsync(1_000)
}

describe('a change by others', () => {
  test('refetches where it is shown and is announced by name', async () => {
    stored.set('1', 'Wallbox im Hof')
    apply.onChange(change('1'))
    await settle()
    expect(asked).toEqual(['tickets list'])
    expect(said).toEqual([realtimeTexts.updated('ticket', 'T-1')])
  })

  test('refetches once and is announced in one sentence with others at the same time', async () => {
    stored.set('1', 'a').set('2', 'b')
    for (const id of ['1', '2', '1']) apply.onChange(change(id))
    apply.onChange(change('e', { noun: 'ticket_entry' }))
    await settle()
    expect(asked).toEqual(['tickets list'])
    expect(said).toEqual([realtimeTexts.severalUpdated])
  })

  test('is not announced when nothing shows it', async () => {
    apply.onChange(change('1'))
    apply.onChange(change('9'))
    await settle()
    expect(asked).toEqual(['tickets list'])
    expect(said).toEqual([])
  })

  test('does not refetch queries of other nouns', async () => {
    apply.onChange(change('m', { noun: 'message' }))
    await settle()
    expect(asked).toEqual([])
  })

  test('is not announced when this browser made it, but shown in its other tabs', async () => {
    stored.set('1', 'Von mir')
    apply.onChange(change('1', { by: 'self' }))
    await settle()
    expect(asked).toEqual(['tickets list'])
    expect(said).toEqual([])
  })

  test('does not refetch in the tab that has just written it', async () => {
    await client
      .getMutationCache()
      .build(client, { mutationFn: async () => 'saved' })
      .execute(undefined)
    apply.onChange(change('1', { by: 'self' }))
    await settle()
    expect(asked).toEqual([])
    // Changes by others at the same time are announced.
    apply.onChange(change('2'))
    await settle()
    expect(asked).toEqual(['tickets list'])
  })

  test('waits for a mutation in this tab', async () => {
    const saving = Promise.withResolvers<string>()
    const saved = client
      .getMutationCache()
      .build(client, { mutationFn: () => saving.promise })
      .execute(undefined)
    apply.onChange(change('2'))
    await settle()
    expect(asked).toEqual([])
    saving.resolve('saved')
    await saved
    await settle()
    expect(asked).toEqual(['tickets list'])
  })

  test('refetches everything when events may be missing', async () => {
    apply.onResync()
    await settle()
    expect(asked).toEqual(['tickets list'])
  })
})
