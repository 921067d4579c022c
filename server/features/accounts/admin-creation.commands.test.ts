import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, instantText } from '#server/clock.ts'
import { newId } from '#server/database/ids.ts'
import { insertFast } from '#server/database/insert-fast.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { endTokensMadeBy } from '#server/features/dns/dns-token-end.commands.ts'
import { withdrawErasuresAskedBy } from '#server/features/privacy/erasure-doubt.commands.ts'
import { testPassword } from '#server/testing/build.ts'
import { buildPasskey } from '#server/testing/build-passkey.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type Mailboxes, openMailboxes } from '#server/testing/mailboxes.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-runtime.ts'
import { setUpTotp } from '#server/testing/totp-authenticator.ts'
import { lockMaker } from './admin-creation.commands.ts'
import { listUsersRaisedBy } from './raised-user.queries.ts'

const users = '/api/jfk-django-core/user/'
const pathOf = (id: string) => `${users}${id}/`
const emailOf = ({ user }: LoggedInClient) => `${user.username}@example.org`

describe.each(engines)('creating an admin on %s', engine => {
  let portal: TestApp
  let mailboxes: Mailboxes
  let owner: LoggedInClient
  let colleague: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: 'https://portal.example.org' } })
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    await portal.runtime.db.updateTable('user_account').set({ is_active: 0 }).execute()
    mailboxes = openMailboxes(portal.runtime)
    owner = await portal.client('admin')
    colleague = await portal.client('admin')
  })

  let count = 0
  /** A new admin created by `maker`, with a password, logged in. */
  async function make(maker = owner): Promise<LoggedInClient> {
    count += 1
    const username = `neu-${engine}-${count}`
    const email = `${username}@example.org`
    const made = await maker.post(users, { username, email, role: 'admin', invite: true })
    expect(made.statusCode).toBe(201)
    await mailboxes.deliver()
    const token = mailboxes.of(email, 'passwort-setzen')[0]?.token
    expect((await portal.visitor().post('/api/auth/password-set/', { token, password: testPassword })).statusCode).toBe(
      204,
    )
    return portal.loginAs({ ...owner.user, id: made.json().id, username })
  }
  const stopLink = () => mailboxes.of(emailOf(owner), 'bestaetigen')[0]?.token
  const stop = async (token = stopLink(), keptUserIds?: string[]) => {
    const answer = await portal.visitor().post('/api/backend/user-settings/confirmation/', { token, keptUserIds })
    await mailboxes.deliver()
    return answer.statusCode
  }
  const isActive = async ({ user }: LoggedInClient) =>
    (
      await portal.runtime.db
        .selectFrom('user_account')
        .select('is_active')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
    ).is_active === 1

  it('notifies all other active admins, and its maker with the way back', async () => {
    const made = await make()
    const customer = await portal.client('customer')
    await owner.patch(pathOf(customer.user.id), { role: 'admin' })
    await owner.patch(pathOf(made.user.id), { isActive: false })
    await owner.patch(pathOf(made.user.id), { isActive: true })
    await mailboxes.deliver()
    const notified = (who: LoggedInClient) => mailboxes.of(emailOf(who)).filter(({ kind }) => kind === 'admin_made')
    expect(notified(colleague).map(({ token }) => token)).toEqual(['', '', ''])
    for (const { text } of notified(colleague)) expect(text).toContain(owner.user.username)
    expect(notified(colleague)[1]?.text).toContain(customer.user.username)
    expect(notified(owner)).toHaveLength(3)
    expect(new Set(notified(owner).map(({ token }) => token))).toEqual(new Set([stopLink()]))
    expect(notified(customer)).toHaveLength(1)
  })

  it('is undone by a stop of its maker: admins created, raised, reactivated or readdressed since, and those by them in turn', async () => {
    const before = await portal.client('admin')
    const second = await make()
    const third = await make(second)
    const raised = await portal.client('customer')
    await third.patch(pathOf(raised.user.id), { role: 'admin' })
    await third.patch(pathOf(colleague.user.id), { email: 'dieb@example.net' })
    expect(await stop()).toBe(204)
    const ended = [second, third, raised, colleague]
    for (const one of ended) {
      expect(await isActive(one)).toBe(false)
      expect((await one.get('/api/auth/session/')).json().user).toBeNull()
    }
    expect([await isActive(owner), await isActive(before)]).toEqual([true, true])
    const letter = mailboxes.of(emailOf(owner), 'passwort-setzen')[0]
    for (const { user } of ended) expect(letter?.text).toContain(user.username)
    expect(letter?.text).not.toContain(before.user.username)
    // Nor do links of theirs work any more.
    const theirs = await portal.runtime.db.selectFrom('stop_link').select('user_id').execute()
    expect(theirs.filter(({ user_id }) => ended.some(({ user }) => user.id === user_id))).toEqual([])
  })

  it('gives no rights over the account that created it, while that account can be recovered', async () => {
    const second = await make()
    const third = await make(second)
    await buildPasskey(portal.runtime, owner.user.id)
    await portal.runtime.db
      .updateTable('user_account')
      .set({ second_factor: 'passkey' })
      .where('id', '=', owner.user.id)
      .execute()
    const refused = { status: 409, code: 'user.in_dispute' }
    for (const by of [second, third]) {
      const path = pathOf(owner.user.id)
      for (const change of [{ email: 'dieb@example.net' }, { role: 'customer' }, { isActive: false }]) {
        expect((await by.patch(path, change)).json()).toMatchObject(refused)
      }
      expect((await by.delete(`${path}second-factor/`)).json()).toMatchObject(refused)
      expect((await by.delete(path)).json()).toMatchObject(refused)
    }
    // An earlier admin has rights over it.
    expect((await colleague.patch(pathOf(owner.user.id), { lastName: 'Neu' })).statusCode).toBe(200)
    portal.clock.advance(30 * dayMs)
    const later = await portal.loginAs(second.user)
    expect((await later.patch(pathOf(owner.user.id), { email: 'eigen@example.org' })).statusCode).toBe(200)
  })

  it('is undone by an earlier admin who sets another address of its maker', async () => {
    const second = await make()
    const email = `amt-${emailOf(owner)}`
    expect((await colleague.patch(pathOf(owner.user.id), { email })).statusCode).toBe(200)
    await mailboxes.deliver()
    expect([await isActive(second), await isActive(colleague)]).toEqual([false, true])
    expect(mailboxes.of(email, 'passwort-setzen')[0]?.text).toContain(second.user.username)
  })

  it('counts another address for an existing admin as making one: all are notified, and a stop finds it', async () => {
    expect((await owner.patch(pathOf(colleague.user.id), { email: 'dieb@example.net' })).statusCode).toBe(200)
    const third = await portal.client('admin')
    expect((await owner.patch(pathOf(third.user.id), { email: 'dieb-zwei@example.net' })).statusCode).toBe(200)
    await mailboxes.deliver()
    const warnings = mailboxes.of(emailOf(owner)).filter(({ kind }) => kind === 'admin_made')
    expect(warnings).toHaveLength(2)
    expect(warnings[0]?.subject).toBe('Andere E-Mail-Adresse eines Administrators')
    expect(warnings[0]?.text).toContain(third.user.username)
    // The thief is that admin now, and has no rights over the account it came from.
    const token = mailboxes.of('dieb@example.net', 'passwort-setzen')[0]?.token
    await portal.visitor().post('/api/auth/password-set/', { token, password: testPassword })
    const thief = await portal.loginAs(colleague.user)
    const answer = await thief.patch(pathOf(owner.user.id), { email: 'dieb@example.net' })
    expect(answer.json()).toMatchObject({ status: 409, code: 'user.in_dispute' })
    expect(await stop()).toBe(204)
    expect([await isActive(owner), await isActive(colleague), await isActive(third)]).toEqual([true, false, false])
  })

  it('is in doubt for thirty days, also when the dispute begins later', async () => {
    await owner.patch(pathOf(colleague.user.id), { email: 'dieb@example.net' })
    // As if the warning's link had been used up: only the audit log knows.
    await portal.runtime.db.deleteFrom('stop_link').execute()
    portal.clock.advance(dayMs)
    const other = await portal.loginAs(owner.user)
    await other.post(users, { username: `spaeter-${engine}`, role: 'admin', invite: false })
    await mailboxes.deliver()
    const thief = await portal.loginAs(colleague.user)
    const answer = await thief.patch(pathOf(owner.user.id), { email: 'dieb@example.net' })
    expect(answer.json()).toMatchObject({ status: 409, code: 'user.in_dispute' })
    expect(await stop()).toBe(204)
    expect(await isActive(colleague)).toBe(false)
  })

  /** A customer's user created by `maker`, with the link that invites them. */
  async function invite(username: string, maker = owner) {
    const email = `${username}@example.net`
    const { id: customerId } = await buildCustomer(portal.runtime)
    const made = await maker.post(users, { username, email, role: 'customer', customerId, invite: true })
    expect(made.statusCode, made.body).toBe(201)
    await mailboxes.deliver()
    return { id: made.json().id as string, username, token: mailboxes.of(email, 'passwort-setzen')[0]?.token }
  }
  const choosePassword = (token: string | undefined) =>
    portal.visitor().post('/api/auth/password-set/', { token, password: testPassword })

  it('takes customers’ users with it that were created, readdressed or moved since the dispute began; earlier ones are listed', async () => {
    const name = (what: string) => `${what}-${engine}`
    const older = await invite(name('frueher'))
    await choosePassword(older.token)
    portal.clock.advance(dayMs)
    owner = await portal.loginAs(owner.user)
    await make()
    const [created, invited] = [await invite(name('angelegt')), await invite(name('eingeladen'))]
    await choosePassword(created.token)
    const [readdressed, moved, untouched] = [
      await portal.client('customer'),
      await portal.client('customer'),
      await portal.client('customer'),
    ]
    await owner.patch(pathOf(readdressed.user.id), { email: 'dieb@example.net' })
    await owner.patch(pathOf(moved.user.id), { customerId: readdressed.user.customerId })
    await owner.patch(pathOf(untouched.user.id), { lastName: 'Neu' })
    const own = await portal.loginAs({ ...readdressed.user, ...created })
    await mailboxes.deliver()

    const page = await portal.visitor().post('/api/backend/user-settings/confirmation-link/', { token: stopLink() })
    const ending = [created, invited, readdressed.user, moved.user].map(({ username }) => username)
    const customers = ({ role }: { role: string }) => role === 'customer'
    const shown = page.json()
    const namesOf = (list: { username: string }[]) => list.map(({ username }) => username).toSorted()
    expect(namesOf(shown.endingUsers.filter(customers))).toEqual(ending.toSorted())
    expect(shown.stayingUsers).toEqual([{ id: older.id, username: older.username, role: 'customer' }])

    expect(await stop()).toBe(204)
    const { db } = portal.runtime
    const ids = [created.id, invited.id, readdressed.user.id, moved.user.id]
    const rows = await db.selectFrom('user_account').select('is_active').where('id', 'in', ids).execute()
    expect(rows.map(({ is_active }) => is_active)).toEqual([0, 0, 0, 0])
    for (const browser of [own, moved]) expect((await browser.get('/api/auth/session/')).json().user).toBeNull()
    expect((await choosePassword(invited.token)).statusCode).toBe(409)
    expect((await portal.loginAs({ ...untouched.user, ...older })).user.username).toBe(older.username)
    const letter = mailboxes.of(emailOf(owner), 'passwort-setzen')[0]?.text ?? ''
    const [, ended = '', staying = ''] =
      /Deaktivierte Benutzer von Kunden(.*)Bitte prüfen: weiter aktive(.*)/s.exec(letter) ?? []
    for (const username of ending) expect(ended).toContain(username)
    expect(staying).toContain(older.username)
    expect(letter).not.toContain(untouched.user.username)
  })

  it('is decided on by another admin who reactivates it: a later stop leaves it alone', async () => {
    const second = await make()
    const third = await make()
    const customer = await invite(`bleibt-${engine}`)
    await mailboxes.deliver()
    expect(await stop()).toBe(204)
    for (const id of [second.user.id, customer.id]) {
      expect((await colleague.patch(pathOf(id), { isActive: true })).statusCode).toBe(200)
    }
    // Other changes decide on nothing, and neither does the account in dispute itself.
    expect((await colleague.patch(pathOf(third.user.id), { lastName: 'Neu' })).statusCode).toBe(200)
    await choosePassword(mailboxes.of(emailOf(owner), 'passwort-setzen')[0]?.token)
    owner = await portal.loginAs(owner.user)
    expect((await owner.patch(pathOf(third.user.id), { isActive: true })).statusCode).toBe(200)
    const again = await portal.loginAs(second.user)
    await mailboxes.deliver()
    expect((await again.patch(pathOf(owner.user.id), { lastName: 'Neu' })).statusCode).toBe(200)
    expect(await stop()).toBe(204)
    expect([await isActive(second), await isActive(third)]).toEqual([true, false])
    const letter = mailboxes.of(emailOf(owner), 'passwort-setzen')[0]?.text
    expect(letter).toContain(third.user.username)
    expect(letter).not.toContain(second.user.username)
    expect(letter).not.toContain(customer.username)
  })

  it('is kept by the owner who stops once more: those reactivated with the own account stay as chosen', async () => {
    const [second, third] = [await make(), await make()]
    expect(await stop()).toBe(204)
    await choosePassword(mailboxes.of(emailOf(owner), 'passwort-setzen')[0]?.token)
    owner = await portal.loginAs(owner.user)
    for (const { user } of [second, third]) await owner.patch(pathOf(user.id), { isActive: true })
    portal.clock.advance(2 * dayMs)
    owner = await portal.loginAs(owner.user)
    await setUpTotp(portal, owner)
    await mailboxes.deliver()
    const again = await portal.loginAs(second.user)
    const stranger = await portal.client('admin')
    // Users who are not in dispute, or do not exist, are outside this choice.
    expect(await stop(stopLink(), [second.user.id, stranger.user.id, newId()])).toBe(204)
    expect([await isActive(second), await isActive(third)]).toEqual([true, false])
    expect((await again.get('/api/auth/session/')).json().user).toMatchObject({ id: second.user.id })
    const letter = mailboxes.of(emailOf(owner), 'passwort-setzen')[0]?.text ?? ''
    const [, ended = '', kept = ''] = /Deaktivierte Administratoren(.*)Weiter aktiv, weil(.*)/s.exec(letter) ?? []
    expect([ended.includes(third.user.username), kept.includes(second.user.username)]).toEqual([true, true])
    // It is decided: neither a third stop ends them, nor are their rights limited.
    const raised = await listUsersRaisedBy(portal.runtime.db, engine, owner.user.id, instantText(new Date(0)))
    expect([raised.has(second.user.id), raised.has(third.user.id)]).toEqual([false, true])
    const audited = portal.runtime.db.selectFrom('audit_entry').select('subject_id').where('action', '=', 'user.kept')
    expect(await audited.execute()).toEqual([{ subject_id: second.user.id }])
  })

  it('keeps nobody by the word of an account that is itself raised', async () => {
    const since = instantText(portal.clock.now())
    const second = await make()
    const third = await make(second)
    await mailboxes.deliver()
    const token = mailboxes.of(emailOf(second), 'bestaetigen')[0]?.token
    expect(await stop(token, [third.user.id])).toBe(204)
    expect(await isActive(third)).toBe(true)
    const raised = await listUsersRaisedBy(portal.runtime.db, engine, owner.user.id, since)
    expect(raised.has(third.user.id)).toBe(true)
    expect(await stop()).toBe(204)
    expect(await isActive(third)).toBe(false)
  })

  it('is decided on field by field where another admin changes it without reactivating it', async () => {
    const since = instantText(portal.clock.now())
    const isRaised = async () => (await listUsersRaisedBy(portal.runtime.db, engine, owner.user.id, since)).has(user.id)
    const { user } = await portal.client('customer')
    const { id: other } = await buildCustomer(portal.runtime)
    await owner.patch(pathOf(user.id), { email: 'dieb@example.net', customerId: other })
    expect(await isRaised()).toBe(true)
    await colleague.patch(pathOf(user.id), { customerId: user.customerId })
    expect(await isRaised()).toBe(true)
    await colleague.patch(pathOf(user.id), { email: `${user.username}@example.org` })
    expect(await isRaised()).toBe(false)
  })

  it('stays where no other active admin would be left', async () => {
    const second = await make()
    const { db } = portal.runtime
    await db.updateTable('user_account').set({ role: 'customer' }).where('id', '=', owner.user.id).execute()
    await db.updateTable('user_account').set({ is_active: 0 }).where('id', '=', colleague.user.id).execute()
    expect(await stop()).toBe(204)
    expect(await isActive(second)).toBe(true)
  })

  it('is undone however many users an account has raised', async () => {
    const { clock, db } = portal.runtime
    const at = instantText(clock.now())
    const second = await make()
    // More than SQLite takes as parameters of one statement.
    const ids = Array.from({ length: 33_000 }, (_, index) => `raised-${index}`)
    const head = await db
      .selectFrom('audit_entry')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .executeTakeFirst()
    const lines = ids.map((id, index) => ({
      seq: Number(head?.seq ?? 0) + 1 + index,
      id: `line-of-${id}`,
      at,
      actor_user_id: owner.user.id,
      actor_name: owner.user.username,
      as_customer_name: '',
      address: '',
      action: 'user.created' as const,
      subject_kind: 'user' as const,
      subject_id: id,
      details: '',
      previous_hash: '',
      hash: '',
    }))
    await inTransaction(portal.runtime, trx => insertFast(trx, engine, 'audit_entry', lines))
    expect((await listUsersRaisedBy(db, engine, owner.user.id, at)).size).toBe(ids.length + 1)
    expect(await stop()).toBe(204)
    expect(await isActive(second)).toBe(false)
  })

  it('undoes what any number of ended users have done besides', async () => {
    const at = instantText(portal.clock.now())
    // More than PostgreSQL takes as parameters of one statement, and SQLite.
    const makers = Array.from({ length: 66_000 }, (_, index) => `raised-${index}`)
    const undone = await inTransaction(portal.runtime, async trx => [
      await endTokensMadeBy(trx, testContext(portal.runtime), makers, at),
      await withdrawErasuresAskedBy(trx, testContext(portal.runtime), makers, at),
    ])
    expect(undone).toEqual([[], []])
  })

  it('is refused to a maker logged out by a stop, and counts from the instant before it', async () => {
    const since = instantText(portal.clock.now())
    const second = await make()
    const raisedSince = (at: string) => listUsersRaisedBy(portal.runtime.db, engine, owner.user.id, at)
    expect([...(await raisedSince(since)).keys()]).toEqual([second.user.id])
    portal.clock.advance(1)
    const later = instantText(portal.clock.now())
    expect((await raisedSince(later)).size).toBe(0)
    expect(await stop()).toBe(204)
    const { db } = portal.runtime
    const actor = { kind: 'user', ...owner.user, name: '', sessionId: 'ended', impersonation: null } as const
    const late = inTransaction(portal.runtime, trx =>
      lockMaker(trx, testContext(portal.runtime, { ...actor, userId: owner.user.id })),
    )
    await expect(late).rejects.toMatchObject({ code: 'session.required' })
    expect(await db.selectFrom('session').select('id').where('user_id', '=', owner.user.id).execute()).toEqual([])
  })
})
