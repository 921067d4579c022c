/** Backups when the disk is full, and when the process is killed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hourMs, plusMs, systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/open.ts'
import { type BackedUpPortal, openBackedUpPortal } from '#server/testing/backed-up-portal.ts'
import { engines } from '#server/testing/engines.ts'
import { proveBackup } from './backup-proof.ts'
import { proveFound, runBackup } from './backup-run.ts'

const backupProcess = fileURLToPath(new URL('../testing/backup-process.ts', import.meta.url))

describe.each(engines)('a backup on %s', engine => {
  let portal: BackedUpPortal
  let env: Record<string, string>
  beforeEach(async () => {
    portal = await openBackedUpPortal(engine)
    env = { DATA_DIR: portal.dataDir, ...(portal.url === null ? {} : { DATABASE_URL: portal.url }) }
    await portal.write()
    await portal.database.close()
  })
  afterEach(() => portal.close())

  const start = ({ limit = 'unlimited', until = '' }) =>
    spawn(
      'bash',
      ['-c', `ulimit -f ${limit}; exec "$@"`, 'bash', process.execPath, backupProcess, JSON.stringify(env), until],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
  const reopen = async () => {
    const database = await openDatabase({ dataDir: portal.dataDir, databaseUrl: portal.url })
    return { ...portal.runtime, ...database, clock: systemClock }
  }
  const files = () => (existsSync(portal.folder) ? readdirSync(portal.folder) : [])

  test('that finds no room on the disk fails, leaves nothing, and the next one is complete', async () => {
    // A limit on the file size, in KB: the system reports it like a full disk.
    const child = start({ limit: engine === 'sqlite' ? '200' : '24' })
    const lines: string[] = []
    for await (const line of createInterface({ input: child.stdout })) lines.push(line)
    // pg_dump is killed before it can report the reason.
    expect(lines.at(-1)).toMatch(engine === 'sqlite' ? 'failed disk_full' : /^failed (disk_full|fault)$/)
    expect(files()).toEqual([])
    const runtime = await reopen()
    expect(await runtime.db.selectFrom('backup').select(['state', 'file']).execute()).toEqual([
      { state: 'failed', file: '' },
    ])
    expect((await runBackup(runtime, 'nightly')).isProven).toBe(true)
    expect(await runtime.db.selectFrom('backup').select('state').execute()).toEqual([{ state: 'proven' }])
    await runtime.close()
  })

  test('whose process is killed at any step does not count, and the next one cleans up', async () => {
    for (const last of ['copying', 'copied', 'trying']) {
      const child = start({ until: last })
      const exit = once(child, 'exit')
      for await (const line of createInterface({ input: child.stdout })) if (line === last) child.kill('SIGKILL')
      expect(await exit).toEqual([null, 'SIGKILL'])
      const runtime = await reopen()
      const rows = await runtime.db.selectFrom('backup').select(['state', 'kind']).execute()
      expect(rows).toEqual([{ state: 'running', kind: 'nightly' }])
      await runtime.close()
    }
    // A file with a final name is complete.
    const whole = files().filter(name => name.endsWith('.backup'))
    expect(whole).toHaveLength(1)
    const longAgo = plusMs(systemClock.now(), -2 * hourMs)
    for (const name of files().filter(name => name.includes('.part'))) {
      utimesSync(join(portal.folder, name), longAgo, longAgo)
    }
    const runtime = await reopen()
    await proveBackup(runtime, join(portal.folder, whole[0] ?? ''), portal.folder)
    await runBackup(runtime, 'nightly')
    await proveFound(runtime)
    const rows = await runtime.db.selectFrom('backup').select(['state', 'file']).execute()
    expect(rows.map(({ state }) => state)).toEqual(['proven', 'proven'])
    expect(files().toSorted()).toEqual(rows.map(({ file }) => file).toSorted())
    await runtime.close()
  })
})
