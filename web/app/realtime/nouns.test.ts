import { describe, expect, test } from 'vitest'
import { realtimeNouns } from '#contract/events.ts'
import { nounRows } from './nouns.ts'

/** What nobody else's change can be of: a look at a link, a search, what the server has lost. */
const unmoved = ['confirmation', 'unsubscription', 'search', 'lostKeys']

const sources = import.meta.glob<string>('/web/features/**/*.ts', { query: '?raw', import: 'default', eager: true })

/** The first parts of all query keys of the features. */
const used = new Set(
  Object.values(sources)
    .flatMap(source => [...source.matchAll(/queryKey: \['([\w-]+)'/g)])
    .map(match => match[1] ?? ''),
)

describe('the table of live nouns', () => {
  test('is over the keys that queries have', () => {
    expect(used.size).toBeGreaterThan(10)
    const named = new Set(Object.values(nounRows).flatMap(({ keys }) => keys.map(([first]) => String(first))))
    expect([...named].filter(key => !used.has(key))).toEqual([])
    expect([...used].filter(key => !named.has(key) && !unmoved.includes(key))).toEqual([])
  })

  test.each(realtimeNouns)('has a row for %s', noun => {
    expect(nounRows[noun].keys.length).toBeGreaterThan(1)
  })
})
