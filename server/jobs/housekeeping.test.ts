import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, instantText, plusMs } from '#server/clock.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { testRuntime } from '#server/testing/test-runtime.ts'
import { housekeepingJobs, removeExpired } from './housekeeping.ts'

test('housekeeping runs every hour', () => {
  expect(housekeepingJobs.map(job => [job.kind, job.everyMs])).toEqual([['housekeeping', hourMs]])
})

describe.each(engines)('on %s', engine => {
  test('expired rows are removed, others stay', async () => {
    const database = await openTestDatabase(engine)
    const runtime = testRuntime(database)
    const { db } = database
    const at = (ms: number) => instantText(plusMs(runtime.clock.now(), ms))
    const stamps = { created_at: at(-30 * dayMs), updated_at: at(-30 * dayMs) }
    const user = {
      id: 'user',
      username: 'user',
      username_key: 'user',
      email: '',
      email_key: '',
      first_name: '',
      last_name: '',
      role: 'admin' as const,
      customer_id: null,
      password_hash: null,
      is_active: 1 as const,
      invited_at: null,
      last_login_at: null,
    }
    await db
      .insertInto('user_account')
      .values({ ...user, ...stamps })
      .execute()
    const session = (id: string, idleMs: number, absoluteMs: number) => ({
      id,
      token_hash: id,
      user_id: 'user',
      created_at: at(-hourMs),
      last_seen_at: at(-hourMs),
      idle_until: at(idleMs),
      absolute_until: at(absoluteMs),
      authenticated_at: at(-hourMs),
      address: '',
      user_agent: '',
      as_customer_id: null,
      as_user_until: null,
      as_user_reason: '',
    })
    await db
      .insertInto('session')
      .values([session('live', 1, 1), session('idle', 0, hourMs), session('old', hourMs, 0)])
      .execute()
    const token = (id: string, expiresMs: number) => ({
      token_hash: id,
      kind: 'invitation' as const,
      user_id: 'user',
      created_at: at(-9 * dayMs),
      expires_at: at(expiresMs),
      used_at: null,
    })
    await db
      .insertInto('one_time_token')
      .values([token('open', hourMs), token('just over', -dayMs), token('long over', -7 * dayMs)])
      .execute()
    const throttle = (key: string, startedMs: number, blockedMs: number | null) => ({
      key,
      failures: 3,
      window_started_at: at(startedMs),
      blocked_until: blockedMs === null ? null : at(blockedMs),
    })
    await db
      .insertInto('throttle')
      .values([
        throttle('counting', -hourMs, null),
        throttle('blocking', -2 * dayMs, hourMs),
        throttle('forgotten', -2 * dayMs, null),
        throttle('over', -2 * dayMs, -hourMs),
      ])
      .execute()
    const idempotencyKey = (key: string, ageMs: number) => ({
      owner: 'user',
      key,
      request_hash: '',
      status: 200,
      headers: null,
      body: null,
      created_at: at(-ageMs),
    })
    await db
      .insertInto('idempotency_key')
      .values([idempotencyKey('new', dayMs - 1), idempotencyKey('old', dayMs)])
      .execute()
    const job = (id: string, state: 'waiting' | 'done' | 'failed', runMs: number) => ({
      id,
      kind: 'test',
      key: id,
      payload: 'null',
      state,
      run_at: at(runMs),
      lease_until: null,
      attempts: 1,
      last_error: '',
      ...stamps,
    })
    await db
      .insertInto('job')
      .values([
        job('waiting', 'waiting', -30 * dayMs),
        job('failed', 'failed', -30 * dayMs),
        job('done lately', 'done', -6 * dayMs),
        job('done long ago', 'done', -7 * dayMs),
      ])
      .execute()

    await removeExpired(runtime)

    const kept = {
      session: await db.selectFrom('session').select('id').orderBy('id').execute(),
      token: await db.selectFrom('one_time_token').select('token_hash as id').orderBy('token_hash').execute(),
      throttle: await db.selectFrom('throttle').select('key as id').orderBy('key').execute(),
      idempotencyKey: await db.selectFrom('idempotency_key').select('key as id').execute(),
      job: await db.selectFrom('job').select('id').orderBy('id').execute(),
    }
    expect(kept).toEqual({
      session: [{ id: 'live' }],
      token: [{ id: 'just over' }, { id: 'open' }],
      throttle: [{ id: 'blocking' }, { id: 'counting' }],
      idempotencyKey: [{ id: 'new' }],
      job: [{ id: 'done lately' }, { id: 'failed' }, { id: 'waiting' }],
    })
    await database.close()
  })
})
