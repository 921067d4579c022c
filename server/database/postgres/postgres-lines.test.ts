import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isDatabaseBusy } from '#server/database/engine.ts'
import { makePostgresDatabase } from '#server/testing/engines.ts'
import { connectionOptions } from './postgres.ts'
import { PostgresLines } from './postgres-lines.ts'

const double = (value: number) => ({ name: 'double', text: 'select $1::int * 2 as n', values: [value] })
const wait = { name: 'wait', text: 'select pg_sleep(600)', values: [] }

let database: Awaited<ReturnType<typeof makePostgresDatabase>>
let lines: PostgresLines

beforeEach(async () => {
  database = await makePostgresDatabase()
  lines = new PostgresLines(connectionOptions(database.url))
})
afterEach(async () => {
  await lines.end()
  await database.drop()
})

test('many statements at once share a few connections, and each gets its own rows', async () => {
  const values = Array.from({ length: 200 }, (_, index) => index)
  const answers = await Promise.all(values.map(value => lines.rows(double(value))))
  expect(answers).toEqual(values.map(value => [{ n: value * 2 }]))
  expect(await countBackends()).toBeLessThanOrEqual(4)
})

test('an invalid statement fails alone', async () => {
  const broken = lines.rows({ name: 'broken', text: 'select 1 / $1::int as n', values: [0] })
  const good = lines.rows(double(4))
  await expect(broken).rejects.toThrow('division by zero')
  expect(await good).toEqual([{ n: 8 }])
  expect(await lines.rows(double(5))).toEqual([{ n: 10 }])
})

test('a statement on a connection that breaks is reported as "try again later"; the next one opens another', async () => {
  await lines.rows(double(1))
  const waiting = lines.rows(wait).catch(error => error)
  await expect.poll(() => countBackends("query like '%pg_sleep%' and state = 'active'")).toBe(1)
  await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where ${ours}`)
  expect(isDatabaseBusy(await waiting)).toBe(true)
  expect(await lines.rows(double(2))).toEqual([{ n: 4 }])
})

test('a server that cannot be reached is reported likewise, and is tried again', async () => {
  await database.drop()
  await expect(lines.rows(double(1))).rejects.toThrow(/does not exist/)
  const closed = new PostgresLines({ ...connectionOptions('postgres://nobody@127.0.0.1:1/none') })
  const error = await closed.rows(double(1)).catch(error => error)
  expect(isDatabaseBusy(error)).toBe(true)
})

test('the end answers the statements that were sent, and refuses those that follow', async () => {
  const sent = lines.rows(double(3))
  await lines.end()
  expect(await sent).toEqual([{ n: 6 }])
  const error = await lines.rows(double(1)).catch(error => error)
  expect(isDatabaseBusy(error)).toBe(true)
})

const ours = "datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'"

async function countBackends(condition = 'true'): Promise<number> {
  const rows = await asAdmin(`select count(*)::int as n from pg_stat_activity where ${ours} and ${condition}`)
  return Number(rows[0]?.n)
}

async function asAdmin(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
