import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { SqliteSession } from '#server/database/sqlite/sqlite-session.ts'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

const wrong = 'falsch-falsch'

describe.each(engines)('a login by name or address on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())
  afterEach(() => portal.runtime.db.deleteFrom('throttle').execute())

  let networks = 0
  /** Each from its own network by default. */
  const logIn = (username: string, password: string, remoteAddress?: string) => {
    networks += 1
    const from = remoteAddress ?? `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`
    return portal.visitor().post('/api/auth/login/', { username, password }, { remoteAddress: from })
  }
  const verdictOf = async (username: string, password = wrong) => {
    const { statusCode, headers } = await logIn(username, password)
    return `${statusCode} ${headers['retry-after'] ?? ''}`
  }

  test('accepts the address if only one user has it, in any case', async () => {
    const kim = await buildUser(portal.runtime, { email: `Kim.Lund-${engine}@Example.org` })
    const answer = await logIn(` kim.lund-${engine}@example.ORG `, testPassword)
    expect(answer.json().user?.id).toBe(kim.id)
    expect((await logIn(kim.username, testPassword)).json().user?.id).toBe(kim.id)
  })

  test('does not guess the user of a shared address', async () => {
    const email = `familie-${engine}@example.org`
    const [one] = [await buildUser(portal.runtime, { email }), await buildUser(portal.runtime, { email })]
    expect((await logIn(email, testPassword)).json().code).toBe('session.login_failed')
    expect((await logIn(one.username, testPassword)).statusCode).toBe(200)
  })

  test('accepts the address of the user who can log in, though a disabled user has it, too', async () => {
    const email = `frueher-${engine}@example.org`
    const one = await buildUser(portal.runtime, { email })
    await buildUser(portal.runtime, { email, isActive: false })
    expect((await logIn(email, testPassword)).json().user?.id).toBe(one.id)
  })

  test('accepts no empty address, however many users have none', async () => {
    await buildUser(portal.runtime, { email: '' })
    expect((await logIn('', testPassword)).statusCode).toBe(422)
  })

  test('shares one count: wrong passwords by name and by address use up the same five', async () => {
    const email = `zaehlen-${engine}@example.org`
    const { username } = await buildUser(portal.runtime, { email })
    for (const name of [username, email, username, email, username]) expect(await verdictOf(name)).toBe('401 ')
    // The sixth waits, even with the right password, by either name.
    expect(await verdictOf(email, testPassword)).toBe('401 ')
    expect(await verdictOf(username, testPassword)).toBe('401 ')
    portal.clock.advance(2_000)
    expect((await logIn(email, testPassword)).statusCode).toBe(200)
    // A right one clears the wrong ones, of both.
    for (let at = 0; at < 4; at += 1) expect(await verdictOf(username)).toBe('401 ')
    expect((await logIn(email, testPassword)).statusCode).toBe(200)
  })

  test('a browser known to the account is known by either name', async () => {
    const email = `geraet-${engine}@example.org`
    const { username } = await buildUser(portal.runtime, { email })
    const own = portal.visitor()
    await own.post('/api/auth/login/', { username: email, password: testPassword })
    await own.post('/api/auth/logout/')
    for (let at = 0; at < 6; at += 1) await logIn(username, wrong)
    for (let at = 0; at < 6; at += 1) await logIn(email, wrong)
    expect((await own.post('/api/auth/login/', { username: email, password: testPassword })).statusCode).toBe(200)
    expect((await own.post('/api/auth/login/', { username, password: testPassword })).statusCode).toBe(200)
  })

  test('reveals neither whether a name and an address belong to an account, nor to the same one', async () => {
    const steps = fc.array(
      fc.record({ byAddress: fc.boolean(), secondsLater: fc.constantFrom(0, 0, 0, 1, 2, 5, 60, 1_000) }),
      { minLength: 1, maxLength: 14 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async all => {
        networks += 1
        const word = `${engine}-${networks}`
        const known = await buildUser(portal.runtime, { username: `k-${word}`, email: `k-${word}@example.org` })
        const pairs = [
          { name: known.username, address: `k-${word}@example.org` },
          { name: `u-${word}`, address: `u-${word}@example.org` },
        ]
        for (const { byAddress, secondsLater } of all) {
          portal.clock.advance(secondsLater * 1_000)
          const [ofKnown, ofUnknown] = await Promise.all(
            pairs.map(({ name, address }) => verdictOf(byAddress ? address : name)),
          )
          expect(ofKnown).toBe(ofUnknown)
        }
      }),
      { numRuns: 12 },
    )
  })
})

test('a failed login runs the same statements for any user: its time reveals nothing', async () => {
  const portal = await openTestApp('sqlite')
  const { prepare } = SqliteSession.prototype
  let statements: string[] = []
  vi.spyOn(SqliteSession.prototype, 'prepare').mockImplementation(function (this: SqliteSession, sql) {
    statements.push(sql)
    return prepare.call(this, sql)
  })
  const { runtime } = portal
  const known = await buildUser(runtime, { email: 'kim@example.org' })
  const disabled = await buildUser(runtime, { isActive: false })
  const invited = await buildUser(runtime, { password: null })
  for (const email of ['both@example.org', 'both@example.org']) await buildUser(runtime, { email })
  const names = ['niemand', 'niemand@example.org', known.username, 'kim@example.org', disabled.username]
  const runs: string[][] = []
  for (const username of [...names, invited.username, 'both@example.org']) {
    const browser = portal.visitor()
    await browser.get('/api/auth/session/')
    statements = []
    expect((await browser.post('/api/auth/login/', { username, password: wrong })).statusCode).toBe(401)
    runs.push(statements)
  }
  expect(runs[0]?.length).toBeGreaterThan(4)
  for (const run of runs) expect(run).toEqual(runs[0])
  vi.restoreAllMocks()
  await portal.close()
})
