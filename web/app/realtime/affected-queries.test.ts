import { describe, expect, test } from 'vitest'
import { realtimeNouns } from '#contract/events.ts'
import { nounRows } from './affected-queries.ts'

/** Nouns without realtime events: confirmation links, searches, keys lost by the server. */
const unmoved = ['confirmation', 'unsubscription', 'search', 'lostKeys']

const sources = import.meta.glob<string>('/web/features/**/*.ts', { query: '?raw', import: 'default', eager: true })

/** The first elements of the features' query keys. */
const used = new Set(
  Object.values(sources)
    .flatMap(source => [...source.matchAll(/(?:queryKey: |rowsQuery\()\['([\w-]+)'/g)])
    .map(match => match[1] ?? ''),
)

describe('the realtime nouns', () => {
  test('refer to existing query keys', () => {
    expect(used.size).toBeGreaterThan(10)
    const named = new Set(Object.values(nounRows).flatMap(({ keys }) => keys.map(([first]) => String(first))))
    expect([...named].filter(key => !used.has(key))).toEqual([])
    expect([...used].filter(key => !named.has(key) && !unmoved.includes(key))).toEqual([])
  })

  test.each(realtimeNouns)('include %s', noun => {
    expect(nounRows[noun].keys.length).toBeGreaterThan(1)
  })
})
