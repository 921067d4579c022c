/** Whatever a thief does with a password, and in which order: the owner gets the account back, whole and for good. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knownDevice } from '#server/auth/devices.ts'
import { hourMs } from '#server/clock.ts'
import { passwordJobs } from '#server/features/accounts/passwords/jobs.ts'
import { type BuiltUser, buildUser } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { type Mailboxes, openMailboxes } from '#server/testing/mailboxes.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { createThief, site, type Thief } from '#server/testing/thief.ts'

const thiefSteps = [
  'logIn',
  'useNewBrowser',
  'usePasskey',
  'askForAnAddress',
  'askForAnother',
  'withdraw',
  'followLinks',
  'changePassword',
  'resetPassword',
  'setUpCodes',
  'beginCodes',
  'addPasskey',
  'renewCodes',
] as const satisfies (keyof Thief['steps'])[]
// Twenty waits of a day and a half at most: the last undisputed address has thirty days.
const step = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...thiefSteps) },
  { weight: 1, arbitrary: fc.constantFrom('waitAnHour' as const, 'waitADay' as const) },
  { weight: 1, arbitrary: fc.constant('adminIsFooled' as const) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Each way of taking the account back, whatever else comes. */
const oneOfEach: readonly [Step[], number, boolean][] = [
  [['addPasskey', 'askForAnAddress', 'followLinks', 'setUpCodes', 'askForAnother', 'followLinks'], 1, true],
  [['askForAnAddress', 'followLinks', 'resetPassword', 'addPasskey', 'askForAnother'], 0, false],
  [['askForAnAddress'], 0, false],
  [['setUpCodes', 'askForAnAddress', 'followLinks'], 1, false],
  [['setUpCodes', 'changePassword', 'useNewBrowser', 'addPasskey'], 0, true],
]

const confirmation = '/api/backend/user-settings/confirmation/'
const ownPassword = 'Zimtstern-Feder-3'
let count = 0

describe.each(engines)('an account on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: site.origin } })
  })
  afterAll(() => portal.close())

  async function runJobs() {
    for (const job of await portal.services.db.selectFrom('job').selectAll().execute()) {
      await passwordJobs.find(({ kind }) => kind === job.kind)?.run(portal.services, JSON.parse(job.payload))
    }
    await portal.services.db.deleteFrom('job').execute()
  }

  async function begin() {
    count += 1
    const own = `kim-${count}@example.org`
    const user = await buildUser(portal.services, { email: own, username: `kim-${engine}-${count}` })
    const mailboxes = openMailboxes(portal.services)
    const stolen = [`dieb-${count}@example.net`, `dieb-${count}-zwei@example.net`]
    const thief = createThief(portal, user, mailboxes, stolen)
    const deliver = async () => {
      await runJobs()
      await mailboxes.deliver()
      // Nobody is to be saved by having to wait.
      await portal.services.db.deleteFrom('throttle').execute()
    }
    return { own, user, mailboxes, thief, deliver }
  }
  type Account = Awaited<ReturnType<typeof begin>>

  async function perform({ thief, user, deliver }: Account, name: Step): Promise<void> {
    if (name === 'waitAnHour') portal.clock.advance(hourMs)
    else if (name === 'waitADay') portal.clock.advance(26 * hourMs)
    else if (name === 'adminIsFooled') await resetFactor(user)
    else await thief.steps[name](deliver)
    // A code counts once, and so do two changes at one instant.
    portal.clock.advance(61_000)
    await deliver()
  }

  const resetFactor = async ({ id }: BuiltUser) =>
    (await portal.client('admin')).delete(`/api/jfk-django-core/user/${id}/second-factor/`)
  const setPassword = (token: string | undefined, more: object = {}) =>
    portal.visitor().post('/api/auth/password-set/', { token, password: ownPassword, ...more })
  const newestLink = (mailboxes: Mailboxes, address: string) => mailboxes.of(address, 'passwort-setzen')[0]?.token

  async function resetPassword({ mailboxes, deliver }: Account, email: string): Promise<void> {
    await portal.visitor().post('/api/auth/password-reset/', { email })
    await deliver()
    expect((await setPassword(newestLink(mailboxes, email))).statusCode).toBe(204)
    await deliver()
  }

  /** With any of the links that stop a change, older factors included, while the thief goes on. */
  async function stop(account: Account, which: number): Promise<string> {
    const { own, mailboxes, thief, deliver } = account
    const links = mailboxes.of(own, 'bestaetigen')
    const token = links[which % links.length]?.token
    const answer = await portal.visitor().post(confirmation, { token, removeOlderFactors: true })
    expect(answer.statusCode).toBe(204)
    await deliver()
    const link = newestLink(mailboxes, own)
    expect(await thief.triesEverything(deliver)).toBe(false)
    await deliver()
    expect((await setPassword(link, { removeFactors: true })).statusCode).toBe(204)
    await deliver()
    return own
  }

  /** Everything there is to do, in a session where one opens. */
  async function takeTurn({ thief, deliver }: Account): Promise<void> {
    for (const name of ['logIn', 'usePasskey', 'addPasskey', 'askForAnother', 'followLinks'] as const) {
      await thief.steps[name]()
      portal.clock.advance(61_000)
      await deliver()
    }
    await thief.triesEverything(deliver)
    await deliver()
  }

  /**
   * By an admin who knows the owner: another address and no second factor, in this order or the other, and then a new
   * password by the link that comes. The thief goes on after each step.
   */
  async function callAnAdmin(account: Account, isFactorFirst: boolean): Promise<string> {
    const { user, own, mailboxes, deliver } = account
    const email = `neu-${own}`
    const admin = await portal.client('admin')
    const steps = [
      async () => {
        expect((await admin.patch(`/api/jfk-django-core/user/${user.id}/`, { email })).statusCode).toBe(200)
      },
      () => resetFactor(user),
    ]
    for (const act of isFactorFirst ? steps.toReversed() : steps) {
      await act()
      await deliver()
      await takeTurn(account)
    }
    expect((await setPassword(newestLink(mailboxes, email), { removeFactors: true })).statusCode).toBe(204)
    await deliver()
    return email
  }

  /** What was never disputed: a forgotten password; for a second factor an admin is needed. */
  async function startAnew(account: Account): Promise<string> {
    const { statusCode } = await resetFactor(account.user)
    await account.deliver()
    if (statusCode === 200) await takeTurn(account)
    await resetPassword(account, account.own)
    return account.own
  }

  async function expectOwned({ user, thief, deliver }: Account, email: string): Promise<void> {
    const { db, clock, keys } = portal.services
    const row = await db.selectFrom('user_account').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ email, second_factor: 'off', is_active: 1 })
    expect(await thief.triesEverything(deliver)).toBe(false)
    for (const table of ['totp', 'passkey', 'recovery_code', 'pending_login', 'session'] as const) {
      expect(await db.selectFrom(table).selectAll().where('user_id', '=', user.id).execute(), table).toEqual([])
    }
    const unused = db.selectFrom('one_time_token').selectAll().where('user_id', '=', user.id)
    expect(await unused.where('used_at', 'is', null).execute()).toEqual([])
    const changes = await db.selectFrom('email_change').select('state').where('user_id', '=', user.id).execute()
    expect(changes.filter(({ state }) => state === 'pending')).toEqual([])
    await deliver()
    for (const mark of thief.marks()) expect(knownDevice(keys, mark, row, clock.now())).toBeUndefined()
    const owner = portal.visitor()
    const login = await owner.post('/api/auth/login/', { username: user.username, password: ownPassword })
    expect(login.json()).toMatchObject({ user: { id: user.id }, secondFactor: null })
    expect((await owner.get('/api/backend/user-settings/')).json()).toMatchObject({ email, pendingEmail: null })
  }

  it('is taken back from whatever a thief has done to it, and cannot be lost again', async () => {
    const done = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 14 }),
        fc.nat(),
        fc.boolean(),
        async (sequence, which, mayStop) => {
          const account = await begin()
          await perform(account, 'logIn')
          for (const name of sequence) await perform(account, name)
          const canStop = account.mailboxes.of(account.own, 'bestaetigen').length > 0
          const way = canStop ? (mayStop ? 'stop' : 'admin') : 'anew'
          done.add(way)
          const email =
            way === 'stop'
              ? await stop(account, which)
              : way === 'admin'
                ? await callAnAdmin(account, which % 2 === 1)
                : await startAnew(account)
          await expectOwned(account, email)
        },
      ),
      { numRuns: engine === 'sqlite' ? 40 : 15, examples: [...oneOfEach] },
    )
    expect([...done].sort()).toEqual(['admin', 'anew', 'stop'])
  }, 180_000)
})
