import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyRow } from '#server/backup/backup-register.ts'
import { dayMs, hourMs, instantText, plusMs } from '#server/clock.ts'
import type { BackupTable } from '#server/database/platform-tables.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const path = '/api/backend/admin/backups/'

describe.each(engines)('backups on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeEach(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
    await portal.runtime.db
      .updateTable('schema_migration')
      .set({ applied_at: instantText(portal.clock.now()) })
      .execute()
  })
  afterEach(() => portal.close())

  const build = async (hoursAgo: number, change: Partial<BackupTable> = {}) => {
    const at = instantText(plusMs(portal.clock.now(), -hoursAgo * hourMs))
    const proven = {
      state: 'proven',
      step: null,
      proven_at: at,
      file: `${hoursAgo}.backup`,
      size_bytes: 4_000,
    } as const
    const row = { ...emptyRow('nightly', at), ...proven, ...change }
    await portal.runtime.db.insertInto('backup').values(row).execute()
    return row.id
  }
  const summary = async () => (await admin.get(`${path}summary/`)).json()

  it('are listed newest first', async () => {
    const ids = [await build(30), await build(6), await build(54)]
    const { count, results } = (await admin.get(path)).json()
    expect(count).toBe(3)
    expect(results.map(({ id }: { id: string }) => id)).toEqual([ids[1], ids[0], ids[2]])
    expect(results[0]).toMatchObject({
      kind: 'nightly',
      state: 'proven',
      step: null,
      file: '6.backup',
      sizeBytes: 4_000,
    })
    expect((await admin.get(`${path}?page=2&page_size=2`)).json().results).toHaveLength(1)
  })

  it('are started by an admin, one at a time, and audited', async () => {
    const answer = await admin.post(path)
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toMatchObject({ kind: 'by_hand', state: 'running', step: 'waiting', provenAt: null })
    const jobs = await portal.runtime.db.selectFrom('job').select(['kind', 'payload']).execute()
    expect(jobs).toEqual([{ kind: 'backup', payload: JSON.stringify({ id: answer.json().id }) }])
    const again = await admin.post(path)
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ code: 'backup.running' })
    const lines = await portal.runtime.db.selectFrom('audit_entry').select(['action', 'subject_id']).execute()
    expect(lines).toContainEqual({ action: 'backup.started', subject_id: answer.json().id })
  })

  it('requested at the same time start once', async () => {
    const other = await portal.client('admin')
    const answers = await Promise.all([admin.post(path), other.post(path), admin.post(path)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([202, 409, 409])
    expect(await portal.runtime.db.selectFrom('job').select('id').execute()).toHaveLength(1)
  })

  it('are visible to admins only', async () => {
    const customer = await portal.client('customer')
    for (const answer of [await customer.get(path), await customer.get(`${path}summary/`), await customer.post(path)]) {
      expect(answer.statusCode).toBe(403)
    }
    expect((await portal.visitor().get(path)).statusCode).toBe(401)
  })

  it('are summed up: none yet, good, too old, failed', async () => {
    expect(await summary()).toEqual({ health: 'none_yet', lastProven: null, latest: null })
    const proven = await build(6)
    expect(await summary()).toMatchObject({ health: 'good', lastProven: { id: proven }, latest: { id: proven } })
    await build(1, { state: 'running', step: 'copying', proven_at: null })
    expect(await summary()).toMatchObject({ health: 'good', latest: { state: 'running' } })
    await build(2, { state: 'failed', reason: 'disk_full', proven_at: null })
    expect(await summary()).toMatchObject({ health: 'failed', lastProven: { id: proven } })
    await portal.runtime.db.deleteFrom('backup').where('state', '!=', 'proven').execute()
    portal.clock.advance(2 * dayMs)
    const later = await portal.client('admin')
    expect((await later.get(`${path}summary/`)).json()).toMatchObject({ health: 'old', lastProven: { id: proven } })
  })

  it('that were never made are reported as missing after two days', async () => {
    portal.clock.advance(2 * dayMs + 1)
    const later = await portal.client('admin')
    expect((await later.get(`${path}summary/`)).json()).toMatchObject({ health: 'old', lastProven: null })
  })
})
