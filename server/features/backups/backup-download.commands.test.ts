import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freshAuthenticationMinutes } from '#contract/limits.ts'
import { backupFolder } from '#server/backup/backup-folder.ts'
import { emptyRow } from '#server/backup/backup-register.ts'
import { hourMs, instantText, minuteMs } from '#server/clock.ts'
import type { BackupTable } from '#server/database/platform-tables.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
const gigabytes = 5 * 1024 ** 3

describe.each(engines)('the download of a backup on %s', engine => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kundenportal-download-'))
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { DATA_DIR: dataDir } })
  })
  beforeEach(async () => {
    admin = await portal.client('admin')
  })
  afterAll(async () => {
    await portal.close()
    rmSync(dataDir, { recursive: true })
  })

  const build = async (change: Partial<BackupTable> = {}) => {
    const at = instantText(portal.clock.now())
    const row = { ...emptyRow('nightly', at), state: 'proven' as const, step: null, proven_at: at }
    const named = { ...row, file: `portal-${row.id}.backup`, ...change }
    await portal.runtime.db.insertInto('backup').values(named).execute()
    if (named.file) writeFileSync(join(await backupFolder({ dataDir }), named.file), content)
    return named
  }
  const pathOf = (id: string) => `/api/backend/admin/backups/${id}/`
  const open = async (id: string, client = admin) => (await client.post(`${pathOf(id)}download/`)).json()
  const address = async (id: string) => `${pathOf(id)}file/?grant=${(await open(id)).grant}`

  test('is the sealed file as stored in the folder, under its name, to be saved', async () => {
    const { id, file } = await build()
    const answer = await admin.get(await address(id))
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(content)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${file}`,
      'content-length': String(content.length),
      'accept-ranges': 'bytes',
    })
  })

  test('is in the audit log once, for any number of parts', async () => {
    const { id, file } = await build()
    const path = await address(id)
    for (const range of ['bytes=0-9', 'bytes=10-']) await admin.get(path, { headers: { range } })
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_user_id', 'details'])
      .where('subject_id', '=', id)
      .execute()
    expect(lines).toEqual([{ action: 'backup.downloaded', actor_user_id: admin.user.id, details: file }])
  })

  test('resumes where it was interrupted, also hours later and without a new password', async () => {
    const { id } = await build()
    const path = await address(id)
    const whole = await admin.get(path)
    // A session in use stays alive.
    for (let passed = 0; passed < 120; passed += 20) {
      portal.clock.advance(20 * minuteMs)
      await admin.get('/api/auth/session/')
    }
    const headers = { range: 'bytes=100000-', 'if-range': String(whole.headers.etag) }
    const rest = await admin.get(path, { headers })
    expect(rest.statusCode).toBe(206)
    expect(rest.headers['content-range']).toBe(`bytes 100000-${content.length - 1}/${content.length}`)
    expect(rest.rawPayload.equals(content.subarray(100_000))).toBe(true)
    const other = await admin.get(path, { headers: { ...headers, 'if-range': '"another"' } })
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, content.length])
    const beyond = await admin.get(path, { headers: { range: `bytes=${content.length}-` } })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${content.length}`])
  })

  test('is opened only after reauthentication, for that session and that backup, for twelve hours', async () => {
    const { id } = await build()
    const other = await build()
    const { grant, expiresAt } = await open(id)
    expect(Date.parse(expiresAt) - portal.clock.now().getTime()).toBe(12 * hourMs)
    const refused = { status: 403, code: 'session.reauthentication_required' }
    expect((await admin.get(`${pathOf(other.id)}file/?grant=${grant}`)).json()).toMatchObject(refused)
    expect((await admin.get(`${pathOf(id)}file/?grant=${grant}x`)).json()).toMatchObject(refused)
    const second = await portal.loginAs(admin.user)
    expect((await second.get(`${pathOf(id)}file/?grant=${grant}`)).json()).toMatchObject(refused)
    expect((await portal.visitor().get(`${pathOf(id)}file/?grant=${grant}`)).statusCode).toBe(401)
    portal.clock.advance(freshAuthenticationMinutes * minuteMs)
    expect(await open(id)).toMatchObject(refused)
  })

  test('is refused for a backup that is not complete or whose file is missing', async () => {
    const rows = [
      await build({ state: 'running', step: 'proving', proven_at: null }),
      await build({ state: 'failed', reason: 'damaged', proven_at: null }),
      await build({ file: '' }),
    ]
    const gone = await build()
    rmSync(join(dataDir, 'backups', gone.file))
    for (const { id } of [...rows, gone]) expect(await open(id)).toMatchObject({ status: 409, code: 'backup.no_file' })
    expect(await open('01970000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 })
  })

  test('never leaves the folder of the backups, for any path of a row', async () => {
    writeFileSync(join(dataDir, 'keys'), 'secret')
    const { id } = await build({ file: '' })
    await portal.runtime.db.updateTable('backup').set({ file: '../keys' }).where('id', '=', id).execute()
    expect(await open(id)).toMatchObject({ status: 409, code: 'backup.no_file' })
  })

  test('of more than fits into memory is streamed; a slow reader delays nobody, and it ends when it is aborted', async () => {
    const { id, file } = await build()
    // Node reads no file of more than 2 GiB into one piece. It is sparse.
    truncateSync(join(dataDir, 'backups', file), gigabytes)
    const path = await address(id)
    await portal.app.listen({ host: '127.0.0.1', port: 0 })
    // Fastify listens on TCP, which has an address with a port.
    const { port } = portal.app.server.address() as AddressInfo
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const controller = new AbortController()
    const taken = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie }, signal: controller.signal })
    expect(taken.status).toBe(200)
    expect(taken.headers.get('content-length')).toBe(String(gigabytes))
    expect((await admin.get('/api/auth/session/')).statusCode).toBe(200)
    expect((await admin.get(path, { headers: { range: 'bytes=-10' } })).rawPayload.length).toBe(10)
    controller.abort()
    await expect.poll(() => connections(portal)).toBe(0)
  })

  test('shows the paths that the commands for a restore need', async () => {
    const place = (await admin.get('/api/backend/admin/backups/place/')).json()
    expect(place).toMatchObject({ engine, keysFile: 'keys', isKeysFileInDataFolder: true })
    expect(resolve(place.dataFolder)).toBe(portal.runtime.config.dataDir)
  })
})

function connections({ app }: TestApp): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
