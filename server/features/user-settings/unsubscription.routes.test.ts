import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unsubscribeUrl } from '#server/mail/unsubscribe-link.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('unsubscribing on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: 'https://portal.example.org' } })
  })
  afterAll(() => portal.close())

  const build = async (topic: 'notifications' | 'newsletter') => {
    const { id } = await buildCustomer(portal.runtime, { is_notified: 1, has_newsletter: 1 })
    const path = new URL(unsubscribeUrl(portal.runtime, { topic, customerId: id })).pathname
    return { id, path, read: `/api/backend/unsubscription/${path.split('/')[2]}/` }
  }
  const settingsOf = (id: string) =>
    portal.runtime.db
      .selectFrom('customer')
      .select(['is_notified', 'has_newsletter'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const post = (url: string, type: string, payload: string) =>
    portal.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('is one click in a mail program, without login and cookie, as %s', async (type, payload) => {
    const { id, path } = await build('notifications')
    expect((await post(path, type, payload)).statusCode).toBe(204)
    expect(await settingsOf(id)).toEqual({ is_notified: 0, has_newsletter: 1 })
    expect((await post(path, type, payload)).statusCode).toBe(204)
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'details'])
      .where('subject_id', '=', id)
      .execute()
    expect(lines).toEqual([{ action: 'customer.unsubscribed', details: 'notifications' }])
  })

  it('is not triggered by a program that only opens the link', async () => {
    const { id, path, read } = await build('newsletter')
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT'] as const) await portal.app.inject({ method, url: path })
    expect((await portal.visitor().get(read)).json()).toEqual({ topic: 'newsletter', isOn: true })
    expect(await settingsOf(id)).toEqual({ is_notified: 1, has_newsletter: 1 })
  })

  it('is a button for a person, regardless of the login', async () => {
    const { id, path, read } = await build('newsletter')
    const other = await portal.loginAs(await buildUser(portal.runtime))
    expect((await other.post(path)).statusCode).toBe(204)
    expect(await settingsOf(id)).toEqual({ is_notified: 1, has_newsletter: 0 })
    expect((await other.get(read)).json()).toEqual({ topic: 'newsletter', isOn: false })
  })

  it('does not stop mails of others', async () => {
    const { id, path } = await build('notifications')
    for (const forged of [path.replace('notifications', 'newsletter'), `${path.slice(0, -3)}AA/`, '/abmelden/x/']) {
      expect((await post(forged, 'application/x-www-form-urlencoded', '')).statusCode).toBe(404)
    }
    expect(await settingsOf(id)).toEqual({ is_notified: 1, has_newsletter: 1 })
  })

  it('enables forms at no other endpoint', async () => {
    const answer = await post('/api/backend/messageForm/', 'application/x-www-form-urlencoded', 'email=a')
    expect([403, 415]).toContain(answer.statusCode)
    const large = await post((await build('newsletter')).path, 'application/x-www-form-urlencoded', 'a'.repeat(5_000))
    expect(large.statusCode).toBe(413)
  })
})
