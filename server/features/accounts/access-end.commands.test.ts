import { describe, expect, it } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { testPassword } from '#server/testing/build.ts'
import { buildPasskey } from '#server/testing/build-passkey.ts'
import { engines } from '#server/testing/engines.ts'
import { url } from '#server/testing/own-settings.ts'
import { openRecoveryDesk } from '#server/testing/recovery-desk.ts'
import { testContext } from '#server/testing/test-runtime.ts'
import { setUpTotp } from '#server/testing/totp-authenticator.ts'
import { endAccess } from './access-end.commands.ts'
import { findAccount } from './account.queries.ts'
import { lockResetUser } from './password.queries.ts'
import { enter } from './session-start.commands.ts'
import { changeUser } from './user.commands.ts'

const invalid = { status: 409, code: 'account.token_invalid' }

describe.each(engines)('account recovery on %s', engine => {
  const { desk, use, read, setPassword, stopLinks, ask, change, logIn, factorsOf, resetLink } = openRecoveryDesk(engine)
  const emailOf = async () =>
    (await desk.admin.get(`/api/jfk-django-core/user/${desk.own.kim.user.id}/`)).json().email as string

  it('only the last undisputed address can stop changes, with any of its links, and all at once', async () => {
    const [second, third] = [desk.own.fresh, `zwei-${desk.own.fresh}`]
    await change(second)
    await change(third)
    const pending = await ask(`drei-${desk.own.fresh}`)
    // The addresses in between are notified, and can do nothing.
    for (const email of [second, third]) {
      const notified = desk.mailboxes.of(email).filter(({ kind }) => kind === 'email_changed')
      expect(notified.length).toBeGreaterThan(0)
      expect(notified.map(({ token }) => token).filter(token => token !== '')).toEqual([])
    }
    expect(stopLinks()).toHaveLength(5)
    expect((await read(stopLinks()[0])).json()).toMatchObject({ kind: 'email_change_stop', email: desk.own.old })
    expect((await use(stopLinks()[0])).statusCode).toBe(204)
    expect(await emailOf()).toBe(desk.own.old)
    for (const token of [pending, ...stopLinks()]) expect((await use(token)).json()).toMatchObject(invalid)
    await desk.mailboxes.deliver()
    expect(desk.mailboxes.of(third)[0]?.subject).toBe('Die Änderung Ihrer E-Mail-Adresse wurde gestoppt')
  })

  it('the power to stop lasts thirty days from the confirmation, regardless of later changes', async () => {
    const link = await ask(desk.own.fresh)
    desk.portal.clock.advance(hourMs)
    const again = await desk.portal.loginAs(desk.own.kim.user)
    await use(link)
    await desk.mailboxes.deliver()
    await again.post('/api/auth/password/', { currentPassword: testPassword, newPassword: 'Dietrich-Feile-3' })
    await setUpTotp(desk.portal, again)
    await desk.admin.delete(`/api/jfk-django-core/user/${desk.own.kim.user.id}/second-factor/`)
    await desk.portal.visitor().post('/api/auth/password-reset/', { email: desk.own.fresh })
    desk.portal.clock.advance(30 * dayMs - minuteMs - 1)
    expect((await read(stopLinks()[0])).statusCode).toBe(200)
    desk.portal.clock.advance(1)
    expect((await use(stopLinks()[0])).json()).toMatchObject(invalid)
    // From then on the new one is undisputed.
    desk.own.kim = await desk.portal.loginAs(desk.own.kim.user)
    await desk.own.kim.patch(url, { email: `zwei-${desk.own.fresh}`, currentPassword: 'Dietrich-Feile-3' })
    await desk.mailboxes.deliver()
    expect((await read(desk.mailboxes.of(desk.own.fresh, 'bestaetigen')[0]?.token)).json()).toMatchObject({
      email: desk.own.fresh,
    })
  })

  it('an address set by an admin is undisputed: earlier ones can stop nothing, and are notified', async () => {
    await change(desk.own.fresh)
    const email = `amt-${desk.own.fresh}`
    await desk.admin.patch(`/api/jfk-django-core/user/${desk.own.kim.user.id}/`, { email })
    await desk.mailboxes.deliver()
    for (const token of stopLinks()) expect((await use(token)).json()).toMatchObject(invalid)
    for (const notified of [desk.own.old, desk.own.fresh]) {
      expect(desk.mailboxes.of(notified)[0]).toMatchObject({ kind: 'email_changed', token: '' })
    }
    expect(
      (await setPassword(desk.mailboxes.of(email, 'passwort-setzen')[0]?.token, { password: testPassword })).statusCode,
    ).toBe(204)
    const later = await desk.portal.loginAs(desk.own.kim.user)
    await ask(`drei-${desk.own.fresh}`, later)
    expect((await read(desk.mailboxes.of(email, 'bestaetigen')[0]?.token)).json()).toMatchObject({ email })
  })

  const repairs: [string, () => Promise<{ statusCode: number }>][] = [
    [
      'an own new password',
      () =>
        desk.own.kim.post('/api/auth/password/', { currentPassword: testPassword, newPassword: 'Feder-Zimtstern-3' }),
    ],
    ['a password set by reset', async () => setPassword(await resetLink())],
    [
      'another address by an admin',
      () => desk.admin.patch(`/api/jfk-django-core/user/${desk.own.kim.user.id}/`, { email: `amt-${desk.own.fresh}` }),
    ],
    [
      'another role by an admin',
      () => desk.admin.patch(`/api/jfk-django-core/user/${desk.own.kim.user.id}/`, { role: 'admin' }),
    ],
    [
      'a second factor reset by an admin',
      () => desk.admin.delete(`/api/jfk-django-core/user/${desk.own.kim.user.id}/second-factor/`),
    ],
    ['a stop', () => use(stopLinks()[0])],
  ]
  it.each(repairs)(
    '%s ends the pending change, links, sessions, pending logins and marks of browsers',
    async (_, repair) => {
      const marked = desk.portal.visitor()
      await logIn(marked)
      const mark = marked.cookies.get('__Host-device')
      const thief = await desk.portal.loginAs(desk.own.kim.user)
      await buildPasskey(desk.portal.runtime, desk.own.kim.user.id)
      const waiting = desk.portal.visitor()
      expect((await logIn(waiting)).json().secondFactor).not.toBeNull()
      const pending = await ask(desk.own.fresh, thief)
      const link = await resetLink()
      expect((await repair()).statusCode).toBeLessThan(300)
      await desk.mailboxes.deliver()

      expect((await use(pending)).json()).toMatchObject(invalid)
      expect((await setPassword(link)).json()).toMatchObject(invalid)
      for (const browser of [marked, thief]) expect((await browser.get(url)).statusCode).toBe(401)
      const late = await waiting.post('/api/auth/second-factor/', { recoveryCode: 'x' })
      expect(late.json().code).toBe('second_factor.login_over')
      // Its own tries do not count in an unknown browser.
      await desk.portal.runtime.db.deleteFrom('throttle').execute()
      for (let at = 0; at < 5; at += 1) {
        await desk.portal
          .visitor()
          .post('/api/auth/login/', { username: desk.own.kim.user.username, password: 'falsch-falsch' })
      }
      marked.cookies.set('__Host-device', mark ?? '')
      expect((await logIn(marked)).statusCode).toBe(429)
    },
  )

  it('a stop removes factors set up since the first change, lists them, and offers the rest', async () => {
    const older = await buildPasskey(desk.portal.runtime, desk.own.kim.user.id)
    desk.portal.clock.advance(minuteMs)
    await change(desk.own.fresh)
    desk.portal.clock.advance(minuteMs)
    const since = await buildPasskey(desk.portal.runtime, desk.own.kim.user.id)
    desk.portal.clock.advance(minuteMs)
    await ask(`zwei-${desk.own.fresh}`)
    // The newest link also covers the first change: that address is revoked as well.
    const link = (await read(stopLinks()[0])).json()
    expect([link.newFactors.length, link.olderFactors.length]).toEqual([1, 1])
    expect(await factorsOf()).toEqual([older, since])
    expect((await use(stopLinks()[0])).statusCode).toBe(204)
    expect(await factorsOf()).toEqual([older])
    await desk.mailboxes.deliver()
    const letter = desk.mailboxes.of(desk.own.old, 'passwort-setzen')[0]
    expect(letter?.text).toContain('Anmeldungen: 1 beendet')
    expect(letter?.text).toContain('Offene Änderung der E-Mail-Adresse: verworfen')
    expect(letter?.text.match(/^Passkey: seit /gm)).toHaveLength(2)
    // Its name was chosen by the person who set it up.
    expect(letter?.text).not.toContain('Telefon')

    const reading = await desk.portal.visitor().post('/api/auth/password-link/', { token: letter?.token })
    expect(reading.json().factors).toMatchObject([{ kind: 'passkey', name: 'Telefon' }])
    expect((await setPassword(letter?.token, { removeFactors: true })).statusCode).toBe(204)
    expect(await factorsOf()).toEqual([])
    await desk.mailboxes.deliver()
    expect(desk.mailboxes.of(desk.own.old)[0]?.text).toMatch(/Entfernt wurden außerdem:\s+Passkey: seit /)
  })

  it('a stop removes all factors on request', async () => {
    await buildPasskey(desk.portal.runtime, desk.own.kim.user.id)
    desk.portal.clock.advance(1)
    await ask(desk.own.fresh)
    expect((await use(stopLinks()[0], { removeOlderFactors: true })).statusCode).toBe(204)
    expect(await factorsOf()).toEqual([])
  })

  it('a new password removes no factor unless the account is being recovered', async () => {
    await buildPasskey(desk.portal.runtime, desk.own.kim.user.id)
    const token = await resetLink()
    expect((await desk.portal.visitor().post('/api/auth/password-link/', { token })).json().factors).toEqual([])
    const refused = await setPassword(token, { removeFactors: true })
    expect(refused.json()).toMatchObject({ status: 422, errors: [{ field: 'removeFactors' }] })
    expect((await setPassword(token)).statusCode).toBe(204)
    expect(await factorsOf()).toHaveLength(1)
  })

  it('calls in flight when access ended fail', async () => {
    const { runtime } = desk.portal
    const { user } = desk.own.kim
    const account = await findAccount(runtime.db, user.id)
    if (account === undefined) throw new Error('There is no account.')
    const session = await runtime.db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    const actor = {
      kind: 'user',
      userId: user.id,
      username: user.username,
      name: '',
      role: 'customer',
      customerId: user.customerId,
      sessionId: session?.id ?? '',
      impersonation: null,
    } as const
    await inTransaction(runtime, trx => endAccess(trx, runtime, user.id))
    const context = testContext(runtime, actor)
    const asking = changeUser(context, user.id, { email: desk.own.fresh, currentPassword: testPassword }, undefined)
    await expect(asking).rejects.toMatchObject({ code: 'session.required' })
    const entering = inTransaction(runtime, trx => enter(trx, context, account, { isKnownDevice: true }))
    await expect(entering).rejects.toMatchObject({ code: 'session.login_failed' })
    // Nor does a reset link go to an address that is no longer valid.
    const found = await inTransaction(runtime, trx => lockResetUser(trx, runtime, user.id, desk.own.fresh))
    expect(found).toBeUndefined()
  })
})
