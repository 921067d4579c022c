import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OpenedDatabase, openSqlite } from '#server/database/open.ts'
import { prepared } from '#server/database/prepared.ts'
import { SqliteSessionAdapter } from './sqlite.ts'
import { withLateSync } from './sqlite-late-sync.ts'
import { SqliteSession } from './sqlite-session.ts'

const selectNames = prepared()(db => db.selectFrom('number_sequence').select('name').orderBy('name'))

/** Counts from now on. */
function countCommits({ db }: OpenedDatabase): () => number {
  const { adapter } = db.getExecutor()
  if (!(adapter instanceof SqliteSessionAdapter)) throw new Error('not SQLite')
  let count = 0
  adapter.session.onCommit = () => {
    count += 1
  }
  return () => count
}

let session: SqliteSession

beforeEach(() => {
  session = new SqliteSession(':memory:')
})
afterEach(() => session.database.close())

test('a statement is prepared once, and the oldest is dropped when there are many', () => {
  const first = session.prepare('select 0 as number')
  expect(session.prepare('select 0 as number')).toBe(first)
  for (let number = 1; number <= 1_000; number += 1) {
    expect(session.rows(`select ${number} as number`, [])).toEqual([{ number }])
  }
  expect(session.prepare('select 0 as number')).not.toBe(first)
})

test('the connection is granted in the order of the requests', async () => {
  const order: string[] = []
  await session.hold()
  const waiting = ['a', 'b', 'c'].map(async name => {
    await session.hold()
    order.push(name)
    session.release()
  })
  expect(session.isHeld).toBe(true)
  session.release()
  await Promise.all(waiting)
  expect(order).toEqual(['a', 'b', 'c'])
  expect(session.isHeld).toBe(false)
})

test('a holder that lets others settle goes before those that came meanwhile', async () => {
  const order: string[] = []
  await session.hold()
  session.execute('begin immediate', [])
  const committed = session.commitWithOthers()
  const reading = session.letSettle().then(() => {
    order.push('read')
    session.release()
  })
  const others = ['a', 'b', 'c'].map(async name => {
    await session.hold()
    order.push(name)
    await new Promise(resolve => setImmediate(resolve))
    session.release()
  })
  await Promise.all([committed, reading, ...others])
  expect(order).toEqual(['a', 'b', 'read', 'c'])
})

test('a write without RETURNING returns the number of rows it touched, one with it the rows', () => {
  session.database.exec('create table thing (name text not null)')
  expect(session.execute("insert into thing values ('a'), ('b')", [])).toMatchObject({ numAffectedRows: 2n, rows: [] })
  expect(session.rows('update thing set name = ? where name = ? returning name', ['c', 'a'])).toEqual([{ name: 'c' }])
  expect(session.rows('delete from thing', [])).toEqual([])
  expect(session.execute('delete from thing', [])).toMatchObject({ numAffectedRows: 0n })
})

describe('transactions of one turn', () => {
  let folder: string
  let database: OpenedDatabase
  let reader: DatabaseSync

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kundenportal-commit-'))
    database = openSqlite(join(folder, 'portal.sqlite'))
    await sql`create table number_sequence (name text primary key, last_value integer not null)`.execute(database.db)
    reader = new DatabaseSync(join(folder, 'portal.sqlite'), { readOnly: true })
  })
  afterEach(async () => {
    reader.close()
    await database.close()
    rmSync(folder, { recursive: true })
  })

  const write = (name: string, fails = false) =>
    database.db.transaction().execute(async trx => {
      await trx.insertInto('number_sequence').values({ name, last_value: 1 }).execute()
      if (fails) throw new Error(`${name} failed`)
    })
  const stored = () =>
    reader
      .prepare('select name from number_sequence order by name')
      .all()
      .map(({ name }) => name)

  test('share one commit, and are answered when others can see it', async () => {
    const seen: unknown[][] = []
    const commits = countCommits(database)
    await Promise.all(['a', 'b', 'c'].map(name => write(name).then(() => seen.push(stored()))))
    expect(seen).toEqual(Array.from({ length: 3 }, () => ['a', 'b', 'c']))
    expect(commits()).toBe(1)
  })

  test('share it with reads among them, which wait instead of asking for a commit of their own', async () => {
    const read = () => database.db.selectFrom('number_sequence').select('name').orderBy('name').execute()
    const readPrepared = () => selectNames(database.db, {})
    const commits = countCommits(database)
    const [, read1, , read2] = await Promise.all([write('a'), read(), write('b'), readPrepared(), write('c')])
    expect([read1, read2]).toEqual(Array.from({ length: 2 }, () => ['a', 'b', 'c'].map(name => ({ name }))))
    expect(commits()).toBe(1)
  })

  test('share it around one whose sender alone waits for the disk', async () => {
    const writeLate = (name: string) =>
      withLateSync(database.db)
        .transaction()
        .execute(trx => trx.insertInto('number_sequence').values({ name, last_value: 1 }).execute())
    await writeLate('first')
    const commits = countCommits(database)
    await Promise.all([write('a'), write('b'), writeLate('late'), write('c')])
    expect(commits()).toBe(2)
  })

  test('are rolled back individually when one fails', async () => {
    const outcomes = await Promise.allSettled([write('a'), write('b', true), write('c'), write('a')])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
    expect(stored()).toEqual(['a', 'c'])
  })

  test('are invisible to others before their commit', async () => {
    const writing = write('a').then(() => 'written')
    const names = database.db.selectFrom('number_sequence').select('name').execute()
    expect(stored()).toEqual([])
    expect((await names).map(({ name }) => name)).toEqual(stored())
    expect(await writing).toBe('written')
  })

  test('all fail when their commit fails', async () => {
    const { db } = database
    await sql`create table child (id integer primary key, parent text references number_sequence (name) deferrable initially deferred)`.execute(
      db,
    )
    const orphan = db.transaction().execute(trx => sql`insert into child (parent) values ('nobody')`.execute(trx))
    const outcomes = await Promise.allSettled([write('a'), orphan, write('b')])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await write('c')
    expect(stored()).toEqual(['c'])
  })
})

test('deleted data is no longer found in the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-deleted-'))
  const file = join(folder, 'portal.sqlite')
  const own = new SqliteSession(file)
  own.database.exec('create table note (text text)')
  own.database.prepare('insert into note values (?)').run('Unverwechselbar')
  own.database.exec('pragma wal_checkpoint(truncate)')
  expect(readFileSync(file).includes('Unverwechselbar')).toBe(true)
  own.database.exec('delete from note; pragma wal_checkpoint(truncate)')
  own.database.close()
  expect(readFileSync(file).includes('Unverwechselbar')).toBe(false)
  rmSync(folder, { recursive: true })
})
