import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#server/clock.ts'
import { accountSteps } from '#server/testing/account-steps.ts'
import { site } from '#server/testing/attacker.ts'
import { engines } from '#server/testing/engines.ts'
import { type Mailboxes, openMailboxes } from '#server/testing/mailboxes.ts'
import { type OwnSettings, openOwnSettings } from '#server/testing/own-settings.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('stop links of the current address on %s', engine => {
  let portal: TestApp
  let own: OwnSettings
  let mailboxes: Mailboxes
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: site.origin } })
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    mailboxes = openMailboxes(portal.runtime)
    own = await openOwnSettings(portal)
  })

  const { use, read, stopLinks, ask, linksOf, addPasskey } = accountSteps(() => ({ portal, own, mailboxes }))

  it('wait while an earlier address can stop changes, and end when another one is set or a stop happens', async () => {
    await use(await ask(own.fresh, own.kim))
    const warned = async () => {
      await addPasskey(await portal.loginAs(own.kim.user))
      return mailboxes.of(own.fresh).find(({ kind }) => kind === 'second_factor_changed')?.token
    }
    const waiting = await warned()
    portal.clock.advance(20 * dayMs)
    expect(await warned()).toBe(waiting)
    // A request for a third address gives the first one another thirty days.
    const third = await ask(`drei-${own.fresh}`, await portal.loginAs(own.kim.user))
    portal.clock.advance(15 * dayMs)
    expect((await read(waiting)).statusCode).toBe(409)
    expect((await read(stopLinks()[0])).json()).toMatchObject({ email: own.old })
    portal.clock.advance(15 * dayMs)
    expect((await read(waiting)).json()).toMatchObject({ kind: 'factor_stop', email: own.fresh })
    portal.clock.advance(30 * dayMs)
    expect((await read(waiting)).statusCode).toBe(409)
    expect((await use(third)).statusCode).toBe(409)

    // The next thief changes it again: pending links end with the address.
    await use(await ask(`vier-${own.fresh}`, await portal.loginAs(own.kim.user)))
    await addPasskey(await portal.loginAs(own.kim.user))
    expect(await linksOf(own.kim.user.id)).toContainEqual(expect.objectContaining({ stop_email: `vier-${own.fresh}` }))
    await use(await ask(`fuenf-${own.fresh}`, await portal.loginAs(own.kim.user)))
    const left = (await linksOf(own.kim.user.id)).map(({ stop_email }) => stop_email)
    expect(left).not.toContain(`vier-${own.fresh}`)
  })
})
