import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#server/clock.ts'
import { accountSteps } from '#server/testing/account-steps.ts'
import { site } from '#server/testing/attacker.ts'
import { testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { type Mailboxes, openMailboxes } from '#server/testing/mailboxes.ts'
import { type OwnSettings, openOwnSettings } from '#server/testing/own-settings.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('tokens of endpoints on %s', engine => {
  let portal: TestApp
  let own: OwnSettings
  let mailboxes: Mailboxes
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: site.origin } })
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    mailboxes = openMailboxes(portal.runtime)
    own = await openOwnSettings(portal)
  })

  const { use, ask, stopLinks } = accountSteps(() => ({ portal, own, mailboxes }))
  const endpoints = '/api/backend/dns-endpoints/'
  const addEndpoint = async () => (await own.kim.post(endpoints, { name: 'Büro' })).json().id as string
  const makeToken = async (id: string, browser: LoggedInClient = own.kim) => {
    const answer = await browser.post(`${endpoints}${id}/token/`)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json() as { userName: string; token: string }
  }
  /** The answer to a router's update call with this login. */
  const update = async ({ userName, token }: { userName: string; token: string }) => {
    const authorization = `Basic ${Buffer.from(`${userName}:${token}`).toString('base64')}`
    const query = '/nic/update?hostname=a.example&myip=9.9.9.9'
    return (await portal.visitor().send('GET', query, { headers: { authorization } })).body.trim()
  }

  it('made by a thief end with a stop, and so do those that they replaced', async () => {
    const [endpoint, other] = [await addEndpoint(), await addEndpoint()]
    const [before, untouched] = [await makeToken(endpoint), await makeToken(other)]
    portal.clock.advance(31 * dayMs)
    const thief = await portal.loginAs(own.kim.user)
    const stolen = await makeToken(endpoint, thief)
    await ask(own.fresh, thief)
    expect(await update(stolen)).toBe('nohost')
    expect((await use(stopLinks()[0])).statusCode).toBe(204)

    for (const login of [before, stolen]) expect(await update(login)).toBe('badauth')
    expect(await update(untouched)).toBe('nohost')
    await mailboxes.deliver()
    const text = mailboxes.of(own.old, 'passwort-setzen')[0]?.text
    expect(text).toContain(stolen.userName)
    expect(text).not.toContain(untouched.userName)
    expect(text).not.toContain('Büro')
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select('subject_id')
      .where('action', '=', 'dns_endpoint.token_ended')
      .where('subject_id', 'in', [endpoint, other])
      .execute()
    expect(lines).toEqual([{ subject_id: endpoint }])
  })

  it('end with a repair by an admin, and not with an own new password', async () => {
    const login = await makeToken(await addEndpoint())
    await own.kim.post('/api/auth/password/', { currentPassword: testPassword, newPassword: 'Zimtstern-Feder-3' })
    expect(await update(login)).toBe('nohost')
    const email = `amt-${own.fresh}`
    const admin = await portal.client('admin')
    expect((await admin.patch(`/api/jfk-django-core/user/${own.kim.user.id}/`, { email })).statusCode).toBe(200)
    expect(await update(login)).toBe('badauth')
    await mailboxes.deliver()
    expect(mailboxes.of(email, 'passwort-setzen')[0]?.text).toContain(login.userName)
  })
})
