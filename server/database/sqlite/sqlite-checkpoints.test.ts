import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenedDatabase, openDatabase } from '#server/database/open.ts'

/** Larger than the log that is left to the close. */
const largeBytes = 5 * 1024 * 1024

let folder: string
let file: string
let database: OpenedDatabase

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kundenportal-checkpoints-'))
  file = join(folder, 'portal.sqlite')
  database = await openDatabase({ databaseUrl: null, dataDir: folder })
  await sql`create table note (content blob not null)`.execute(database.db)
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const write = (bytes: number) =>
  database.db.transaction().execute(trx => sql`insert into note values (${Buffer.alloc(bytes, 7)})`.execute(trx))

test('a large log is written into the file while the portal runs, not by the commit', async () => {
  await write(largeBytes)
  expect(statSync(file).size).toBeLessThan(largeBytes)
  await expect.poll(() => statSync(file).size).toBeGreaterThan(largeBytes)
  await write(1)
})

test('the file is whole and the log is gone after the close, also while the thread is at work', async () => {
  await write(largeBytes)
  await write(largeBytes)
  await database.close()
  expect(existsSync(`${file}-wal`)).toBe(false)
  const reader = new DatabaseSync(file, { readOnly: true })
  expect(reader.prepare('select count(*) as count, sum(length(content)) as bytes from note').get()).toEqual({
    count: 2,
    bytes: 2 * largeBytes,
  })
  reader.close()
  database = await openDatabase({ databaseUrl: null, dataDir: folder })
})
