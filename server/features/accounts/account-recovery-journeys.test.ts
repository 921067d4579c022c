/** Any actions of an attacker with a password, in any order: the owner recovers the account completely and for good. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knownDevice } from '#server/auth/known-devices.ts'
import { dayMs, hourMs } from '#server/clock.ts'
import { type Attacker, createAttacker, site } from '#server/testing/attacker.ts'
import { type BuiltUser, buildUser } from '#server/testing/build.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type Mailboxes, openMailboxes } from '#server/testing/mailboxes.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { passwordJobs } from './password.jobs.ts'
import { findDispute } from './stop-link.queries.ts'

const thiefSteps = [
  'logIn',
  'useNewBrowser',
  'usePasskey',
  'askForAnAddress',
  'askForAnother',
  'changeContact',
  'changeBoth',
  'withdraw',
  'followLinks',
  'changePassword',
  'resetPassword',
  'setUpCodes',
  'beginCodes',
  'addPasskey',
  'renewCodes',
] as const satisfies (keyof Attacker['steps'])[]
const adminSteps = ['makeAdmin', 'readdressAdmin', 'abuseAdmin'] as const satisfies (keyof Attacker['adminSteps'])[]
// Twenty waits of a day and a half at most: the last undisputed address has thirty days.
const step = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...thiefSteps) },
  { weight: 1, arbitrary: fc.constantFrom(...adminSteps) },
  { weight: 1, arbitrary: fc.constantFrom('waitAnHour' as const, 'waitADay' as const) },
  { weight: 1, arbitrary: fc.constant('adminIsFooled' as const) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

type Way = {
  /** The index of the received link that is used. */
  readonly which: number
  readonly mayStop: boolean
  /** Whether the attacker has had a passkey for so long that it can no longer be stopped. */
  readonly hasOlder: boolean
  readonly removesOlder: boolean
  readonly isAdmin: boolean
}
const anyWay = fc.record({
  which: fc.nat(),
  mayStop: fc.boolean(),
  hasOlder: fc.boolean(),
  removesOlder: fc.boolean(),
  isAdmin: fc.boolean(),
})
const way = { which: 0, mayStop: true, hasOlder: false, removesOlder: false, isAdmin: false }

/** Each way of recovering the account, in any combination. */
const oneOfEach: readonly [Step[], Way][] = [
  [
    ['addPasskey', 'askForAnAddress', 'followLinks', 'setUpCodes', 'askForAnother', 'followLinks'],
    { ...way, which: 1 },
  ],
  [['askForAnAddress', 'followLinks', 'resetPassword', 'addPasskey', 'askForAnother'], { ...way, mayStop: false }],
  [['askForAnAddress'], { ...way, mayStop: false }],
  [['setUpCodes', 'askForAnAddress', 'followLinks'], { ...way, which: 1, mayStop: false }],
  // Only factors, in either order and with any time left.
  [['setUpCodes', 'changePassword', 'useNewBrowser', 'addPasskey'], way],
  [['addPasskey', 'changePassword', 'setUpCodes', 'renewCodes'], { ...way, which: 3, hasOlder: true }],
  [['addPasskey'], { ...way, hasOlder: true, removesOlder: true }],
  [['changePassword', 'addPasskey', 'askForAnAddress', 'followLinks', 'renewCodes'], { ...way, which: 4 }],
  [['logIn', 'usePasskey', 'changePassword'], { ...way, hasOlder: true }],
  // Invoices redirected to the attacker, who has confirmed the address or is about to.
  [['changeContact', 'followLinks', 'setUpCodes', 'askForAnAddress'], way],
  [['changeContact', 'followLinks', 'askForAnAddress', 'followLinks'], { ...way, mayStop: false }],
  [['setUpCodes', 'askForAnAddress', 'changeContact'], { ...way, which: 1, mayStop: false }],
  // One link for both addresses, confirmed or not, before and after another change.
  [['changeBoth', 'followLinks', 'setUpCodes'], way],
  [['setUpCodes', 'changeBoth', 'followLinks', 'askForAnother'], { ...way, mayStop: false }],
  [['changeBoth', 'askForAnother', 'followLinks'], { ...way, which: 1 }],
  // A second admin, and a third created by that one.
  [['setUpCodes', 'makeAdmin', 'abuseAdmin', 'changePassword'], { ...way, isAdmin: true }],
  [['makeAdmin', 'makeAdmin', 'abuseAdmin', 'waitADay', 'addPasskey'], { ...way, isAdmin: true, which: 1 }],
  // Another admin taken over first, and a change that opens a dispute only then.
  [['readdressAdmin', 'askForAnother', 'abuseAdmin'], { ...way, isAdmin: true }],
  [['readdressAdmin', 'readdressAdmin', 'abuseAdmin', 'setUpCodes'], { ...way, isAdmin: true, mayStop: false }],
  [['makeAdmin', 'abuseAdmin', 'askForAnAddress', 'followLinks'], { ...way, isAdmin: true, mayStop: false }],
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
    for (const job of await portal.runtime.db.selectFrom('job').selectAll().execute()) {
      await passwordJobs.find(({ kind }) => kind === job.kind)?.run(portal.runtime, JSON.parse(job.payload))
    }
    await portal.runtime.db.deleteFrom('job').execute()
  }

  async function begin({ hasOlder, isAdmin }: Way) {
    count += 1
    const own = `kim-${count}@example.org`
    const user = await buildUser(portal.runtime, {
      email: own,
      username: `kim-${engine}-${count}`,
      role: isAdmin ? 'admin' : 'customer',
      // As with most customers, invoices go to the login's address.
      customerId: (await buildCustomer(portal.runtime, { email: own })).id,
    })
    const mailboxes = openMailboxes(portal.runtime)
    const stolen = [`dieb-${count}@example.net`, `dieb-${count}-zwei@example.net`, `dieb-${count}-drei@example.net`]
    const attacker = createAttacker(portal, user, mailboxes, stolen)
    const deliver = async () => {
      await runJobs()
      await mailboxes.deliver()
      // Throttles must not save the account.
      await portal.runtime.db.deleteFrom('throttle').execute()
    }
    await attacker.steps.logIn()
    const { usePasskey: enterAgain } = attacker.steps
    if (hasOlder) {
      await attacker.steps.addPasskey()
      portal.clock.advance(31 * dayMs)
      await deliver()
      await enterAgain()
    }
    const stale = mailboxes.of(own, 'bestaetigen').length
    /** Stop links, newest first. */
    const stopLinks = () => mailboxes.of(own, 'bestaetigen').slice(0, -stale || undefined)
    return { own, user, mailboxes, stolen, attacker, deliver, stopLinks }
  }
  type Account = Awaited<ReturnType<typeof begin>>

  async function perform({ attacker, user, deliver }: Account, name: Step): Promise<void> {
    if (name === 'waitAnHour') portal.clock.advance(hourMs)
    else if (name === 'waitADay') portal.clock.advance(26 * hourMs)
    else if (name === 'adminIsFooled') await resetFactor(user)
    else if (name === 'makeAdmin' || name === 'readdressAdmin' || name === 'abuseAdmin')
      await attacker.adminSteps[name]()
    else await attacker.steps[name](deliver)
    // A code works once, and so do two changes at one instant.
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

  /**
   * With any of the links that stop a change, while the attacker continues; older factors are removed then or with the new
   * password.
   */
  async function stop(account: Account, { which, removesOlder }: Way): Promise<string> {
    const { own, mailboxes, attacker, deliver } = account
    const links = account.stopLinks()
    const token = links[which % links.length]?.token
    const answer = await portal.visitor().post(confirmation, { token, removeOlderFactors: removesOlder })
    expect(answer.statusCode).toBe(204)
    await deliver()
    const link = newestLink(mailboxes, own)
    expect(await attacker.triesEverything(deliver)).toBe(false)
    await deliver()
    expect((await setPassword(link, { removeFactors: true })).statusCode).toBe(204)
    await deliver()
    return own
  }

  /** All actions available in a session, where one can be opened. */
  async function takeTurn({ attacker, deliver }: Account): Promise<void> {
    for (const name of ['logIn', 'usePasskey', 'addPasskey', 'askForAnother', 'followLinks'] as const) {
      await attacker.steps[name]()
      portal.clock.advance(61_000)
      await deliver()
    }
    await attacker.triesEverything(deliver)
    await deliver()
  }

  /**
   * By an admin who knows the owner: another address and no second factor, in either order, and then a new password
   * with the mailed link. The attacker continues after each step.
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

  /** Undisputed parts: a forgotten password; for a second factor an admin is needed. */
  async function startAnew(account: Account): Promise<string> {
    const { statusCode } = await resetFactor(account.user)
    await account.deliver()
    if (statusCode === 200) await takeTurn(account)
    await resetPassword(account, account.own)
    return account.own
  }

  async function expectOwned({ user, attacker, deliver }: Account, email: string): Promise<void> {
    const { db, clock, keys } = portal.runtime
    const row = await db.selectFrom('user_account').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ email, second_factor: 'off', is_active: 1, role: user.role })
    expect(await attacker.triesEverything(deliver)).toBe(false)
    for (const table of ['totp', 'passkey', 'recovery_code', 'pending_login', 'session'] as const) {
      expect(await db.selectFrom(table).selectAll().where('user_id', '=', user.id).execute(), table).toEqual([])
    }
    const unused = db.selectFrom('one_time_token').selectAll().where('user_id', '=', user.id)
    expect(await unused.where('used_at', 'is', null).execute()).toEqual([])
    expect(await findDispute(db, user.id, clock.now())).toBeUndefined()
    const helpers = await db
      .selectFrom('user_account')
      .select('is_active')
      .where('id', 'in', ['', ...attacker.helpers()])
      .execute()
    expect(helpers.filter(helper => helper.is_active === 1)).toEqual([])
    const changes = await db.selectFrom('email_change').select('state').where('user_id', '=', user.id).execute()
    expect(changes.filter(({ state }) => state === 'pending')).toEqual([])
    await deliver()
    for (const mark of attacker.marks()) expect(knownDevice(keys, mark, row, clock.now())).toBeUndefined()
    const owner = portal.visitor()
    const login = await owner.post('/api/auth/login/', { username: user.username, password: ownPassword })
    expect(login.json()).toMatchObject({ user: { id: user.id }, secondFactor: null })
    expect((await owner.get('/api/backend/user-settings/')).json()).toMatchObject({ email, pendingEmail: null })
  }

  /** The contact address entered by the attacker keeps receiving invoices until somebody corrects it. */
  async function expectContactDoubted({ user, mailboxes, stolen }: Account, email: string): Promise<boolean> {
    const customer = await portal.runtime.db
      .selectFrom('customer')
      .selectAll()
      .where('id', '=', user.customerId ?? '')
      .executeTakeFirstOrThrow()
    if (!stolen.includes(customer.email)) return false
    expect(customer).toMatchObject({ is_email_confirmed: 0, contact_token_hash: null })
    expect(mailboxes.of(email, 'passwort-setzen')[0]?.text).toContain(`Eingetragen ist: ${customer.email}`)
    return true
  }

  it('is recovered from any actions of an attacker, and cannot be lost again', async () => {
    const done = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), anyWay, async (sequence, chosen) => {
        const account = await begin(chosen)
        for (const name of sequence) await perform(account, name)
        const canStop = account.stopLinks().length > 0
        const how = canStop ? (chosen.mayStop ? 'stop' : 'admin') : 'anew'
        done.add(how)
        const email =
          how === 'stop'
            ? await stop(account, chosen)
            : how === 'admin'
              ? await callAnAdmin(account, chosen.which % 2 === 1)
              : await startAnew(account)
        await expectOwned(account, email)
        if (how !== 'anew' && (await expectContactDoubted(account, email))) done.add(`${how}, contact`)
      }),
      { numRuns: engine === 'sqlite' ? 40 : 15, examples: [...oneOfEach] },
    )
    expect([...done].sort()).toEqual(['admin', 'admin, contact', 'anew', 'stop', 'stop, contact'])
  }, 180_000)
})
