import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { AppError } from '#server/app-error.ts'
import { passwordChecks } from '#server/auth/reauthentication-throttle.ts'
import { minuteMs } from '#server/clock.ts'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('checks of passwords on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())
  afterEach(() => vi.restoreAllMocks())

  const counts = async () => {
    const rows = await portal.runtime.db.selectFrom('throttle').select(['key', 'failures', 'blocked_until']).execute()
    return rows.filter(({ key, failures }) => failures > 0 && !/^(?:password-checks|budget):/.test(key))
  }
  const setBusy = () =>
    vi.spyOn(portal.runtime.passwords, 'verify').mockRejectedValue(new AppError('busy', { retryAfterSeconds: 2 }))

  test('that a busy portal does not make count as no guess: the right password works at once', async () => {
    const { username } = await buildUser(portal.runtime)
    const logIn = (browser: ReturnType<TestApp['visitor']>) =>
      browser.post('/api/auth/login/', { username, password: testPassword })
    const known = portal.visitor()
    expect((await logIn(known)).statusCode).toBe(200)
    const before = await counts()
    const verify = setBusy()
    for (const browser of [portal.visitor(), known]) {
      for (let at = 0; at < 12; at += 1) expect((await logIn(browser)).statusCode).toBe(503)
    }
    expect(await counts()).toEqual(before)
    verify.mockRestore()
    for (const browser of [portal.visitor(), known]) expect((await logIn(browser)).statusCode).toBe(200)
  })

  test('of one’s own password likewise', async () => {
    const kim = await portal.client('customer')
    const enter = () => kim.post('/api/auth/reauthentication/', { password: testPassword })
    const before = await counts()
    const verify = setBusy()
    for (let at = 0; at < 12; at += 1) expect((await enter()).statusCode).toBe(503)
    expect(await counts()).toEqual(before)
    verify.mockRestore()
    expect((await enter()).statusCode).toBeLessThan(300)
  })

  test('have a limit for all sessions of a user in a network, also right ones', async () => {
    const user = await buildUser(portal.runtime)
    const verify = vi.spyOn(portal.runtime.passwords, 'verify')
    const body = { currentPassword: testPassword, newPassword: testPassword }
    const statuses: number[] = []
    for (let session = 0; session < 4; session += 1) {
      const browser = await portal.loginAs(user)
      for (let call = 0; call < 20; call += 1) {
        const remoteAddress = `2001:db8:7:${session}::${call + 1}`
        statuses.push((await browser.post('/api/auth/password/', body, { remoteAddress })).statusCode)
      }
    }
    expect(statuses).toEqual([...Array(passwordChecks.limit).fill(422), ...Array(20).fill(429)])
    expect(verify).toHaveBeenCalledTimes(passwordChecks.limit)
    // Elsewhere the owner can still use the password.
    const owner = await portal.loginAs(user)
    const enter = (remoteAddress: string) =>
      owner.post('/api/auth/reauthentication/', { password: testPassword }, { remoteAddress })
    expect((await enter('2001:db8:7:9::1')).statusCode).toBe(429)
    expect((await enter('203.0.113.7')).statusCode).toBeLessThan(300)
    portal.clock.advance(10 * minuteMs)
    expect((await owner.post('/api/auth/reauthentication/', { password: testPassword })).statusCode).toBeLessThan(300)
  })
})
