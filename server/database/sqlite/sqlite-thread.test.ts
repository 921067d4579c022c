/** A SQLite file read in a thread, while the process writes to it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type OpenedDatabase, openSqlite } from '#server/database/open.ts'
import { prepared } from '#server/database/prepared.ts'

let folder: string
let database: OpenedDatabase

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-thread-'))
  database = openSqlite(join(folder, 'portal.sqlite'))
  await sql`create table number_sequence (name text primary key, last_value integer not null)`.execute(database.db)
  await write('a')
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const write = (name: string) =>
  database.db.insertInto('number_sequence').values({ name, last_value: 1 }).executeTakeFirst()
const selectNames = prepared<{ most: number }>()((db, param, engine) =>
  db
    .selectFrom('number_sequence')
    .select(['name', sql<string>`${engine}`.as('engine')])
    .limit(param('most')),
)

test('a snapshot is one state of the data, and nobody waits for it', async () => {
  const counts = await database.copies.snapshot(async trx => {
    const count = async () => (await trx.selectFrom('number_sequence').select('name').execute()).length
    const before = await count()
    await write('b')
    return [before, await count()]
  })
  expect(counts).toEqual([1, 1])
  expect(await database.copies.snapshot(trx => selectNames(trx, { most: 5 }))).toEqual([
    { name: 'a', engine: 'sqlite' },
    { name: 'b', engine: 'sqlite' },
  ])
})

test('a statement that fails gives the error of SQLite, and later snapshots work', async () => {
  const failing = database.copies.snapshot(trx => sql`select * from nowhere`.execute(trx))
  await expect(failing).rejects.toMatchObject({ message: 'no such table: nowhere', errcode: 1 })
  expect(await database.copies.snapshot(trx => selectNames(trx, { most: 1 }))).toHaveLength(1)
})

test('a snapshot that pauses until its thread has ended fails instead of reading two states', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const paused = database.copies.snapshot(async trx => {
    await selectNames(trx, { most: 1 })
    vi.advanceTimersByTime(60_000)
    await selectNames(trx, { most: 1 })
  })
  await expect(paused).rejects.toThrow('no transaction is active')
  vi.useRealTimers()
})
