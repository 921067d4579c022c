/** Filters and search of a list combine: together they find the rows that each of them finds alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import { pageSizeMax } from '#contract/limits.ts'
import type { List } from '#contract/lists.ts'
import { loadDemo } from '#demo/demo-load.ts'
import { buildEndpoint, buildHostname } from './testing/build-dns.ts'
import { buildCommand, buildSite } from './testing/build-energy.ts'
import { engines } from './testing/engines.ts'
import { preparedLists } from './testing/prepared-lists.ts'
import { combine } from './testing/query-plans.ts'
import { type LoggedInClient, openTestApp, type TestApp } from './testing/test-app.ts'

type Row = { readonly id: string } & Readonly<Record<string, unknown>>
type Asked = Readonly<Record<string, string | undefined>>

/** The lists by their endpoints; those of one kind are the list of services. */
const narrowed = allEndpoints().flatMap(({ name, endpoint: { path } }) => {
  if (/^(device|website|application)Services/.test(name)) return []
  const list: List | undefined =
    name in preparedLists ? preparedLists[name as keyof typeof preparedLists].list : undefined
  return list && Object.keys(list.filters).length + (list.isSearched ? 1 : 0) > 1 ? [{ name, path, list }] : []
})

describe.each(engines)('on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    await loadDemo(portal.runtime)
    await buildSite(portal.runtime)
    await buildCommand(portal.runtime)
    await buildHostname(portal.runtime)
    await buildEndpoint(portal.runtime)
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  /** All rows, of all pages. */
  async function rowsOf(path: string, asked: Asked): Promise<Row[]> {
    const rows: Row[] = []
    for (let page = 1; ; page++) {
      const given = Object.entries({ ...asked, page: `${page}`, page_size: `${pageSizeMax}` })
      const query = new URLSearchParams(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
      const answer = await admin.get(`${path}?${query}`)
      expect([path, asked, answer.statusCode]).toEqual([path, asked, 200])
      const { count, results }: { count: number; results: Row[] } = answer.json()
      rows.push(...results)
      if (results.length < pageSizeMax) {
        expect([path, asked, rows.length]).toEqual([path, asked, count])
        return rows
      }
    }
  }

  it.each(narrowed)('$name narrows by all filters at once', async ({ path, list }) => {
    const all = await rowsOf(path, {})
    const choices = Object.entries(list.filters).map(
      ([name, filter]) =>
        [name, [undefined, ...(Array.isArray(filter) ? filter : samplesOf(all, name, filter))]] as const,
    )
    const search = list.isSearched ? [undefined, wordOf(all)] : [undefined]
    const alone = new Map<string, ReadonlySet<string>>()
    const foundAlone = async (name: string, value: string) => {
      const key = `${name}=${value}`
      const found = alone.get(key) ?? new Set((await rowsOf(path, { [name]: value })).map(({ id }) => id))
      alone.set(key, found)
      return found
    }
    let most = 0
    for (const asked of combine({ search, ...Object.fromEntries(choices) }) as Asked[]) {
      const set = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined)
      if (set.length < 2) continue
      let expected = all.map(({ id }) => id)
      for (const [name, value] of set) {
        const found = await foundAlone(name, value)
        expected = expected.filter(id => found.has(id))
      }
      const found = (await rowsOf(path, asked)).map(({ id }) => id)
      expect([asked, found.toSorted()]).toEqual([asked, expected.toSorted()])
      most = Math.max(most, found.length)
    }
    // A comparison without any row would prove nothing.
    expect(most).toBeGreaterThan(0)
  })
})

/** A value that some row has for a filter, by the name of the filter. */
function samplesOf(rows: readonly Row[], filter: string, kind: unknown): string[] {
  for (const row of rows) {
    const found = row[filter] ?? row[`${filter}Id`]
    const value = found instanceof Object && 'id' in found ? found.id : found
    if (typeof value === 'string' && value) return [value]
    if (kind === 'month' && typeof row.updatedAt === 'string') return [row.updatedAt.slice(0, 7)]
  }
  return []
}

/** A word of some row. */
function wordOf(rows: readonly Row[]): string | undefined {
  return rows
    .flatMap(row => [row.name, row.question, row.title, row.recipient, row.subject, row.username])
    .find(value => typeof value === 'string' && value)
    ?.toString()
    .split(' ')[0]
}
