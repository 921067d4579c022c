import { describe, expect, it } from 'vitest'
import { dayMs } from '#server/clock.ts'
import { testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { openRecoveryDesk } from '#server/testing/recovery-desk.ts'
import type { LoggedInClient } from '#server/testing/test-app.ts'

describe.each(engines)('tokens of endpoints on %s', engine => {
  const { desk, use, ask, stopLinks } = openRecoveryDesk(engine)
  const endpoints = '/api/backend/dns-endpoints/'
  const addEndpoint = async () => (await desk.own.kim.post(endpoints, { name: 'Büro' })).json().id as string
  const makeToken = async (id: string, browser: LoggedInClient = desk.own.kim) => {
    const answer = await browser.post(`${endpoints}${id}/token/`)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json() as { userName: string; token: string }
  }
  /** The answer to a router's update call with this login. */
  const update = async ({ userName, token }: { userName: string; token: string }) => {
    const authorization = `Basic ${Buffer.from(`${userName}:${token}`).toString('base64')}`
    const query = '/nic/update?hostname=a.example&myip=9.9.9.9'
    return (await desk.portal.visitor().send('GET', query, { headers: { authorization } })).body.trim()
  }

  it('made by a thief end with a stop, and so do those that they replaced', async () => {
    const [endpoint, other] = [await addEndpoint(), await addEndpoint()]
    const [before, untouched] = [await makeToken(endpoint), await makeToken(other)]
    desk.portal.clock.advance(31 * dayMs)
    const thief = await desk.portal.loginAs(desk.own.kim.user)
    const stolen = await makeToken(endpoint, thief)
    await ask(desk.own.fresh, thief)
    expect(await update(stolen)).toBe('nohost')
    expect((await use(stopLinks()[0])).statusCode).toBe(204)

    for (const login of [before, stolen]) expect(await update(login)).toBe('badauth')
    expect(await update(untouched)).toBe('nohost')
    await desk.mailboxes.deliver()
    const text = desk.mailboxes.of(desk.own.old, 'passwort-setzen')[0]?.text
    expect(text).toContain(stolen.userName)
    expect(text).not.toContain(untouched.userName)
    expect(text).not.toContain('Büro')
    const lines = await desk.portal.runtime.db
      .selectFrom('audit_entry')
      .select('subject_id')
      .where('action', '=', 'dns_endpoint.token_ended')
      .where('subject_id', 'in', [endpoint, other])
      .execute()
    expect(lines).toEqual([{ subject_id: endpoint }])
  })

  it('end with a repair by an admin, and not with an own new password', async () => {
    const login = await makeToken(await addEndpoint())
    await desk.own.kim.post('/api/auth/password/', { currentPassword: testPassword, newPassword: 'Zimtstern-Feder-3' })
    expect(await update(login)).toBe('nohost')
    const email = `amt-${desk.own.fresh}`
    expect((await desk.admin.patch(`/api/jfk-django-core/user/${desk.own.kim.user.id}/`, { email })).statusCode).toBe(
      200,
    )
    expect(await update(login)).toBe('badauth')
    await desk.mailboxes.deliver()
    expect(desk.mailboxes.of(email, 'passwort-setzen')[0]?.text).toContain(login.userName)
  })
})
