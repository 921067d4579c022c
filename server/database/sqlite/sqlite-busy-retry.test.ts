import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isDatabaseBusy } from '#server/database/engine.ts'
import { type OpenedDatabase, openSqlite } from '#server/database/open.ts'
import { prepared } from '#server/database/prepared.ts'
import { retryWhileBusy } from './sqlite-busy-retry.ts'
import { SqliteSession } from './sqlite-session.ts'

let folder: string
let database: OpenedDatabase
let other: DatabaseSync

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kundenportal-busy-'))
  const file = join(folder, 'portal.sqlite')
  database = openSqlite(file)
  await sql`create table number_sequence (name text primary key, last_value integer not null)`.execute(database.db)
  other = new DatabaseSync(file)
})
afterEach(async () => {
  other.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

const insert = prepared<{ name: string }>()((db, param) =>
  db.insertInto('number_sequence').values({ name: param('name'), last_value: 1 }),
)
const names = async () => {
  const rows = await database.db.selectFrom('number_sequence').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

test('writes wait for another process, reads and everything else continue', async () => {
  const { db } = database
  other.exec("begin immediate; insert into number_sequence values ('other', 1)")
  const writes = Promise.all([
    db.transaction().execute(trx => trx.insertInto('number_sequence').values({ name: 'a', last_value: 1 }).execute()),
    db.insertInto('number_sequence').values({ name: 'b', last_value: 1 }).execute(),
    insert(db, { name: 'c' }),
  ])
  for (let read = 0; read < 3; read += 1) expect(await names()).toEqual([])
  other.exec('commit')
  await writes
  expect(await names()).toEqual(['a', 'b', 'c', 'other'])
})

test('retrying ends: the caller is asked to retry later, and releases the connection', async () => {
  const session = new SqliteSession(join(folder, 'portal.sqlite'))
  other.exec('begin immediate')
  await session.hold()
  const refused = retryWhileBusy(session, () => session.execute('begin immediate', []), 0)
  expect(isDatabaseBusy(await refused.catch((error: unknown) => error))).toBe(true)
  expect(session.isHeld).toBe(true)
  other.exec('rollback')
  session.database.close()
})
