import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { plusMs } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/database/migrations/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { openKeys } from '#server/keys.ts'
import { type BackedUpPortal, openBackedUpPortal } from '#server/testing/backed-up-portal.ts'
import { engines, makePostgresDatabase } from '#server/testing/engines.ts'
import { runBackup } from './backup-run.ts'
import { restoreBackup, undoRestore, verifyBackup } from './restore.ts'

describe.each(engines)('a backup on %s', engine => {
  let portal: BackedUpPortal
  let own: Parameters<typeof verifyBackup>[0]
  let now = new Date('2026-03-02T10:00:00.000Z')
  beforeEach(async () => {
    portal = await openBackedUpPortal(engine)
    const clock = { now: () => (now = plusMs(now, 1_000)) }
    own = { config: portal.runtime.config, clock }
  })
  afterEach(() => portal.close())

  /** How much work the data holds. */
  const worked = async (config = own.config) => {
    const database = await openDatabase(config)
    try {
      const rows = await database.db
        .selectFrom('number_sequence')
        .select('last_value')
        .where('name', '=', 'work')
        .execute()
      return rows[0]?.last_value
    } finally {
      await database.close()
    }
  }
  /** A backup of one piece of work, followed by another; the portal is stopped. */
  const prepare = async () => {
    await portal.write()
    const { file } = await runBackup(portal.runtime, 'by_hand')
    await portal.write()
    await portal.database.close()
    return file
  }

  test('is tested without replacing anything, also while the portal runs', async () => {
    await portal.write()
    const { file } = await runBackup(portal.runtime, 'by_hand')
    await portal.write()
    const { header, pendingMigrations } = await verifyBackup(own, file)
    expect(header).toMatchObject({ engine, kind: 'by_hand', auditHead: { seq: 1 } })
    expect(pendingMigrations).toBe(0)
    expect(await worked()).toBe(2)
  })

  test('replaces the data, which can be restored, and replaced again', async () => {
    const file = await prepare()
    const { aside } = await restoreBackup(own, file)
    expect(aside).toMatch(
      engine === 'sqlite' ? /portal\.sqlite\.aside-2026-03-02T10-/ : /^kundenportal_aside_20260302\d+$/,
    )
    expect(await worked()).toBe(1)
    expect(readdirSync(portal.dataDir).filter(name => name.includes('.part'))).toEqual([])
    const undone = await undoRestore(own)
    expect(undone.back).toBe(aside)
    expect(await worked()).toBe(2)
    await undoRestore(own)
    expect(await worked()).toBe(1)
  })

  test.runIf(engine === 'postgres')('leaves statistics for the planner', async () => {
    const file = await prepare()
    await restoreBackup(own, file)
    const database = await openDatabase(own.config)
    const unknown = await sql<{ relname: string }>`select relname from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and reltuples < 0`.execute(database.db)
    await database.close()
    expect(unknown.rows).toEqual([])
  })

  test('is refused while the portal runs on the data, and so is undoing', async () => {
    await portal.write()
    const { file } = await runBackup(portal.runtime, 'by_hand')
    await portal.write()
    const refused = { message: 'The portal is running on this data. Stop it first; nothing was changed.' }
    await expect(restoreBackup(own, file)).rejects.toMatchObject(refused)
    expect(await worked()).toBe(2)
    await portal.database.close()
    await restoreBackup(own, file)
    const again = await openDatabase(own.config)
    await again.db.selectFrom('number_sequence').selectAll().execute()
    await expect(undoRestore(own)).rejects.toMatchObject(refused)
    await again.close()
  })

  test('that was changed or truncated, or is no backup, replaces nothing', async () => {
    const file = await prepare()
    const whole = readFileSync(file)
    writeFileSync(file, whole.subarray(0, whole.length - 20))
    await expect(restoreBackup(own, file)).rejects.toThrow(/changed or cut .+ Nothing was changed\.$/)
    const letter = join(portal.dataDir, 'letter.txt')
    writeFileSync(letter, 'Sehr geehrte Damen und Herren')
    await expect(restoreBackup(own, letter)).rejects.toThrow(/is no backup .+ Nothing was changed\.$/)
    await expect(restoreBackup(own, join(portal.dataDir, 'none'))).rejects.toThrow(/^There is no file /)
    expect(await worked()).toBe(2)
    await expect(undoRestore(own)).rejects.toThrow('There is nothing to undo')
  })

  test('needs its keys file, which is never created again', async () => {
    const file = await prepare()
    const { keysFile } = own.config
    renameSync(keysFile, `${keysFile}.elsewhere`)
    await expect(restoreBackup(own, file)).rejects.toThrow(/^There is no keys file .+ not part of a backup/)
    expect(existsSync(keysFile)).toBe(false)
    openKeys(keysFile)
    await expect(restoreBackup(own, file)).rejects.toThrow(
      new RegExp(`sealed with the key ${portal.runtime.keys.activeId}, which the keys file does not hold`),
    )
    expect(await worked()).toBe(2)
  })

  test('of a newer release is refused by this program', async () => {
    await portal.database.db
      .insertInto('schema_migration')
      .values({ name: '9999-of-tomorrow', checksum: '', applied_at: '9' })
      .execute()
    const { file } = await runBackup(portal.runtime, 'by_hand')
    await expect(verifyBackup(own, file)).rejects.toThrow(/newer release.+Nothing was changed\.$/)
  })
  test('restores a portal on a new machine with only the keys file', async () => {
    const file = await prepare()
    const made = engine === 'postgres' ? await makePostgresDatabase() : undefined
    const dataDir = mkdtempSync(join(tmpdir(), 'kundenportal-new-'))
    const config = readConfig({ DATA_DIR: dataDir, ...(made ? { DATABASE_URL: made.url } : {}) })
    copyFileSync(own.config.keysFile, config.keysFile)
    const { aside } = await restoreBackup({ ...own, config }, file)
    expect(aside === null).toBe(engine === 'sqlite')
    expect(await worked(config)).toBe(1)
    await made?.drop()
    rmSync(dataDir, { recursive: true })
  })

  test('as earlier releases made it, plain and before a migration, is restored, too', async () => {
    await portal.write()
    const file = join(portal.dataDir, `before-0002-tickets.${engine === 'sqlite' ? 'sqlite' : 'dump'}`)
    await portal.database.copies.copy(file, async () => {})
    await portal.write()
    await portal.database.close()
    expect((await verifyBackup(own, file)).header).toBeNull()
    await restoreBackup(own, file)
    expect(await worked()).toBe(1)
    const whole = readFileSync(file)
    writeFileSync(file, whole.subarray(0, whole.length / 2))
    await expect(restoreBackup(own, file)).rejects.toThrow(/Nothing was changed\.$/)
    expect(await worked()).toBe(1)
  })

  test('does not include data set aside by a restore in later backups', async () => {
    await restoreBackup(own, await prepare())
    const database = await openDatabase(own.config)
    const runtime = { ...portal.runtime, ...database }
    await migrate(database, runtime)
    const { file, isProven } = await runBackup(runtime, 'by_hand')
    expect(isProven).toBe(true)
    await database.close()
    await verifyBackup(own, file)
  })
})

test('a killed restore on PostgreSQL leaves no empty portal, and the data can be restored', async () => {
  const portal = await openBackedUpPortal('postgres')
  await portal.write()
  const { file } = await runBackup(portal.runtime, 'by_hand')
  await portal.write()
  await portal.database.close()
  let now = new Date('2026-03-02T10:00:00.000Z')
  const own = { config: portal.runtime.config, clock: { now: () => (now = plusMs(now, 1_000)) } }
  const database = await openDatabase(own.config)
  // The state between the two steps of a restore.
  for (const step of [sql`alter schema public rename to kundenportal_aside_20260302`, sql`create schema public`]) {
    await step.execute(database.db)
  }
  const started = migrate(database, portal.runtime)
  await expect(started).rejects.toThrow(/^The database is empty, and a restore has set its data aside as kundenportal_/)
  await database.close()

  const workedNow = async () => {
    const { db, close } = await openDatabase(own.config)
    const rows = await db.selectFrom('number_sequence').select('last_value').where('name', '=', 'work').execute()
    await close()
    return rows[0]?.last_value
  }
  await restoreBackup(own, file)
  expect(await workedNow()).toBe(1)
  // Not the data set aside by the second try, which was empty.
  expect((await undoRestore(own)).back).toBe('kundenportal_aside_20260302')
  expect(await workedNow()).toBe(2)
  await portal.close()
})

test('a file that is no longer a database is set aside unchanged, and replaced by a backup', async () => {
  const portal = await openBackedUpPortal('sqlite')
  await portal.write()
  const { file } = await runBackup(portal.runtime, 'by_hand')
  await portal.database.close()
  const data = join(portal.dataDir, 'portal.sqlite')
  writeFileSync(data, 'a disk that failed'.repeat(1_000))
  const own = { config: portal.runtime.config, clock: portal.runtime.clock }
  const { aside } = await restoreBackup(own, file)
  expect(readFileSync(aside ?? '', 'utf8')).toContain('a disk that failed')
  const again = await openDatabase(own.config)
  expect(
    await again.db.selectFrom('number_sequence').select('last_value').where('name', '=', 'work').execute(),
  ).toEqual([{ last_value: 1 }])
  await again.close()
  rmSync(portal.dataDir, { recursive: true })
})

test('a backup of the other engine is refused', async () => {
  const sqlite = await openBackedUpPortal('sqlite')
  const postgres = await openBackedUpPortal('postgres')
  copyFileSync(sqlite.runtime.config.keysFile, postgres.runtime.config.keysFile)
  const { file } = await runBackup(sqlite.runtime, 'by_hand')
  const own = { config: postgres.runtime.config, clock: sqlite.runtime.clock }
  await expect(verifyBackup(own, file)).rejects.toThrow(/one of sqlite, and the portal runs on postgres/)
  await sqlite.close()
  await postgres.close()
})
