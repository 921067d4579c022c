import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hourMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type OpenStream, openStream } from '#server/testing/open-stream.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-runtime.ts'
import { watchSessions } from './change-event.jobs.ts'

describe.each(engines)('the event stream on %s', engine => {
  let portal: TestApp
  let open: OpenStream[] = []

  beforeAll(async () => {
    portal = await openTestApp(engine, { isRelayed: true })
    await portal.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterEach(async () => {
    for (const stream of open) await stream.close()
    open = []
    for (const { end } of portal.runtime.realtime.watchers) end()
  })
  afterAll(() => portal.close())

  async function listen(client: LoggedInClient, options?: Parameters<typeof openStream>[2]): Promise<OpenStream> {
    const stream = await openStream(portal.app, client, options)
    open.push(stream)
    return stream
  }

  async function opened(client: LoggedInClient, options?: Parameters<typeof openStream>[2]) {
    const stream = await listen(client, options)
    expect(stream.status).toBe(200)
    expect(await stream.next()).toMatchObject({ name: 'ready' })
    return stream
  }

  /** A public change; it has arrived when this resolves. */
  async function change(id: string): Promise<void> {
    const context = testContext(portal.runtime)
    const arrived = Promise.withResolvers<void>()
    const stop = portal.runtime.realtime.listen(({ subjectId }) => {
      if (subjectId === id) arrived.resolve()
    })
    await inTransaction(portal.runtime, trx => noteChange(trx, context, { noun: 'faq', id, lostBy: 'everybody' }))
    await arrived.promise
    stop()
  }

  /** Waits until a stream ends by itself; its last events do not matter. */
  async function hasEnded(stream: OpenStream): Promise<true> {
    while ((await stream.next()) !== undefined);
    return true
  }

  test('is passed on at once and not stored by proxies and browsers', async () => {
    const { headers } = await opened(await portal.client('customer'))
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
  })

  test('reports writes of another session, and their author', async () => {
    const { runtime } = portal
    const kim = await portal.client('customer')
    const admin = await portal.client('admin')
    const ticket = await buildTicket(runtime, { customer_id: kim.user.customerId ?? '' })
    const [atKim, atAdmin] = [await opened(kim), await opened(admin)]

    const answer = await admin.patch(`/api/backend/tickets/${ticket.id}/`, { name: 'Heizung' })
    expect(answer.statusCode).toBe(200)
    const expected = { noun: 'ticket', id: ticket.id, revision: 2 }
    expect((await atKim.next())?.data).toMatchObject({ ...expected, by: 'admin' })
    expect((await atAdmin.next())?.data).toMatchObject({ ...expected, by: 'self' })

    await admin.delete(`/api/backend/tickets/${ticket.id}/`)
    expect((await atKim.next())?.data).toMatchObject({ noun: 'ticket', id: ticket.id, revision: null })
  })

  test('does not report rolled-back writes', async () => {
    const stream = await opened(await portal.client('admin'))
    const context = testContext(portal.runtime)
    const failing = inTransaction(portal.runtime, async trx => {
      await noteChange(trx, context, { noun: 'faq', id: 'never' })
      throw new Error('The work fails.')
    })
    await expect(failing).rejects.toThrow()
    await change('after it')
    expect((await stream.next())?.data.id).toBe('after it')
  })

  test('resumes where an earlier one ended', async () => {
    const kim = await portal.client('customer')
    const first = await opened(kim)
    await change('heard')
    const heard = await first.next()
    await first.close()
    await change('missed 1')
    await change('missed 2')

    const second = await opened(kim, { headers: { 'last-event-id': heard?.id ?? '' } })
    expect((await second.next())?.data.id).toBe('missed 1')
    expect((await second.next())?.data.id).toBe('missed 2')
    await change('new')
    expect((await second.next())?.data.id).toBe('new')
  })

  test('begins with an id that does not reveal when others were at work', async () => {
    await change('of somebody else')
    const ready = await (await listen(await portal.client('customer'))).next()
    // Version 4 of RFC 9562: random, where that of rows (7) begins with the time.
    expect(ready?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
  })

  test('resumes from its beginning, too', async () => {
    const kim = await portal.client('customer')
    const first = await listen(kim)
    const ready = await first.next()
    await first.close()
    await change('missed')
    const second = await opened(kim, { headers: { 'last-event-id': ready?.id ?? '' } })
    expect((await second.next())?.data.id).toBe('missed')
  })

  test('reports when it cannot know the missed events', async () => {
    const kim = await portal.client('customer')
    const stream = await opened(kim, { headers: { 'last-event-id': 'unknown' } })
    expect(await stream.next()).toMatchObject({ name: 'resync' })
    // Longer ago than the process has been running.
    const early = await opened(kim, { query: '?since_seconds=3600' })
    expect(await early.next()).toMatchObject({ name: 'resync' })
  })

  test('sends a page the events since it began to load', async () => {
    portal.clock.advance(hourMs)
    await change('long ago')
    portal.clock.advance(5 * minuteMs)
    await change('just now')
    portal.clock.advance(10_000)
    const stream = await opened(await portal.client('customer'), { query: '?since_seconds=10' })
    expect((await stream.next())?.data.id).toBe('just now')
  })

  test('drops events that nobody can still be waiting for', async () => {
    const kim = await portal.client('customer')
    const first = await listen(kim)
    const ready = await first.next()
    await first.close()
    await change('old')
    portal.clock.advance(hourMs)
    await change('new')
    const second = await opened(kim, { headers: { 'last-event-id': ready?.id ?? '' } })
    expect(await second.next()).toMatchObject({ name: 'resync' })
  })

  test('is only for logged-in users', async () => {
    const answer = await openStream(portal.app, portal.visitor())
    expect(answer.status).toBe(401)
    await answer.close()
  })

  test.each<[string, (kim: LoggedInClient, admin: LoggedInClient) => Promise<unknown>]>([
    ['logs out', kim => kim.post('/api/auth/logout/', {})],
    ['is switched off', (kim, admin) => admin.patch(`/api/jfk-django-core/user/${kim.user.id}/`, { isActive: false })],
    ['is deleted', (kim, admin) => admin.delete(`/api/jfk-django-core/user/${kim.user.id}/`)],
  ])('ends when the user %s, and the others do not', async (_, end) => {
    const [kim, admin] = [await portal.client('customer'), await portal.client('admin')]
    const [atKim, atAdmin] = [await opened(kim), await opened(admin)]
    await end(kim, admin)
    expect(await hasEnded(atKim)).toBe(true)
    await change('goes on')
    expect((await atAdmin.until(({ data }) => data.id === 'goes on')).length).toBeGreaterThan(0)
  })

  test('ends when the session runs out', async () => {
    const stream = await opened(await portal.client('admin'))
    portal.clock.advance(31 * minuteMs)
    const stop = watchSessions(portal.runtime, 10)
    expect(await hasEnded(stream)).toBe(true)
    stop()
  })

  test('ends when an admin starts or stops an impersonation: that is another stream', async () => {
    const admin = await portal.client('admin')
    const { customerId } = await buildUser(portal.runtime)
    const stream = await opened(admin)
    const begun = await admin.post('/api/auth/as-user/', { customerId, reason: 'Rückfrage am Telefon' })
    expect(begun.statusCode).toBeLessThan(300)
    expect(await hasEnded(stream)).toBe(true)
    const looking = await opened(admin)
    await admin.delete('/api/auth/as-user/')
    expect(await hasEnded(looking)).toBe(true)
  })

  test('ends when the session gets a new token, and none opens with the old one', async () => {
    const kim = await portal.client('customer')
    const stream = await opened(kim)
    const old = { cookies: new Map(kim.cookies) }
    const change = { currentPassword: testPassword, newPassword: 'Dietrich-Feile-3' }
    expect((await kim.post('/api/auth/password/', change)).statusCode).toBe(204)
    expect(await hasEnded(stream)).toBe(true)
    const late = await openStream(portal.app, { ...kim, ...old })
    expect(late.status).toBe(503)
    await late.close()
    await opened(kim)
  })

  test('does not count as using the portal', async () => {
    const admin = await portal.client('admin')
    const end = () =>
      portal.runtime.db
        .selectFrom('session')
        .select('idle_until')
        .where('user_id', '=', admin.user.id)
        .executeTakeFirst()
    const before = await end()
    portal.clock.advance(10 * minuteMs)
    await opened(admin)
    expect(await end()).toEqual(before)
    await admin.get('/api/auth/session/', { headers: { 'x-unattended': '1' } })
    expect(await end()).toEqual(before)
    await admin.get('/api/auth/session/')
    expect((await end())?.idle_until).toBe(instantText(plusMs(portal.clock.now(), 30 * minuteMs)))
  })

  test('is open at most four times per session', async () => {
    const kim = await portal.client('customer')
    for (const _ of [1, 2, 3, 4]) await opened(kim)
    const fifth = await listen(kim)
    expect(fifth.status).toBe(429)
    expect(fifth.headers.get('retry-after')).toBe('30')
    await open[0]?.close()
    await expect.poll(() => portal.runtime.realtime.watchers.size).toBe(3)
    await opened(kim)
  })

  test('ends at once when the process is about to stop, and none starts', async () => {
    const leaving = await openTestApp(engine)
    await leaving.app.listen({ host: '127.0.0.1', port: 0 })
    const kim = await leaving.client('customer')
    const stream = await openStream(leaving.app, kim)
    await stream.next()
    leaving.runtime.realtime.end()
    expect(await stream.next()).toBeUndefined()
    expect((await openStream(leaving.app, kim)).status).toBe(503)
    await leaving.close()
  })
})
