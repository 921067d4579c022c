import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRandom } from '#demo/demo-random.ts'
import { AppError } from '#server/app-error.ts'
import { verifyAudit } from '#server/audit/verify-audit.ts'
import { visitor } from '#server/auth/actor.ts'
import { hourMs, minuteMs } from '#server/clock.ts'
import type { Database } from '#server/database/schema.ts'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-runtime.ts'
import { setUpTotp } from '#server/testing/totp-authenticator.ts'
import { failLogin, recordFailedLogins } from './failed-login.commands.ts'
import { linesOfWindowMax } from './failed-login.rules.ts'

const logUrl = '/api/backend/audit-log/?action=session.login_failed'

describe.each(engines)('failed logins on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    // The previous hour is over, and its counts are written.
    portal.clock.advance(hourMs)
    await recordFailedLogins(portal.runtime)
    await portal.runtime.db.deleteFrom('throttle').execute()
    before = 0
    before = (await lines()).length
  })
  let before = 0

  const logIn = (username: string, password: string, remoteAddress = '203.0.113.7') =>
    portal.visitor().post('/api/auth/login/', { username, password }, { remoteAddress })
  const lines = async () => {
    const found = await portal.runtime.db
      .selectFrom('audit_entry')
      .select(['actor_user_id', 'subject_id', 'details', 'address'])
      .where('action', '=', 'session.login_failed')
      .orderBy('seq')
      .execute()
    return found.slice(before)
  }
  /** One failure, as reported by the ways to log in. */
  const fail = (userId: string | undefined, address: string, code: AppError['code'] = 'session.login_failed') =>
    failLogin({ ...testContext(portal.runtime, visitor), address }, new AppError(code), userId).catch(() => undefined)

  test('are in the log within a minute, with account and network, and once more when the hour is over', async () => {
    const { id: subject_id, username } = await buildUser(portal.runtime)
    await logIn(username, 'falsch-falsch')
    await logIn(username, 'falsch-falsch')
    expect(await lines()).toEqual([])
    const lastAt = portal.clock.now().toISOString()
    portal.clock.advance(minuteMs / 2)
    await recordFailedLogins(portal.runtime)
    const line = { actor_user_id: null, subject_id, address: '203.0.113.7' }
    expect(await lines()).toEqual([{ ...line, details: `2 failed, 0 throttled, last ${lastAt}` }])

    for (let at = 0; at < 6; at += 1) await logIn(username, 'falsch-falsch')
    const throttledAt = portal.clock.now().toISOString()
    portal.clock.advance(minuteMs)
    await recordFailedLogins(portal.runtime)
    expect(await lines()).toHaveLength(1)
    portal.clock.advance(hourMs)
    await recordFailedLogins(portal.runtime)
    expect((await lines()).slice(1)).toEqual([{ ...line, details: `5 failed, 3 throttled, last ${throttledAt}` }])
    await recordFailedLogins(portal.runtime)
    expect(await lines()).toHaveLength(2)
  })

  test('are found by admins by the account, and are hidden from customers', async () => {
    const kim = await portal.client('customer')
    await logIn(kim.user.username, 'falsch-falsch', '2001:db8:1:2:3::4')
    await logIn('niemand', 'falsch-falsch')
    const last = `last ${portal.clock.now().toISOString()}`
    await recordFailedLogins(portal.runtime)
    const admin = await portal.client('admin')
    expect((await admin.get(logUrl)).json().results.slice(0, 2)).toMatchObject([
      { details: `1 failed, 0 throttled, ${last}, ${kim.user.username}`, address: '2001:db8:1:2::/64', actorName: '' },
      { details: `1 failed, 0 throttled, ${last}, unknown account`, subjectId: '', address: '203.0.113.7' },
    ])
    expect((await kim.get(logUrl)).json().count).toBe(0)
  })

  test('are shown to the user next to the sessions: the last one, when and from where', async () => {
    const kim = await portal.client('customer')
    const last = async () => (await kim.get('/api/auth/sessions/')).json().lastFailedLogin
    expect(await last()).toBeNull()
    await logIn(kim.user.username, 'falsch-falsch', '198.51.100.4')
    portal.clock.advance(minuteMs)
    await logIn(kim.user.username, 'falsch-falsch', '203.0.113.7')
    expect(await last()).toEqual({ at: portal.clock.now().toISOString(), network: '203.0.113.7' })
    expect((await logIn(kim.user.username, testPassword)).statusCode).toBe(200)
    await logIn('niemand', 'falsch-falsch', '192.0.2.1')
    expect(await last()).toMatchObject({ network: '203.0.113.7' })
  })

  test('for lack of a code, or with a disabled account, are counted as well', async () => {
    const { user: careful, ...own } = await portal.client('customer')
    await setUpTotp(portal, { ...own, user: careful })
    const browser = portal.visitor()
    await browser.post('/api/auth/login/', { username: careful.username, password: testPassword })
    expect((await browser.post('/api/auth/second-factor/', { code: '000000' })).statusCode).toBe(422)
    const gone = await buildUser(portal.runtime, { isActive: false })
    expect((await logIn(gone.username, testPassword)).statusCode).toBe(401)
    await recordFailedLogins(portal.runtime)
    expect((await lines()).map(line => line.subject_id).toSorted()).toEqual([careful.id, gone.id].toSorted())
  })

  test('leave nothing of the entered name: it may have been a password', async () => {
    const typed = 'mein-geheimes-Passwort'
    for (let at = 0; at < 6; at += 1) await logIn(typed, 'falsch-falsch')
    await recordFailedLogins(portal.runtime)
    const tables = await portal.runtime.db.introspection.getTables()
    expect(tables.length).toBeGreaterThan(40)
    for (const { name } of tables) {
      // A table of this database, as the database itself lists it.
      const rows = await portal.runtime.db
        .selectFrom(name as keyof Database)
        .selectAll()
        .execute()
      expect(JSON.stringify(rows).toLowerCase(), name).not.toContain(typed.toLowerCase())
    }
    expect(await lines()).toHaveLength(1)
  })

  test('fill a bounded part of the log, in any number, and none is lost', async () => {
    const random = createRandom(7)
    const accounts = Array.from({ length: 130 }, (_, at) => `account-${at}`)
    const tries = 700
    for (let at = 0; at < tries; at += 20) {
      // Simultaneously, as from several instances.
      const calls = Array.from({ length: 20 }, () => {
        const account = random.next() < 0.3 ? undefined : random.pick(accounts)
        const code = random.next() < 0.5 ? 'throttled' : 'session.login_failed'
        return fail(account, `203.0.113.${random.between(1, 60)}`, code)
      })
      await Promise.all(calls)
      await recordFailedLogins(portal.runtime)
    }
    portal.clock.advance(hourMs)
    await recordFailedLogins(portal.runtime)
    const found = await lines()
    expect(found.length).toBeLessThanOrEqual(linesOfWindowMax)
    expect(found.length).toBeGreaterThan(linesOfWindowMax / 2)
    // The last line of a place has the total.
    const counts = new Map(
      found.map(({ subject_id, address, details }) => {
        const [failed = 0, throttled = 0] = [...details.matchAll(/\d+(?= failed| throttled)/g)].map(Number)
        return [`${subject_id} ${address} ${details.split(', ')[3]}`, failed + throttled]
      }),
    )
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(tries)
    expect(await portal.runtime.db.selectFrom('failed_login').selectAll().execute()).toEqual([])
    expect(await verifyAudit(portal.runtime.db)).toMatchObject({ brokenAtSeq: null })
  })

  test('are independent of other failures', async () => {
    await fail(undefined, '203.0.113.7', 'unavailable')
    await recordFailedLogins(portal.runtime)
    expect(await lines()).toEqual([])
  })
})
