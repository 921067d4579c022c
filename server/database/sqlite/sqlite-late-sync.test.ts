/** Transactions whose senders wait for the disk while the process goes on. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type OpenedDatabase, openSqlite } from '#server/database/open.ts'
import { SqliteSessionAdapter } from './sqlite.ts'
import { withLateSync } from './sqlite-late-sync.ts'
import { LogSync } from './sqlite-log-sync.ts'

let folder: string
let file: string
let database: OpenedDatabase

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-late-sync-'))
  file = join(folder, 'portal.sqlite')
  database = openSqlite(file)
  await sql`create table number_sequence (name text primary key, last_value integer not null)`.execute(database.db)
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const write = (name: string, db = withLateSync(database.db)) =>
  db.transaction().execute(trx => trx.insertInto('number_sequence').values({ name, last_value: 1 }).execute())
const stored = async () =>
  (await database.db.selectFrom('number_sequence').select('name').orderBy('name').execute()).map(({ name }) => name)
const synchronous = async () => (await sql`pragma synchronous`.execute(database.db)).rows
const everyCommit = [{ synchronous: 2 }]

test('their sender is answered when the log is on the disk; others read and write meanwhile', async () => {
  const { adapter } = database.db.getExecutor()
  if (!(adapter instanceof SqliteSessionAdapter)) throw new Error('not SQLite')
  const disk = Promise.withResolvers<void>()
  vi.spyOn(adapter.session.logSync, 'wait').mockReturnValueOnce(disk.promise)
  let isAnswered = false
  const writing = write('reading').then(() => {
    isAnswered = true
  })
  await write('other', database.db)
  expect(await stored()).toEqual(['other', 'reading'])
  expect(await synchronous()).toEqual(everyCommit)
  expect(isAnswered).toBe(false)
  disk.resolve()
  await writing
})

test('one that fails leaves nothing, and usual commits wait for the disk as before', async () => {
  await write('reading')
  await expect(write('reading')).rejects.toThrow('UNIQUE')
  expect(await synchronous()).toEqual(everyCommit)
  expect(await stored()).toEqual(['reading'])
})

test('one that finds the file busy tries again, and usual commits wait for the disk as before', async () => {
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  const writing = write('reading')
  expect(await synchronous()).toEqual(everyCommit)
  other.exec('commit')
  other.close()
  await writing
  expect(await stored()).toEqual(['reading'])
})

test('one that follows unfinished usual ones commits these first', async () => {
  const answered: string[] = []
  await Promise.all([
    write('usual', database.db).then(() => answered.push('usual')),
    write('late').then(() => answered.push('late')),
  ])
  expect(answered).toEqual(['usual', 'late'])
})

test('those who ask while the disk is busy share the next wait', async () => {
  const sync = new LogSync(file)
  const [first, second, third] = [sync.wait(), sync.wait(), sync.wait()]
  expect(second).toBe(third)
  expect(second).not.toBe(first)
  await Promise.all([first, second])
  await sync.close()
})

test('a disk that fails ends the process: later commits would follow a hole', () => {
  const code = `
    import { LogSync } from ${JSON.stringify(new URL('./sqlite-log-sync.ts', import.meta.url).href)}
    await new LogSync(${JSON.stringify(join(folder, 'missing', 'portal.sqlite'))}).wait().catch(() => {})
    setTimeout(() => console.log('still running'), 1000)`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toContain('The disk has not taken what was committed.')
})
