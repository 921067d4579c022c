import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs, hourMs, instantText } from '#server/clock.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { tokenFromMail } from '#server/testing/token-from-mail.ts'

describe.each(engines)('the consents of a customer on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: 'https://portal.example.org' } })
  })
  afterAll(() => portal.close())

  const urlOf = (customerId: string) => `/api/backend/customer/${customerId}/newsletter-consents/`
  const settings = '/api/backend/user-settings/'

  it('show when the newsletter was requested, confirmed and ended, with wording and origin', async () => {
    const { id } = await buildCustomer(portal.runtime)
    const email = 'kim@example.org'
    const user = await buildUser(portal.runtime, { customerId: id, email })
    let kim = await portal.loginAs(user)
    const list = async () => (await (await portal.client('admin')).get(urlOf(id))).json()
    expect(await list()).toEqual({ count: 0, results: [] })

    const askedAt = instantText(portal.clock.now())
    await kim.patch(settings, { newsletter: true })
    const asked = {
      email,
      askedAt,
      askedFrom: '127.0.0.1',
      wording: expect.stringContaining('Ich möchte den Newsletter'),
    }
    const open = { confirmedAt: null, confirmedFrom: '', endedAt: null, endReason: null }
    expect((await list()).results).toMatchObject([{ ...asked, ...open, state: 'pending' }])

    portal.clock.advance(hourMs)
    const confirmedAt = instantText(portal.clock.now())
    const token = await tokenFromMail(portal.runtime, 'newsletter_confirmation', email)
    await portal.visitor().post(`${settings}confirmation/`, { token })
    const confirmed = { ...asked, confirmedAt, confirmedFrom: '127.0.0.1' }
    expect((await list()).results).toMatchObject([{ ...confirmed, state: 'confirmed', endedAt: null }])

    portal.clock.advance(hourMs)
    const endedAt = instantText(portal.clock.now())
    kim = await portal.loginAs(user)
    await kim.patch(settings, { newsletter: false })
    const ended = { ...confirmed, state: 'ended', endedAt, endReason: 'switched_off' }
    expect((await list()).results).toMatchObject([ended])

    const again = instantText(portal.clock.now())
    await kim.patch(settings, { newsletter: true })
    portal.clock.advance(dayMs)
    const expired = { ...open, askedAt: again, state: 'ended', endReason: 'expired' }
    expect(await list()).toMatchObject({
      count: 2,
      results: [{ ...expired, endedAt: instantText(portal.clock.now()) }, ended],
    })
  })

  it('are for admins, and of an existing customer', async () => {
    const { id } = await buildCustomer(portal.runtime)
    const own = await portal.loginAs(await buildUser(portal.runtime, { customerId: id }))
    expect((await own.get(urlOf(id))).statusCode).toBe(403)
    const other = await portal.client('customer')
    expect((await other.get(urlOf(id))).statusCode).toBe(404)
    const admin = await portal.client('admin')
    expect((await admin.get(urlOf('01970000-0000-7000-8000-000000000000'))).statusCode).toBe(404)
  })
})
