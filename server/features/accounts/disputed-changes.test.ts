import { describe, expect, it } from 'vitest'
import { dayMs } from '#server/clock.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { openMailboxes } from '#server/testing/mailboxes.ts'
import { openRecoveryDesk } from '#server/testing/recovery-desk.ts'
import type { LoggedInClient } from '#server/testing/test-app.ts'
import { setUpTotp } from '#server/testing/totp-authenticator.ts'

const profile = '/api/backend/business-profile/'
const heading = 'Bitte prüfen: geänderte Angaben'

describe.each(engines)('fields changed with an account in dispute on %s', engine => {
  const { desk, use, ask, stopLinks } = openRecoveryDesk(engine)
  const emailOf = ({ user }: LoggedInClient) => `${user.username}@example.org`
  const listed = (email: string) =>
    (desk.mailboxes.of(email, 'passwort-setzen')[0]?.text ?? '').split(`${heading}`)[1]?.split('Mit Ihrem Zugang')[0]

  it('are listed in the mail of the stop: bank data and customers, also by an admin raised with it', async () => {
    const { portal } = desk
    const older = await buildCustomer(portal.runtime)
    await desk.admin.patch(`/api/backend/customer/${older.id}/`, { phone: '030 123456' })
    portal.clock.advance(31 * dayMs)
    const thief = await portal.loginAs(desk.admin.user)
    const other = await portal.client('admin')
    const [first, second, third] = [
      await buildCustomer(portal.runtime),
      await buildCustomer(portal.runtime),
      await buildCustomer(portal.runtime),
    ]
    const bank = { iban: 'DE02 1203 0000 0000 2020 51', accountHolder: 'Dieb' }
    expect((await thief.patch(profile, bank)).statusCode).toBe(200)
    const made = await thief.post('/api/jfk-django-core/user/', { username: `zweit-${engine}`, role: 'admin' })
    const raised = await portal.loginAs({ ...thief.user, id: made.json().id, username: `zweit-${engine}` })
    expect((await raised.patch(`/api/backend/customer/${first.id}/`, { email: 'd@example.net' })).statusCode).toBe(200)
    await thief.patch(`/api/backend/customer/${second.id}/`, { phone: '0170 6664242', website: '' })
    await other.patch(`/api/backend/customer/${third.id}/`, { phone: '030 654321' })
    await setUpTotp(portal, thief)
    desk.mailboxes = openMailboxes(portal.runtime)
    await desk.mailboxes.deliver()
    const link = desk.mailboxes.of(emailOf(thief), 'bestaetigen')[0]?.token
    const shown = await portal.visitor().post('/api/backend/user-settings/confirmation-link/', { token: link })
    expect(shown.json().changes).toEqual([
      { customerNumber: null, fields: expect.arrayContaining(['iban', 'accountHolder']) },
      { customerNumber: first.number, fields: ['email'] },
      { customerNumber: second.number, fields: ['phone'] },
    ])
    expect((await use(link)).statusCode).toBe(204)
    await desk.mailboxes.deliver()
    const text = listed(emailOf(thief)) ?? ''
    expect(text).toMatch(/Ihr Unternehmen: (IBAN, Kontoinhaber|Kontoinhaber, IBAN)/)
    expect(text).toContain(`Kundenkonto ${first.number}: E-Mail`)
    expect(text).toContain(`Kundenkonto ${second.number}: Telefon`)
    for (const { number } of [older, third]) expect(text).not.toContain(number)
    for (const value of [bank.iban, 'Dieb', '6664242']) expect(text).not.toContain(value)
  })

  it('are not listed where there are none: the address that a stop restores is no change of a thief', async () => {
    await ask(desk.own.fresh)
    expect((await use(stopLinks()[0])).statusCode).toBe(204)
    await desk.mailboxes.deliver()
    const letter = desk.mailboxes.of(desk.own.old, 'passwort-setzen')[0]?.text
    expect(letter).toContain('Beendet und entfernt')
    expect(letter).not.toContain(heading)
  })
})
