import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

describe.each(engines)('login on %s', engine => {
  let portal: TestApp
  const log: string[] = []
  beforeAll(async () => {
    portal = await openTestApp(engine, { onLog: line => log.push(line) })
  })
  afterAll(() => portal.close())
  afterEach(() => portal.runtime.db.deleteFrom('throttle').execute())

  const logIn = (browser: TestClient, username: string, password = testPassword, remoteAddress = '127.0.0.1') =>
    browser.post('/api/auth/login/', { username, password }, { remoteAddress })

  test('from an unknown browser notifies the user, the very first login does not', async () => {
    const user = await buildUser(portal.runtime, { email: `geraet-${engine}@example.org` })
    const warnings = () =>
      portal.runtime.db
        .selectFrom('outbox_mail')
        .selectAll()
        .where('recipient', '=', `geraet-${engine}@example.org`)
        .execute()
    const known = portal.visitor()
    await logIn(known, user.username)
    await logIn(known, user.username)
    expect(await warnings()).toEqual([])

    const other = portal.visitor()
    await logIn(other, user.username, 'falsch')
    expect(await warnings()).toEqual([])
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
    const body = { username: user.username, password: testPassword }
    await other.send('POST', '/api/auth/login/', { body, headers: { 'user-agent': userAgent } })
    await logIn(other, user.username)
    const [mail, ...more] = await warnings()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ kind: 'login_unknown_device', subject: 'Anmeldung mit einem neuen Gerät' })
    expect(mail?.text).toContain(`Benutzername: ${user.username}`)
    expect(mail?.text).toContain('Gerät: Firefox auf Linux')
    expect(mail?.text).toContain('IP-Adresse: 127.0.0.1')
    expect(mail?.text).toMatch(/Zeitpunkt: \d+\. \S+ 2026 um \d\d:\d\d Uhr/)
  })

  test('login and logout are in the audit log', async () => {
    const user = await buildUser(portal.runtime, { firstName: 'Kim', lastName: 'Lund' })
    const browser = portal.visitor()
    await logIn(browser, user.username)
    await browser.post('/api/auth/logout/')
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'actor_user_id', 'actor_name', 'address'])
      .where('subject_id', '=', user.id)
      .orderBy('seq')
      .execute()
    const who = { actor_user_id: user.id, actor_name: '', address: '127.0.0.1' }
    expect(lines).toEqual([
      { action: 'session.started', ...who },
      { action: 'session.ended', ...who },
    ])
  })

  test('neither passwords nor tokens nor wrong names get into the log', async () => {
    const user = await buildUser(portal.runtime)
    const browser = portal.visitor()
    await logIn(browser, user.username)
    await browser.get('/api/auth/session/?token=in-the-query')
    await browser.get('/some-page?token=in-the-query')
    await logIn(portal.visitor(), 'mein-passwort-im-falschen-feld', 'und-das-richtige')
    const written = log.join('\n')
    expect(written).toContain('"route":"/api/auth/login/"')
    const secrets = [
      testPassword,
      'mein-passwort-im-falschen-feld',
      'und-das-richtige',
      'in-the-query',
      ...browser.cookies.values(),
    ]
    for (const secret of secrets) expect(written).not.toContain(secret)
  })

  test('refusals are in the log with reason and origin', async () => {
    const user = await buildUser(portal.runtime)
    const refused = async (code: string, act: () => Promise<unknown>) => {
      log.length = 0
      await act()
      const line = log.map(text => JSON.parse(text)).find(({ status }) => status >= 400)
      expect(line).toMatchObject({ code, address: '203.0.113.9', requestId: expect.any(String) })
      expect(line.time).toEqual(expect.anything())
    }
    const from = { remoteAddress: '203.0.113.9' }
    const customer = await portal.client('customer')
    const wrong = () => logIn(portal.visitor(), user.username, 'falsch-falsch', from.remoteAddress)
    await refused('session.login_failed', wrong)
    await refused('session.required', () => portal.visitor().get('/api/auth/sessions/', from))
    await refused('role.forbidden', () => customer.get('/api/backend/admin/business-profile/', from))
    await refused('csrf_failed', () => customer.post('/api/auth/logout/', {}, { ...from, headers: { origin: 'null' } }))
    await refused('request.invalid', () => portal.visitor().post('/api/auth/login/', {}, from))
    for (let at = 0; at < 5; at += 1) await wrong()
    await refused('throttled', wrong)
  })
})
