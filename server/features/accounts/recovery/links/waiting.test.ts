import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#server/clock.ts'
import { testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { type Mailboxes, openMailboxes } from '#server/testing/mailboxes.ts'
import { type OwnSettings, openOwnSettings, url } from '#server/testing/own-settings.ts'
import { createPasskey } from '#server/testing/passkey.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { site } from '#server/testing/thief.ts'

describe.each(engines)('stop links of the present address on %s', engine => {
  let portal: TestApp
  let own: OwnSettings
  let mailboxes: Mailboxes
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: site.origin } })
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    mailboxes = openMailboxes(portal.services)
    own = await openOwnSettings(portal)
  })

  const use = (token: string | undefined, more: object = {}) =>
    portal.visitor().post(`${url}confirmation/`, { token, ...more })
  const read = (token: string | undefined) => portal.visitor().post(`${url}confirmation-link/`, { token })
  const stopLinks = (address = own.old) => mailboxes.of(address, 'bestaetigen').map(({ token }) => token)
  const linksOf = (id: string) =>
    portal.services.db.selectFrom('stop_link').selectAll().where('user_id', '=', id).execute()

  /** In a session that has just given its password. */
  async function addPasskey(browser: LoggedInClient): Promise<void> {
    const { challenge } = (await browser.post('/api/auth/passkeys/registration/')).json()
    const made = createPasskey(site).register(challenge) as object
    expect((await browser.post('/api/auth/passkeys/', { name: 'Fremd', ...made })).statusCode).toBe(201)
    await mailboxes.deliver()
  }

  it('wait as long as an earlier address can stop changes, and end when another one holds or a stop comes', async () => {
    const move = async (email: string, browser: LoggedInClient) => {
      await own.patch({ email, currentPassword: testPassword }, browser)
      await mailboxes.deliver()
      return mailboxes.of(email, 'bestaetigen')[0]?.token
    }
    await use(await move(own.fresh, own.kim))
    const warned = async () => {
      await addPasskey(await portal.loginAs(own.kim.user))
      return mailboxes.of(own.fresh).find(({ kind }) => kind === 'second_factor_changed')?.token
    }
    const waiting = await warned()
    portal.clock.advance(20 * dayMs)
    expect(await warned()).toBe(waiting)
    // Asking for a third address gives the first one another thirty days.
    const third = await move(`drei-${own.fresh}`, await portal.loginAs(own.kim.user))
    portal.clock.advance(15 * dayMs)
    expect((await read(waiting)).statusCode).toBe(409)
    expect((await read(stopLinks()[0])).json()).toMatchObject({ email: own.old })
    portal.clock.advance(15 * dayMs)
    expect((await read(waiting)).json()).toMatchObject({ kind: 'factor_stop', email: own.fresh })
    portal.clock.advance(30 * dayMs)
    expect((await read(waiting)).statusCode).toBe(409)
    expect((await use(third)).statusCode).toBe(409)

    // The next thief moves on: what waits ends with the address.
    await use(await move(`vier-${own.fresh}`, await portal.loginAs(own.kim.user)))
    await addPasskey(await portal.loginAs(own.kim.user))
    expect(await linksOf(own.kim.user.id)).toContainEqual(expect.objectContaining({ stop_email: `vier-${own.fresh}` }))
    await use(await move(`fuenf-${own.fresh}`, await portal.loginAs(own.kim.user)))
    const left = (await linksOf(own.kim.user.id)).map(({ stop_email }) => stop_email)
    expect(left).not.toContain(`vier-${own.fresh}`)
  })
})
