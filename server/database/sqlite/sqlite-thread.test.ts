/** A SQLite file read in a thread, while the process writes to it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type OpenedDatabase, openSqlite } from '#server/database/open.ts'
import { prepared } from '#server/database/prepared.ts'
import { guardTransactions } from '#server/database/transaction-guard.ts'

guardTransactions()

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
  const begun = Promise.withResolvers<void>()
  const written = begun.promise.then(() => write('b'))
  const counts = await database.copies.snapshot(async trx => {
    const count = async () => (await trx.selectFrom('number_sequence').select('name').execute()).length
    const before = await count()
    begun.resolve()
    await written
    return [before, await count()]
  })
  expect(counts).toEqual([1, 1])
  expect(await database.copies.snapshot(trx => selectNames(trx, { most: 5 }))).toEqual([
    { name: 'a', engine: 'sqlite' },
    { name: 'b', engine: 'sqlite' },
  ])
})

test('a snapshot reads only through the transaction it is given', async () => {
  await expect(database.copies.snapshot(() => write('b'))).rejects.toThrow('inside a transaction')
  await expect(
    database.copies.snapshot(() => database.copies.snapshot(trx => selectNames(trx, { most: 1 }))),
  ).rejects.toThrow('inside a transaction')
})

test('a statement that fails gives the error of SQLite, and later snapshots work', async () => {
  const failing = database.copies.snapshot(trx => sql`select * from nowhere`.execute(trx))
  await expect(failing).rejects.toMatchObject({ message: 'no such table: nowhere', errcode: 1 })
  expect(await database.copies.snapshot(trx => selectNames(trx, { most: 1 }))).toHaveLength(1)
})

test('the reason of a failed snapshot is not hidden by the end of its thread or of its transaction', async () => {
  const large = database.copies.snapshot(trx => sql`select 9007199254740993 as number`.execute(trx))
  await expect(large).rejects.toThrow('too large to be represented')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const failing = database.copies.snapshot(async trx => {
    await selectNames(trx, { most: 1 })
    vi.advanceTimersByTime(60_000)
    throw new Error('the reason')
  })
  await expect(failing).rejects.toThrow('the reason')
  vi.useRealTimers()
})

test('a snapshot that pauses until its thread has ended fails instead of reading two states', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const paused = database.copies.snapshot(async trx => {
    await selectNames(trx, { most: 1 })
    vi.advanceTimersByTime(60_000)
    await selectNames(trx, { most: 1 })
  })
  await expect(paused).rejects.toThrow('cannot commit - no transaction is active')
  vi.useRealTimers()
})
