import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoints } from '#contract/endpoint.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { line } from '#contract/fields.ts'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { dayMs, hourMs, minuteMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { bind } from '#server/http/bind.ts'
import { createServer } from '#server/http/server.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { createTestClient } from '#server/testing/test-client.ts'
import { answersKeptMax } from './idempotency-store.ts'

const orders = defineEndpoints({
  place: {
    method: 'POST',
    path: '/api/orders/',
    access: 'public',
    summary: 'Order something.',
    body: z.strictObject({ item: line() }),
    response: z.object({ id: z.string(), revision: z.int() }),
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/orders/{id}/',
    access: 'public',
    summary: 'An order.',
    response: z.object({ id: z.string(), revision: z.int() }),
  },
})

describe.each(engines)('a POST with an Idempotency-Key on %s', engine => {
  let portal: TestApp
  let app: FastifyInstance
  let kim: LoggedInClient
  let placed = 0
  /** The current order. */
  let orderContext: Context
  /** The outcome of the next order; by default it is placed. */
  let outcome: (reply: { setDeviceMark(mark: string): void }) => Promise<void> = async () => {}

  beforeAll(async () => {
    portal = await openTestApp(engine)
    app = await createServer({
      runtime: portal.runtime,
      readiness: portal.readiness,
      site: undefined,
      endpoints: bind('orders', orders, {
        place: async (context, { reply }) => {
          orderContext = context
          placed += 1
          const number = placed
          await outcome(reply)
          return { id: `order-${number}`, revision: number }
        },
        get: async () => ({ id: 'x', revision: 1 }),
      }),
    })
    await app.ready()
  })
  afterAll(async () => {
    await app.close()
    await portal.close()
  })
  beforeEach(async () => {
    placed = 0
    outcome = async () => {}
    kim = await browserOf(await portal.client('customer'))
  })

  /** The same browser, sending requests to the server above. */
  async function browserOf(client: LoggedInClient): Promise<LoggedInClient> {
    const twin = createTestClient(app)
    for (const [name, value] of client.cookies) twin.cookies.set(name, value)
    await refreshToken(twin)
    return { ...twin, user: client.user }
  }

  /** Any refused write returns the token. */
  async function refreshToken(client: ReturnType<typeof createTestClient>) {
    await client.send('POST', '/api/orders/', { body: {}, headers: { 'x-csrftoken': '' } })
  }

  const order = (client: ReturnType<typeof createTestClient>, key: string, item = 'Sicherung') =>
    client.post('/api/orders/', { item }, { headers: { 'idempotency-key': key } })

  test('takes effect once and gets the same answer again', async () => {
    const first = await order(kim, 'a')
    const second = await order(kim, 'a')
    expect(placed).toBe(1)
    expect(second.json()).toEqual({ id: 'order-1', revision: 1 })
    expect(second.statusCode).toBe(201)
    for (const name of ['content-type', 'etag', 'location']) expect(second.headers[name]).toBe(first.headers[name])
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(first.headers['idempotency-replayed']).toBeUndefined()
  })

  test('without a key takes effect each time', async () => {
    await kim.post('/api/orders/', { item: 'x' })
    await kim.post('/api/orders/', { item: 'x' })
    expect(placed).toBe(2)
  })

  test('with another key or by another user takes effect again', async () => {
    const alex = await browserOf(await portal.client('customer'))
    await order(kim, 'a')
    await order(kim, 'b')
    await order(alex, 'a')
    expect(placed).toBe(3)
  })

  test('of a visitor is not stored', async () => {
    const visitor = createTestClient(app)
    await refreshToken(visitor)
    for (const key of ['v', 'v', 'w', 'ä']) expect((await order(visitor, key)).statusCode).toBe(key === 'ä' ? 400 : 201)
    outcome = async () => {
      throw new AppError('not_found')
    }
    await order(visitor, 'x')
    expect(placed).toBe(4)
    const rows = await portal.runtime.db.selectFrom('idempotency_key').select('owner').execute()
    expect(rows.filter(({ owner }) => !owner.startsWith('user:'))).toEqual([])
  })

  test(`is stored with the newest ${answersKeptMax} of its user`, async () => {
    const owner = `user:${kim.user.id}`
    const older = { owner, request_hash: '', status: 200, headers: '{}', body: '', created_at: '2026-01-01' }
    await portal.runtime.db
      .insertInto('idempotency_key')
      .values(
        Array.from({ length: answersKeptMax + 1 }, (_, at) => ({
          ...older,
          key: `old-${at}`,
          created_at: `2026-01-01T${1_000 + at}`,
        })),
      )
      .execute()
    await order(kim, 'a')
    const rows = await portal.runtime.db
      .selectFrom('idempotency_key')
      .select('key')
      .where('owner', '=', owner)
      .execute()
    const keys = new Set(rows.map(({ key }) => key))
    expect(keys.size).toBe(answersKeptMax)
    expect([...['old-0', 'old-1', 'old-2', 'a'].filter(key => keys.has(key))]).toEqual(['old-2', 'a'])
  })

  test('is refused when the key was used with another content', async () => {
    await order(kim, 'a')
    const answer = await order(kim, 'a', 'Kabel')
    expect(answer.json()).toMatchObject({ status: 422, code: 'idempotency.reused' })
    expect(placed).toBe(1)
  })

  test('is asked to wait while the first one is still running, and then gets its answer', async () => {
    const gate = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    outcome = async () => {
      started.resolve()
      await gate.promise
    }
    const first = order(kim, 'a')
    await started.promise
    expect((await order(kim, 'a')).json()).toMatchObject({ status: 409, code: 'idempotency.in_progress' })
    gate.resolve()
    expect((await first).statusCode).toBe(201)
    expect((await order(kim, 'a')).json()).toEqual({ id: 'order-1', revision: 1 })
    expect(placed).toBe(1)
  })

  test('of twenty at once takes effect once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(kim, 'a')))
    expect(placed).toBe(1)
    expect(new Set(answers.map(answer => answer.statusCode))).toEqual(
      new Set(answers.some(answer => answer.statusCode === 409) ? [201, 409] : [201]),
    )
    expect(answers.filter(answer => answer.statusCode === 201).length).toBeGreaterThan(0)
  })

  test.each<ErrorCode>(['internal', 'busy', 'session.required', 'role.forbidden', 'request.invalid', 'throttled'])(
    'that ended in %s may be tried again',
    async code => {
      outcome = async () => {
        throw new AppError(code)
      }
      expect((await order(kim, 'a')).statusCode).toBe(errorStatus[code])
      outcome = async () => {}
      expect((await order(kim, 'a')).statusCode).toBe(201)
    },
  )

  test.each<ErrorCode>(['not_found', 'ticket.entries_closed'])('that ended in %s keeps that result', async code => {
    outcome = async () => {
      throw new AppError(code)
    }
    await order(kim, 'a')
    outcome = async () => {}
    const answer = await order(kim, 'a')
    expect(answer.json()).toMatchObject({ status: errorStatus[code], code })
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(placed).toBe(1)
  })

  test('is forgotten after a day', async () => {
    await order(kim, 'a')
    portal.clock.advance(11 * hourMs)
    await order(kim, 'a')
    expect(placed).toBe(1)
    portal.clock.advance(dayMs)
    await order(await browserOf(await portal.loginAs(kim.user)), 'a')
    expect(placed).toBe(2)
  })

  test('whose process died takes effect when it is repeated two minutes later', async () => {
    await order(kim, 'a')
    await portal.runtime.db.updateTable('idempotency_key').set({ status: null, body: null }).execute()
    expect((await order(kim, 'a')).json().code).toBe('idempotency.in_progress')
    portal.clock.advance(2 * minuteMs)
    expect((await order(kim, 'a')).statusCode).toBe(201)
    expect(placed).toBe(2)
  })

  test('that took effect never does again, also when its process died before it could answer', async () => {
    outcome = async () => {
      await inTransaction(orderContext, trx =>
        recordAudit(trx, orderContext, { action: 'demo.loaded', subjectKind: 'ticket', subjectId: 'x' }),
      )
    }
    await order(kim, 'a')
    await portal.runtime.db.updateTable('idempotency_key').set({ status: null, body: null }).execute()
    expect((await order(kim, 'a')).json().code).toBe('idempotency.in_progress')
    portal.clock.advance(2 * minuteMs)
    expect((await order(kim, 'a')).json()).toMatchObject({ status: 409, code: 'idempotency.answer_lost' })
    expect(placed).toBe(1)
  })

  test('whose transaction was rolled back may be tried again', async () => {
    outcome = async () => {
      await inTransaction(orderContext, async () => {
        throw new AppError('busy')
      })
    }
    expect((await order(kim, 'a')).statusCode).toBe(503)
    outcome = async () => {}
    expect((await order(kim, 'a')).statusCode).toBe(201)
  })

  test('leaves neither its content nor a cookie in the database', async () => {
    outcome = async reply => reply.setDeviceMark('very-secret-mark')
    const answer = await order(kim, 'a', 'typed-by-kim')
    expect(answer.headers['set-cookie']).toContain('very-secret-mark')
    outcome = async () => {}
    await order(kim, 'b', 'typed-by-kim')
    const rows = await portal.runtime.db.selectFrom('idempotency_key').selectAll().execute()
    expect(rows.map(row => row.key)).toContain('b')
    expect(JSON.stringify(rows)).not.toMatch(/very-secret-mark|typed-by-kim/)
  })

  test.each(['', 'x'.repeat(256), 'ä', 'a b'])('with the key "%s" is refused', async key => {
    expect((await order(kim, key)).json()).toMatchObject({ status: 400, code: 'request.malformed' })
  })
})
