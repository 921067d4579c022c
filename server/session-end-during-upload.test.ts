/** A body may arrive slowly: a session that ended meanwhile writes nothing. */
import { type ClientRequest, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Problem } from '#contract/errors.ts'
import { renewToken } from './auth/sessions.ts'
import { hourMs, instantText, minuteMs, plusMs } from './clock.ts'
import { inTransaction } from './database/transaction.ts'
import { buildUser } from './testing/build.ts'
import { engines } from './testing/engines.ts'
import { sessionWrites, urlOf } from './testing/every-endpoint.ts'
import { formBody, sampleFiles } from './testing/multipart-form.ts'
import { type LoggedInClient, openTestApp, type TestApp } from './testing/test-app.ts'

type Body = { readonly payload: Buffer; readonly contentType: string }

describe.each(engines)('a call whose body ends late, on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
    await portal.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => portal.close())

  /** Sends all but the end of a body, does something once the caller is admitted, and then sends the end. */
  async function during(
    client: LoggedInClient,
    { method, url, body }: { method: string; url: string; body: Body },
    act: () => Promise<unknown>,
  ) {
    await client.get('/api/auth/session/')
    portal.clock.advance(minuteMs)
    const lastSeen = async () => {
      const session = portal.runtime.db
        .selectFrom('session')
        .select('last_seen_at')
        .where('user_id', '=', client.user.id)
      return (await session.executeTakeFirst())?.last_seen_at
    }
    // Fastify listens on TCP, which has an address with a port.
    const { port } = portal.app.server.address() as AddressInfo
    const sending = send({
      host: '127.0.0.1',
      port,
      path: url,
      method,
      headers: {
        'content-type': body.contentType,
        'content-length': body.payload.length,
        cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrftoken': client.cookies.get('csrftoken'),
      },
    })
    const answered = answerOf(sending)
    sending.write(body.payload.subarray(0, -1))
    const admitted = instantText(portal.clock.now())
    await expect.poll(lastSeen, { interval: 2 }).toBe(admitted)
    await act()
    sending.end(body.payload.subarray(-1))
    return answered
  }

  const ofUsers = sessionWrites.filter(({ endpoint }) => endpoint.access !== 'public')

  test.each(ofUsers)('$name is not carried out after the logout', async ({ endpoint }) => {
    const client = await portal.client(endpoint.access === 'admin' ? 'admin' : 'customer')
    const answer = await during(client, callOf(endpoint), () =>
      portal.runtime.db.deleteFrom('session').where('user_id', '=', client.user.id).execute(),
    )
    // Where a fresh password is required as well, that may be asked after the logout, too.
    const codes = ['session.required', ...(endpoint.stepUp ? ['session.reauthentication_required'] : [])]
    expect(codes).toContain(answer.code)
  })

  test('is not carried out once the session has a new token', async () => {
    const kim = await portal.client('customer')
    const { sessionId } = await portal.runtime.db
      .selectFrom('session')
      .select('id as sessionId')
      .where('user_id', '=', kim.user.id)
      .executeTakeFirstOrThrow()
    const answer = await during(kim, jsonCall('PATCH', '/api/backend/user-settings/', { phone: '+49 30 1' }), () =>
      inTransaction(portal.runtime, trx => renewToken(trx, portal.runtime, sessionId)),
    )
    expect(answer).toMatchObject({ status: 401, code: 'session.required' })
  })

  test('is not carried out once the admin impersonates a customer', async () => {
    const admin = await portal.client('admin')
    const { customerId } = await buildUser(portal.runtime)
    const until = instantText(plusMs(portal.clock.now(), hourMs))
    const answer = await during(admin, jsonCall('POST', '/api/backend/customer/', { company: 'Neu' }), () =>
      portal.runtime.db
        .updateTable('session')
        .set({ as_customer_id: customerId, as_user_until: until })
        .where('user_id', '=', admin.user.id)
        .execute(),
    )
    expect(answer).toMatchObject({ status: 409, code: 'as_user.read_only' })
    const made = portal.runtime.db.selectFrom('customer').select('id').where('company', '=', 'Neu')
    expect(await made.execute()).toEqual([])
  })
})

function callOf(endpoint: Endpoint) {
  if (!endpoint.upload) return jsonCall(endpoint.method, urlOf(endpoint), {})
  const body = formBody([{ name: 'file', fileName: 'Foto.png', content: sampleFiles.png }])
  return { method: endpoint.method, url: urlOf(endpoint), body }
}

function jsonCall(method: string, url: string, body: object) {
  return { method, url, body: { payload: Buffer.from(JSON.stringify(body)), contentType: 'application/json' } }
}

function answerOf(sending: ClientRequest): Promise<Problem> {
  const { promise, resolve, reject } = Promise.withResolvers<Problem>()
  sending.on('error', reject)
  sending.on('response', answer => resolve(text(answer).then(body => JSON.parse(body))))
  return promise
}
