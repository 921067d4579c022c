/** PostgreSQL's plans for the search. Those of SQLite are in `list-query-plans.test.ts`. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wordParams } from '#server/database/list-page.ts'
import { wordRanges } from '#server/database/search-terms.ts'
import { buildCustomer, buildTicket } from '#server/testing/build-tickets.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { searchRows } from './search.queries.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  'Index Cond'?: string
  /** Of the rows that an index names. */
  'Recheck Cond'?: string
  Plans?: Node[]
}

/** Enough for the walk of a whole table in the order of its key to seem cheap. */
const customersCount = 200
const ticketsCount = 5_000
/** Each row has these words, followed by the end of its id. */
const termsOfKinds = { customer: ['werkstatt', 'ulm'], ticket: ['wallbox', 'prüfen', 'zähler'] }

let portal: TestApp
beforeAll(async () => {
  portal = await openTestApp('postgres')
  const { id } = await buildCustomer(portal.runtime, { last_name: 'Werkstatt' })
  await buildTicket(portal.runtime, { customer_id: id, name: 'Wallbox' })
  const { db } = portal.runtime
  await copy('customer', customersCount, sql`'id', 'c' || n, 'number', 'K-' || n, 'number_key', 'K-' || n`)
  const owner = sql`'customer_id', 'c' || 1 + n % ${sql.lit(customersCount)}`
  await copy('ticket', ticketsCount, sql`'id', 't' || n, 'number', 'T-' || n, 'number_key', 'T-' || n, ${owner}`)
  for (const [kind, words] of Object.entries(termsOfKinds)) {
    for (const word of words) {
      await sql`insert into search_term (kind, term, subject_id)
        select ${sql.lit(kind)}, ${sql.lit(word)} || right(id, 2), id from ${sql.table(kind)}`.execute(db)
    }
  }
  await sql`analyze`.execute(db)
})
afterAll(() => portal.close())

/** More rows like the only one of a table; `different` are the names and values of JSON, by the number `n`. */
async function copy(table: 'customer' | 'ticket', count: number, different: ReturnType<typeof sql>): Promise<void> {
  const name = sql.table(table)
  await sql`insert into ${name}
    select (jsonb_populate_record(null::${name}, to_jsonb(one) || jsonb_build_object(${different}))).*
    from (select * from ${name} limit 1) as one, generate_series(1, ${sql.lit(count)}) as n`.execute(portal.runtime.db)
}

async function nodesOf(search: string): Promise<Node[]> {
  const { db } = portal.runtime
  const ranges = wordRanges(search)
  const params = wordParams(ranges)
  const param = (name: string) => Reflect.get(params, name) as never
  const query = searchRows({ isScoped: false, words: ranges.length }, db, param, 'postgres').compile()
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>({
    ...query,
    sql: `explain (format json) ${query.sql}`,
  })
  const below = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(below)]
  return rows.flatMap(row => below(row['QUERY PLAN'][0].Plan))
}

it.each(['werkstatt', 'werkstatt wallbox', 'werkstatt wallbox prüfen'])(
  'walks no table by its key for the rows of named customers, and finds words by an index: “%s”',
  async search => {
    const nodes = await nodesOf(search)
    const owned = nodes.filter(node => node['Relation Name'] === 'ticket' && node.Alias?.startsWith('owned'))
    expect(owned.length).toBeGreaterThan(0)
    const walked = owned.filter(node => node['Node Type'].startsWith('Index') && node['Index Cond'] === undefined)
    expect(walked).toEqual([])
    // Such a subplan reads the words of all rows at once.
    expect(JSON.stringify(nodes)).not.toContain('hashed SubPlan')
    const words = nodes.filter(node => node['Relation Name'] === 'search_term')
    expect(words.length).toBeGreaterThan(0)
    for (const node of words) expect(node['Index Cond'] ?? node['Recheck Cond']).toBeDefined()
  },
)
