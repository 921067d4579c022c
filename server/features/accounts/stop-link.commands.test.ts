import { describe, expect, it } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#server/clock.ts'
import { confirmationJobs } from '#server/features/user-settings/confirmation.jobs.ts'
import { newPassword } from '#server/testing/account-steps.ts'
import { testPassword } from '#server/testing/build.ts'
import { buildPasskey } from '#server/testing/build-passkey.ts'
import { engines } from '#server/testing/engines.ts'
import { url } from '#server/testing/own-settings.ts'
import type { SoftwarePasskey } from '#server/testing/passkey.ts'
import { openRecoveryDesk } from '#server/testing/recovery-desk.ts'
import { testContext } from '#server/testing/test-runtime.ts'
import { setUpTotp } from '#server/testing/totp-authenticator.ts'
import { renewRecoveryCodes } from './second-factor.commands.ts'

const removal = '/api/auth/second-factor/totp/removal/'

describe.each(engines)('warnings about factors on %s', engine => {
  const { desk, use, read, setPassword, stopLinks, passwordLink, logIn, factorsOf, linksOf, addPasskey, resetLink } =
    openRecoveryDesk(engine)

  async function logInWithPasskey(passkey: SoftwarePasskey) {
    const browser = desk.portal.visitor()
    const { challenge } = (await browser.post('/api/auth/passkey-login/challenge/')).json()
    return browser.post('/api/auth/passkey-login/', passkey.prove(challenge))
  }

  it('recover from a factor alone: the added one is removed, with sessions, links, pending changes and the password', async () => {
    const older = await buildPasskey(desk.portal.runtime, desk.own.kim.user.id)
    desk.portal.clock.advance(minuteMs)
    const codes = await setUpTotp(desk.portal, desk.own.kim)
    const passkey = await addPasskey()
    await desk.own.patch({ email: desk.own.fresh, currentPassword: testPassword })
    await desk.mailboxes.deliver()
    const reset = await resetLink()
    const thief = await desk.portal.loginAs(desk.own.kim.user)
    const link = (await read(stopLinks().at(-1))).json()
    expect(link).toMatchObject({ kind: 'factor_stop', email: desk.own.old })
    expect([link.newFactors.length, link.olderFactors.length]).toEqual([3, 1])

    expect((await use(stopLinks().at(-1))).statusCode).toBe(204)
    for (const token of [...stopLinks(), desk.mailboxes.of(desk.own.fresh, 'bestaetigen')[0]?.token]) {
      expect((await use(token)).statusCode).toBe(409)
    }
    expect((await setPassword(reset)).statusCode).toBe(409)
    for (const browser of [desk.own.kim, thief]) expect((await browser.get(url)).statusCode).toBe(401)
    expect((await logIn()).statusCode).toBe(401)
    expect((await logInWithPasskey(passkey)).statusCode).toBe(409)
    const left = await desk.portal.runtime.db.selectFrom('passkey').select('id').execute()
    expect(left).toContainEqual({ id: older })
    await desk.mailboxes.deliver()
    const letter = desk.mailboxes.of(desk.own.old, 'passwort-setzen')[0]
    expect(letter?.text).toMatch(/Beendet und entfernt.*Codes aus der App: seit.*Weiter gültig.*Passkey: seit/s)
    expect((await setPassword(letter?.token, { removeFactors: true })).statusCode).toBe(204)
    expect((await logIn(desk.portal.visitor(), newPassword)).json()).toMatchObject({ secondFactor: null })
    expect(codes.recoveryCodes).toHaveLength(10)
  })

  it('recover from a contact address, too: one that this user entered is named and no longer confirmed', async () => {
    const thiefs = `dieb-${desk.own.fresh}`
    const contactLink = async () => {
      await desk.mailboxes.deliver()
      return desk.mailboxes.of(thiefs, 'bestaetigen')[0]?.token
    }
    await desk.own.patch({ contactEmail: thiefs })
    expect((await use(await contactLink())).statusCode).toBe(204)
    desk.portal.clock.advance(minuteMs)
    await addPasskey()
    expect((await use(stopLinks()[0])).statusCode).toBe(204)
    await desk.mailboxes.deliver()
    expect(desk.mailboxes.of(desk.own.old, 'passwort-setzen')[0]?.text).toContain(`Eingetragen ist: ${thiefs}`)
    await setPassword(passwordLink())
    desk.own.kim = await desk.portal.loginAs(desk.own.kim.user)
    expect(await desk.own.read()).toMatchObject({ contactEmail: thiefs, contactEmailConfirmed: false })
    const lines = await desk.portal.runtime.db
      .selectFrom('audit_entry')
      .select('action')
      .where('subject_id', '=', desk.own.kim.user.customerId ?? '')
      .orderBy('seq', 'desc')
      .execute()
    expect(lines[0]).toEqual({ action: 'customer.contact_disputed' })

    // A link already sent confirms nothing any more.
    desk.portal.clock.advance(dayMs)
    desk.own.kim = await desk.portal.loginAs(desk.own.kim.user)
    expect((await desk.own.kim.post(`${url}contact-confirmation/`)).statusCode).toBe(200)
    const late = await contactLink()
    await addPasskey()
    expect((await use(stopLinks()[0])).statusCode).toBe(204)
    expect((await use(late)).statusCode).toBe(409)
  })

  it('leave a contact address alone that this user did not enter since, or that is their own', async () => {
    const takeBack = async () => {
      await addPasskey()
      expect((await use(stopLinks()[0])).statusCode).toBe(204)
      await desk.mailboxes.deliver()
      const text = desk.mailboxes.of(desk.own.old, 'passwort-setzen')[0]?.text
      await setPassword(passwordLink())
      desk.own.kim = await desk.portal.loginAs(desk.own.kim.user)
      expect([text?.includes('Eingetragen ist'), (await desk.own.read()).contactEmailConfirmed]).toEqual([false, true])
    }
    await takeBack()
    await desk.own.patch({ contactEmail: desk.own.fresh })
    await desk.own.patch({ contactEmail: desk.own.old })
    await takeBack()
    await desk.own.patch({ contactEmail: desk.own.fresh })
    const path = `/api/backend/customer/${desk.own.kim.user.customerId}/`
    expect((await desk.admin.patch(path, { email: `buero-${desk.own.fresh}` })).statusCode).toBe(200)
    await takeBack()
  })

  it('block passkey logins after a stop until the owner has decided which ones stay, and lock nobody out', async () => {
    const older = await addPasskey()
    desk.portal.clock.advance(31 * dayMs)
    desk.own.kim = await desk.portal.loginAs(desk.own.kim.user)
    await addPasskey()
    await use(stopLinks()[0])
    await desk.mailboxes.deliver()
    expect((await logInWithPasskey(older)).json()).toMatchObject({ code: 'passkey.refused' })
    // Another link can be requested when this one is lost.
    desk.portal.clock.advance(hourMs)
    const link = await resetLink()
    const undecided = await setPassword(link)
    expect(undecided.json()).toMatchObject({ status: 422, errors: [{ field: 'removeFactors', code: 'required' }] })
    expect((await logInWithPasskey(older)).statusCode).toBe(409)
    expect((await setPassword(link, { removeFactors: false })).statusCode).toBe(204)
    expect((await logInWithPasskey(older)).statusCode).toBe(200)
  })

  it('share the link of a day: ten passkeys make one, and it works thirty days from the last of them', async () => {
    for (let at = 0; at < 10; at += 1) {
      await addPasskey()
      desk.portal.clock.advance(minuteMs)
    }
    expect(await linksOf(desk.own.kim.user.id)).toHaveLength(1)
    const [last] = stopLinks()
    expect(new Set(stopLinks())).toEqual(new Set([last]))
    desk.portal.clock.advance(30 * dayMs - minuteMs - 1)
    expect((await read(last)).json().newFactors).toHaveLength(11)
    desk.portal.clock.advance(1)
    expect((await use(last)).statusCode).toBe(409)
    await confirmationJobs[0]?.run(desk.portal.runtime, null)
    expect(await linksOf(desk.own.kim.user.id)).toEqual([])
  })

  it('with a link are always sent, regardless of the number of warnings that day', async () => {
    for (let at = 0; at < 12; at += 1)
      await setUpTotp(desk.portal, desk.own.kim, 30_000).then(totp => turnOff(totp.code()))
    await desk.mailboxes.deliver()
    await use(stopLinks()[0])
    await desk.mailboxes.deliver()
    expect((await setPassword(passwordLink())).statusCode).toBe(204)
    const before = stopLinks().length
    const thief = desk.portal.visitor()
    await logIn(thief, newPassword)
    await addPasskey(Object.assign(thief, { user: desk.own.kim.user }))
    expect(stopLinks().length).toBe(before + 1)
    expect((await use(stopLinks()[0])).statusCode).toBe(204)
  })
  const turnOff = (code: string) => desk.own.kim.post(removal, { password: testPassword, code })

  it('give a mere reader of mails no way past a second factor: a reset, a removal and a new password bring no link', async () => {
    const totp = await setUpTotp(desk.portal, desk.own.kim)
    desk.portal.clock.advance(31 * dayMs)
    expect((await setPassword(await resetLink())).statusCode).toBe(204)
    await desk.mailboxes.deliver()
    const kim = desk.portal.visitor()
    await logIn(kim, newPassword)
    expect((await kim.post('/api/auth/second-factor/', { code: totp.code() })).statusCode).toBe(200)
    desk.portal.clock.advance(minuteMs)
    await kim.post('/api/auth/password/', { currentPassword: newPassword, newPassword: testPassword })
    await kim.post(removal, { password: testPassword, code: totp.code() })
    await desk.mailboxes.deliver()
    const [removed, changed, reset] = desk.mailboxes
      .of(desk.own.old)
      .filter(({ kind }) => kind !== 'login_unknown_device')
    expect([removed?.kind, changed?.kind, reset?.kind]).toEqual([
      'second_factor_changed',
      'password_changed',
      'password_changed',
    ])
    expect([removed?.token, changed?.token, reset?.token]).toEqual(['', '', ''])
  })

  it('name the way back in every warning while there is one: also about a new password and removals', async () => {
    const totp = await setUpTotp(desk.portal, desk.own.kim)
    await desk.own.kim.post('/api/auth/password/', { currentPassword: testPassword, newPassword })
    await desk.own.kim.post(removal, { password: newPassword, code: totp.code() })
    await desk.mailboxes.deliver()
    const [removed, changed, added] = desk.mailboxes.of(desk.own.old)
    expect([removed?.kind, changed?.kind]).toEqual(['second_factor_changed', 'password_changed'])
    expect(added?.token).not.toBe('')
    expect([removed?.token, changed?.token]).toEqual([added?.token, added?.token])
    // Referenced in a column, so that it is removed after its use.
    await use(added?.token)
    const texts = await desk.portal.runtime.db
      .selectFrom('outbox_mail')
      .select('text')
      .where('recipient', '=', desk.own.old)
      .execute()
    expect(texts.filter(({ text }) => text.includes(added?.token ?? ''))).toEqual([])
  })

  it('do not prolong the power of a replaced address; the link of the current one works after that', async () => {
    await desk.own.patch({ email: desk.own.fresh, currentPassword: testPassword })
    await desk.mailboxes.deliver()
    await use(desk.mailboxes.of(desk.own.fresh, 'bestaetigen')[0]?.token)
    desk.portal.clock.advance(20 * dayMs)
    const kim = await desk.portal.loginAs(desk.own.kim.user)
    await addPasskey(kim)
    const waiting = desk.mailboxes.of(desk.own.fresh).find(({ kind }) => kind === 'second_factor_changed')
    expect(waiting?.text).toContain('Er gilt ab')
    expect((await use(waiting?.token)).statusCode).toBe(409)
    const [link] = stopLinks()
    expect((await read(link)).json()).toMatchObject({ email: desk.own.old })
    desk.portal.clock.advance(10 * dayMs)
    expect((await use(link)).statusCode).toBe(409)
    // From then on the new one is undisputed, and can stop changes itself.
    expect((await read(waiting?.token)).json()).toMatchObject({ kind: 'factor_stop', email: desk.own.fresh })
    desk.own.kim = await desk.portal.loginAs(desk.own.kim.user)
    await addPasskey()
    expect((await read(stopLinks(desk.own.fresh)[0])).json()).toMatchObject({
      kind: 'factor_stop',
      email: desk.own.fresh,
    })
    desk.portal.clock.advance(29 * dayMs)
    expect((await use(waiting?.token)).statusCode).toBe(204)
    expect(await factorsOf()).toEqual([])
  })

  it('are sent for simultaneously added factors, and nothing is added after a stop', async () => {
    await Promise.all([1, 2, 3].map(() => addPasskey(desk.own.kim).catch(() => undefined)))
    const { runtime } = desk.portal
    const session = runtime.db.selectFrom('session').select('id').where('user_id', '=', desk.own.kim.user.id)
    const { id: sessionId = '' } = (await session.executeTakeFirst()) ?? {}
    const { id: userId, customerId } = desk.own.kim.user
    const who = { kind: 'user', role: 'customer', username: '', name: '', impersonation: null } as const
    const actor = { ...who, userId, customerId, sessionId }
    await desk.mailboxes.deliver()
    expect((await use(stopLinks()[0], { removeOlderFactors: true })).statusCode).toBe(204)
    await buildPasskey(runtime, desk.own.kim.user.id)
    const late = testContext(runtime, actor)
    await expect(renewRecoveryCodes(late, actor)).rejects.toMatchObject({ code: 'session.required' })
    expect(
      await runtime.db.selectFrom('recovery_code').selectAll().where('user_id', '=', actor.userId).execute(),
    ).toEqual([])
  })

  it('are decided by an admin’s repair, and do not remove a password for another role', async () => {
    await addPasskey()
    const path = `/api/jfk-django-core/user/${desk.own.kim.user.id}/`
    expect((await desk.admin.patch(path, { role: 'admin' })).statusCode).toBe(200)
    expect((await logIn()).statusCode).toBe(200)
    await desk.admin.patch(path, { email: `amt-${desk.own.old}` })
    expect((await use(stopLinks()[0])).statusCode).toBe(409)
  })
})
