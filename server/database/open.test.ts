import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { engines, makePostgresDatabase, openTestDatabase } from '#server/testing/engines.ts'
import { isDatabaseBusy, isForeignKeyViolation, isUniqueViolation } from './engine.ts'
import { migrate } from './migrations/migrate.ts'
import { nextNumber } from './number-sequence.ts'
import { OpenError, type OpenedDatabase, openDatabase, openPostgres, openSqlite } from './open.ts'
import { exactNumber } from './postgres/postgres.ts'
import { inTransaction } from './transaction.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kundenportal-open-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('without a database URL the data is a file that only its owner can read', async () => {
  const folder = join(dataDir, 'new')
  const database = await openDatabase({ databaseUrl: null, dataDir: folder })
  await migrate(database, { clock: systemClock, log: pino({ level: 'silent' }) })
  expect(database.engine).toBe('sqlite')
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o077).toBe(0)
  await database.close()
  expect(readdirSync(folder)).toEqual(['portal.sqlite'])
})

test('a commit on SQLite is forced to the disk, and foreign keys are enforced', async () => {
  const database = openSqlite(join(dataDir, 'portal.sqlite'))
  const read = async (pragma: string) =>
    Object.values((await sql.raw<object>(`pragma ${pragma}`).execute(database.db)).rows[0] ?? {})
  expect(await read('journal_mode')).toEqual(['wal'])
  expect(await read('synchronous')).toEqual([2])
  expect(await read('foreign_keys')).toEqual([1])
  // SQLite waits with the whole process, so the longer wait is ours (sqlite-busy-retry).
  expect(await read('busy_timeout')).toEqual([10])
  await database.close()
})

test('a file that is no database is reported in one sentence', () => {
  const file = join(dataDir, 'portal.sqlite')
  writeFileSync(file, 'This is a letter and not a database. '.repeat(200))
  expect(() => openSqlite(file)).toThrow(OpenError)
  expect(() => openSqlite(file)).toThrow(`The database file ${file} cannot be opened: file is not a database.`)
})

test('a PostgreSQL that does not answer is reported without its password', async () => {
  const opening = () => openPostgres('postgres://portal:geheim@127.0.0.1:9/portal')
  await expect(opening()).rejects.toThrow(OpenError)
  await expect(opening()).rejects.toThrow(/^PostgreSQL at 127\.0\.0\.1:9 does not answer: .*ECONNREFUSED.*\.$/)
  await expect(opening()).rejects.not.toThrow('geheim')
})

test('a PostgreSQL connection that the server closes fails one query and not the process', async () => {
  const { url, drop } = await makePostgresDatabase()
  const database = await openPostgres(url)
  const killed = database.db.transaction().execute(async trx => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
  })
  await expect(killed).rejects.toSatisfy(isDatabaseBusy)
  expect((await sql<{ one: number }>`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
  await database.close()
  await drop()
})

describe.each(engines)('on %s', engine => {
  test('the kind of a refusal is recognized', async () => {
    const { db, close } = await openTestDatabase(engine)
    const insert = () => db.insertInto('number_sequence').values({ name: 'once', last_value: 1 }).execute()
    await insert()
    const twice = await insert().catch((error: unknown) => error)
    expect([isUniqueViolation(twice), isForeignKeyViolation(twice), isDatabaseBusy(twice)]).toEqual([
      true,
      false,
      false,
    ])
    const orphan = await db
      .insertInto('work_span')
      .values({ id: 'a', user_id: 'none', ticket_id: 'none', entry_id: null, started_at: '', stopped_at: null })
      .execute()
      .catch((error: unknown) => error)
    expect([isUniqueViolation(orphan), isForeignKeyViolation(orphan)]).toEqual([false, true])
    const negative = await db
      .insertInto('number_sequence')
      .values({ name: 'negative', last_value: -1 })
      .execute()
      .catch((error: unknown) => error)
    expect(negative).toBeInstanceOf(Error)
    expect([isUniqueViolation(negative), isForeignKeyViolation(negative)]).toEqual([false, false])
    await close()
  })

  test('close waits for the open transaction', async () => {
    const database = await openTestDatabase(engine)
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const work = database.db.transaction().execute(async trx => {
      begun.resolve()
      await goOn.promise
      await trx.insertInto('number_sequence').values({ name: 'late', last_value: 1 }).execute()
      return 'done'
    })
    await begun.promise
    const closing = database.close()
    goOn.resolve()
    expect(await work).toBe('done')
    await closing
  })
})

test('a query after the close is refused, and does not wait forever', async () => {
  for (const engine of engines) {
    const database = await openTestDatabase(engine)
    await database.db.selectFrom('number_sequence').selectAll().execute()
    const closing = database.close()
    const late = database.db.selectFrom('number_sequence').selectAll().execute()
    await expect(late).rejects.toThrow()
    await closing
    await expect(nextNumberOf(database)).rejects.toThrow()
  }
})

test('two processes may write to the same SQLite file', async () => {
  const file = join(dataDir, 'portal.sqlite')
  const one = openSqlite(file)
  await migrate(one, { clock: systemClock, log: pino({ level: 'silent' }) })
  const other = openSqlite(file)
  for (let index = 0; index < 20; index += 1) {
    const { db } = index % 2 === 0 ? one : other
    await db
      .insertInto('number_sequence')
      .values({ name: `${index}`, last_value: 1 })
      .execute()
  }
  for (const { db } of [one, other]) {
    expect(await db.selectFrom('number_sequence').select('name').execute()).toHaveLength(20)
  }
  await one.close()
  await other.close()
})

function nextNumberOf({ db }: OpenedDatabase): Promise<number> {
  return inTransaction({ db, wake: () => {} }, trx => nextNumber(trx, 'late'))
}

test('a number that JavaScript cannot represent exactly is refused instead of rounded', () => {
  expect(exactNumber('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER)
  expect(exactNumber('-12')).toBe(-12)
  expect(exactNumber('12.50')).toBe(12.5)
  expect(() => exactNumber('9007199254740992')).toThrow(RangeError)
  expect(() => exactNumber('NaN')).toThrow(RangeError)
})
