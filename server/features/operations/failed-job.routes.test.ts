import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { instantText } from '#server/clock.ts'
import { newId } from '#server/database/ids.ts'
import type { JobTable } from '#server/database/platform-tables.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const path = '/api/backend/failed-jobs/'

describe.each(engines)('given-up jobs on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  beforeEach(() => portal.runtime.db.deleteFrom('job').execute())
  afterAll(() => portal.close())

  const build = async (overrides: Partial<JobTable>): Promise<JobTable> => {
    const now = instantText(portal.clock.now())
    const row: JobTable = {
      id: newId(),
      kind: 'greet',
      key: newId(),
      payload: '{"name":"Geheim"}',
      state: 'failed',
      run_at: now,
      lease_until: null,
      attempts: 8,
      last_error: 'connect ECONNREFUSED',
      created_at: now,
      updated_at: now,
      ...overrides,
    }
    await portal.runtime.db.insertInto('job').values(row).execute()
    return row
  }
  const stored = () => portal.runtime.db.selectFrom('job').selectAll().orderBy('id').execute()
  const lastAction = async () =>
    (
      await portal.runtime.db
        .selectFrom('audit_entry')
        .select(['action', 'details'])
        .orderBy('seq', 'desc')
        .limit(1)
        .execute()
    )[0]

  it('are listed with their last error and without their payload', async () => {
    const old = await build({ run_at: '2026-01-01T00:00:00.000Z' })
    const recent = await build({})
    await build({ state: 'waiting' })
    await build({ state: 'done' })
    const answer = await admin.get(path)
    expect(answer.json()).toEqual({
      count: 2,
      results: [recent, old].map(({ id, created_at, updated_at }) => ({
        id,
        kind: 'greet',
        attempts: 8,
        lastError: 'connect ECONNREFUSED',
        failedAt: updated_at,
        createdAt: created_at,
      })),
    })
    expect(answer.body).not.toContain('Geheim')
  })

  it('are retried with all their tries', async () => {
    const job = await build({})
    expect((await admin.post(`${path}${job.id}/retry/`)).statusCode).toBe(204)
    expect(await stored()).toEqual([
      expect.objectContaining({ kind: 'greet', payload: job.payload, state: 'waiting', attempts: 0, last_error: '' }),
    ])
    expect(await lastAction()).toEqual({ action: 'job.retried', details: 'greet' })
  })

  it('are not run twice if they are queued already; that one runs now', async () => {
    const job = await build({ key: 'greet' })
    const next = await build({ key: 'greet', state: 'waiting', run_at: '2099-01-01T00:00:00.000Z', attempts: 0 })
    expect((await admin.post(`${path}${job.id}/retry/`)).statusCode).toBe(204)
    expect(await stored()).toEqual([
      expect.objectContaining({ id: next.id, run_at: instantText(portal.clock.now()), state: 'waiting' }),
    ])
  })

  it('can be deleted', async () => {
    const job = await build({})
    expect((await admin.delete(`${path}${job.id}/`)).statusCode).toBe(204)
    expect(await stored()).toEqual([])
    expect(await lastAction()).toEqual({ action: 'job.dismissed', details: 'greet' })
    expect((await admin.delete(`${path}${job.id}/`)).statusCode).toBe(404)
  })

  it.each(['waiting', 'done'] as const)('are not jobs that are %s', async state => {
    const job = await build({ state })
    expect((await admin.post(`${path}${job.id}/retry/`)).statusCode).toBe(404)
    expect((await admin.delete(`${path}${job.id}/`)).statusCode).toBe(404)
    expect(await stored()).toEqual([job])
  })
})
