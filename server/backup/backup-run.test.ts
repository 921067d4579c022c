import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifyAudit } from '#server/audit/verify-audit.ts'
import { dayMs, hourMs, instantText, plusMs } from '#server/clock.ts'
import { migrate } from '#server/database/migrations/migrate.ts'
import { openPostgres } from '#server/database/open.ts'
import type { BackupTable } from '#server/database/platform-tables.ts'
import { newKeys, openKeys } from '#server/keys.ts'
import { sealSecret } from '#server/secrets/seal.ts'
import { type BackedUpPortal, openBackedUpPortal } from '#server/testing/backed-up-portal.ts'
import { engines, makePostgresDatabase } from '#server/testing/engines.ts'
import { testRuntime } from '#server/testing/test-runtime.ts'
import { withScratchFile } from './backup-folder.ts'
import { proveBackup } from './backup-proof.ts'
import { beginBackup, emptyRow, recordMade, removeOldBackups } from './backup-register.ts'
import { backUpBeforeMigration, enterBackupBeforeMigration, proveFound, runBackup } from './backup-run.ts'
import { makeBackup } from './make-backup.ts'
import { verifyBackup } from './restore.ts'
import { unsealCopy } from './sealed-file.ts'

describe.each(engines)('a backup on %s', engine => {
  let portal: BackedUpPortal
  beforeEach(async () => {
    portal = await openBackedUpPortal(engine)
  })
  afterEach(() => portal.close())

  const rows = () =>
    portal.database.db.selectFrom('backup').selectAll().orderBy('started_at', 'desc').orderBy('id', 'desc').execute()
  const files = () => (existsSync(portal.folder) ? readdirSync(portal.folder).toSorted() : [])

  test('is made, verified and recorded; nothing else stays in the folder', async () => {
    await portal.write()
    const { file, isProven } = await runBackup(portal.runtime, 'nightly')
    expect(isProven).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(portal.folder).mode & 0o777).toBe(0o700)
    expect(files()).toEqual([file.slice(portal.folder.length + 1)])
    expect(await rows()).toEqual([
      expect.objectContaining({
        kind: 'nightly',
        state: 'proven',
        step: null,
        reason: '',
        file: files()[0],
        size_bytes: statSync(file).size,
        audit_lines: 1,
        proven_at: '2026-03-02T09:00:00.000Z',
      }),
    ])
    expect((await rows())[0]?.rows_count).toBeGreaterThan(24)
    expect(readFileSync(file).includes('ticket.updated')).toBe(false)
  })

  test('holds one state of the data, regardless of concurrent writes', async () => {
    await portal.write()
    let isDone = false
    let written = 1
    const writing = (async () => {
      while (!isDone) {
        await portal.write()
        written += 1
      }
    })()
    const made = await runBackup(portal.runtime, 'by_hand').finally(() => {
      isDone = true
    })
    await writing
    expect(made.isProven).toBe(true)
    expect(written).toBeGreaterThan(2)
    await withScratchFile(portal.folder, async copy => {
      const header = await unsealCopy(portal.runtime.keys, made.file, copy)
      await portal.database.copies.tryOut(copy, async ({ db }) => {
        const numbers = await db.selectFrom('number_sequence').select('last_value').where('name', '=', 'work').execute()
        const { ok, entries } = await verifyAudit(db)
        // Number and line are of one transaction: no state has one without the other.
        expect(ok && entries).toBe(numbers[0]?.last_value)
        expect(header.auditHead?.seq).toBe(entries)
      })
    })
  })

  test('that was changed, or does not match its header, is not proven', async () => {
    await portal.write()
    const { file } = await runBackup(portal.runtime, 'nightly')
    const whole = readFileSync(file)
    writeFileSync(file, whole.subarray(0, -1))
    await expect(proveBackup(portal.runtime, file, portal.folder)).rejects.toMatchObject({ reason: 'damaged' })
    const made = join(portal.folder, 'other.backup')
    const { copies } = portal.runtime
    // A copy that lacks writes made during the copy.
    const lossy = {
      ...portal.runtime,
      copies: {
        ...copies,
        copy: <T>(target: string, read: Parameters<typeof copies.copy<T>>[1]) =>
          copies.copy(target, async db => {
            const found = await read(db)
            return { ...found, rows: { ...(found as { rows: object }).rows, ticket: 1 } }
          }),
      },
    }
    await makeBackup(lossy, 'by_hand', made)
    await expect(proveBackup(portal.runtime, made, portal.folder)).rejects.toMatchObject({
      reason: 'different',
      message: 'The copy holds other numbers of rows than the database: ticket',
    })
    expect(files()).toHaveLength(2)
  })

  test('with a broken audit log does not count', async () => {
    await portal.write()
    await portal.write()
    const trigger = engine === 'postgres' ? 'audit_entry_no_change on audit_entry' : 'audit_entry_no_update'
    await sql.raw(`drop trigger ${trigger}`).execute(portal.database.db)
    await portal.database.db.updateTable('audit_entry').set({ details: 'x' }).where('seq', '=', 1).execute()
    await expect(runBackup(portal.runtime, 'nightly')).rejects.toMatchObject({ reason: 'audit_broken' })
    expect(await rows()).toEqual([
      expect.objectContaining({ state: 'failed', reason: 'audit_broken', proven_at: null }),
    ])
  })

  test('with unreadable secrets does not count', async () => {
    const { db } = portal.database
    const foreign = newKeys()
    const place = { table: 'key_canary', id: foreign.activeId, column: 'sealed' }
    await db.deleteFrom('key_canary').execute()
    await db
      .insertInto('key_canary')
      .values({ key_id: foreign.activeId, sealed: sealSecret(foreign, place, 'kundenportal'), created_at: '' })
      .execute()
    await expect(runBackup(portal.runtime, 'nightly')).rejects.toMatchObject({ reason: 'secret_unreadable' })
    expect((await rows())[0]).toMatchObject({ state: 'failed', reason: 'secret_unreadable' })
  })

  test('that fails is retried in the same row that night, and in a new row by hand', async () => {
    const broken = {
      ...portal.runtime,
      copies: { ...portal.runtime.copies, copy: () => Promise.reject(new Error('the disk is on fire')) },
    }
    await expect(runBackup(broken, 'nightly')).rejects.toMatchObject({ reason: 'fault' })
    await expect(runBackup(broken, 'nightly')).rejects.toMatchObject({ reason: 'fault' })
    expect(await rows()).toEqual([
      expect.objectContaining({ state: 'failed', reason: 'fault', detail: 'the disk is on fire', file: '' }),
    ])
    await expect(runBackup(broken, 'by_hand')).rejects.toMatchObject({ reason: 'fault' })
    expect(await rows()).toHaveLength(2)
    await runBackup(portal.runtime, 'nightly')
    expect((await rows()).map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
      'by_hand failed',
      'nightly proven',
    ])
    expect(files()).toHaveLength(1)
  })

  test('that was killed does not count, and its leftovers are removed', async () => {
    const { runtime, folder } = portal
    mkdirSync(folder)
    await beginBackup(runtime, 'by_hand')
    const left = join(folder, '0123.part')
    writeFileSync(left, 'half a database')
    const longAgo = new Date(runtime.clock.now().getTime() - 2 * hourMs)
    utimesSync(left, longAgo, longAgo)
    const fresh = join(folder, '4567.part')
    writeFileSync(fresh, 'another process works on this one')
    runtime.pass(7 * hourMs)
    utimesSync(fresh, runtime.clock.now(), runtime.clock.now())
    await proveFound(runtime)
    expect(await rows()).toEqual([expect.objectContaining({ state: 'failed', reason: 'interrupted' })])
    expect(files()).toEqual(['4567.part'])
  })

  test('that was finished by a process killed before its proof is found and proven', async () => {
    const { runtime, folder } = portal
    const { file } = await runBackup(runtime, 'nightly')
    await runtime.db.deleteFrom('backup').execute()
    const id = await beginBackup(runtime, 'nightly')
    const name = file.slice(folder.length + 1)
    const facts = { sizeBytes: 1, rows: {}, auditHead: null, at: '2026-03-02T09:00:00.000Z' }
    const header = { engine, kind: 'nightly', release: '', schema: '' } as const
    await recordMade(runtime, id, name, { ...header, ...facts })
    // The next try reuses the row; the file is separate.
    expect(await beginBackup(runtime, 'nightly')).toBe(id)
    await proveFound(runtime)
    expect((await rows()).map(({ state, file: found }) => [state, found]).toSorted()).toEqual([
      ['proven', name],
      ['running', ''],
    ])
  })

  test('whose file was removed has failed, and other files are left alone', async () => {
    const { runtime, folder } = portal
    mkdirSync(folder)
    writeFileSync(join(folder, 'letter.backup'), 'Sehr geehrte Damen und Herren')
    const row = { ...emptyRow('nightly', '2026-03-01T02:00:00.000Z'), state: 'proven', step: null } as const
    await runtime.db
      .insertInto('backup')
      .values({ ...row, file: 'gone.backup', proven_at: row.started_at })
      .execute()
    await proveFound(runtime)
    expect(await rows()).toEqual([expect.objectContaining({ state: 'failed', reason: 'file_gone', file: '' })])
    expect(files()).toEqual(['letter.backup'])
  })

  test('is removed with its file when its retention ends', async () => {
    const { runtime, folder } = portal
    mkdirSync(folder)
    const ages = Array.from({ length: 40 }, (_, days) => days)
    for (const days of ages) {
      const at = instantText(plusMs(runtime.clock.now(), -days * dayMs))
      const row = { ...emptyRow('nightly', at), file: `${days}.backup`, step: null, state: 'proven' } as const
      await runtime.db
        .insertInto('backup')
        .values({ ...row, proven_at: at })
        .execute()
      writeFileSync(join(folder, row.file), '')
    }
    // Unproven ones of every day of last week displace none of them.
    for (const days of ages.slice(0, 7)) {
      const at = instantText(plusMs(runtime.clock.now(), -days * dayMs + hourMs))
      const row = { ...emptyRow('nightly', at), file: `u${days}.backup`, step: null, state: 'unproven' } as const
      await runtime.db.insertInto('backup').values(row).execute()
      writeFileSync(join(folder, row.file), '')
    }
    await removeOldBackups(runtime)
    const kept = (await rows()).map(({ file }) => file)
    expect(kept.filter(file => !file.startsWith('u'))).toEqual(
      ['0', '1', '2', '3', '4', '5', '6', '8', '15', '30'].map(days => `${days}.backup`),
    )
    expect(kept.filter(file => file.startsWith('u'))).toHaveLength(7)
    expect(files()).toEqual(kept.toSorted())
  })

  test('before a migration is recorded once there is a table for it', async () => {
    const before = await backUpBeforeMigration(portal.runtime)
    expect(await rows()).toEqual([])
    expect(files()).toEqual([before?.file])
    if (before) await enterBackupBeforeMigration(portal.runtime, before)
    expect(await rows()).toEqual([
      expect.objectContaining({ kind: 'before_migration', state: 'proven' } satisfies Partial<BackupTable>),
    ])
  })
})

test('where PostgreSQL lets its user create no databases, a backup is made, and the list gives the reason why it is not proven', async () => {
  const made = await makePostgresDatabase()
  const name = `narrow_${randomBytes(6).toString('hex')}`
  const superuser = await openPostgres(made.url)
  await sql.raw(`create role ${name} login`).execute(superuser.db)
  await sql.raw(`alter database ${new URL(made.url).pathname.slice(1)} owner to ${name}`).execute(superuser.db)
  await superuser.close()
  const url = new URL(made.url)
  url.username = name
  const dataDir = mkdtempSync(join(tmpdir(), 'kundenportal-backup-'))
  const database = await openPostgres(url.toString())
  const runtime = testRuntime(database, { DATA_DIR: dataDir, DATABASE_URL: url.toString() })
  await migrate(database, runtime)
  const keys = openKeys(runtime.config.keysFile)

  const { file, isProven } = await runBackup({ ...runtime, keys }, 'nightly')
  expect(isProven).toBe(false)
  expect(await runtime.db.selectFrom('backup').select(['state', 'reason', 'detail']).execute()).toEqual([
    { state: 'unproven', reason: 'may_not_try', detail: expect.stringMatching(/may not create databases/) },
  ])
  const before = await backUpBeforeMigration(runtime)
  expect(before?.untried).toMatchObject({ reason: 'may_not_try' })
  await database.close()
  await expect(verifyBackup({ config: runtime.config, clock: runtime.clock }, file)).rejects.toThrow(
    /may not create databases.+Nothing was changed\.$/,
  )
  await made.drop()
  rmSync(dataDir, { recursive: true })
})
