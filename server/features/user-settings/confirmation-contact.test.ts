import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '#server/clock.ts'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { type OwnSettings, openOwnSettings, url } from '#server/testing/own-settings.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { tokenFromMail } from '#server/testing/token-from-mail.ts'
import { confirmationJobs } from './confirmation.jobs.ts'

describe.each(engines)('a contact address on %s', engine => {
  let portal: TestApp
  let own: OwnSettings
  let fresh: string
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: 'https://portal.example.org' } })
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    own = await openOwnSettings(portal)
    fresh = `buero-${own.fresh}`
  })

  const ask = () => own.kim.post(`${url}contact-confirmation/`)
  const confirm = (token: string | undefined) => portal.visitor().post(`${url}confirmation/`, { token })
  const tokenTo = (email: string) => tokenFromMail(portal.runtime, 'contact_confirmation', email)
  /** Another address gets the link that confirms it, once a day. */
  const enter = async (contactEmail: string) => (await own.patch({ contactEmail })).json()
  const tomorrow = async () => {
    portal.clock.advance(dayMs)
    own.kim = await portal.loginAs(own.kim.user)
  }

  it('that is a user’s own is confirmed, one entered by the customer is not', async () => {
    expect(await own.read()).toMatchObject({ contactEmailConfirmed: true, contactEmailPending: null })
    expect(await enter(fresh)).toMatchObject({ contactEmailConfirmed: false, contactEmailPending: { email: fresh } })
    expect(await enter(own.old)).toMatchObject({ contactEmailConfirmed: true })
    expect(await enter('')).toMatchObject({ contactEmailConfirmed: false })
  })

  it('is confirmed with the link mailed on entry, once', async () => {
    expect(await enter(fresh)).toMatchObject({
      contactEmailConfirmed: false,
      contactEmailPending: {
        email: fresh,
        expiresAt: new Date(portal.clock.now().getTime() + 24 * hourMs).toISOString(),
      },
    })
    const token = await tokenTo(fresh)
    const link = (await portal.visitor().post(`${url}confirmation-link/`, { token })).json()
    expect(link).toMatchObject({ kind: 'contact_email', email: fresh })
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409, 409])
    expect(await own.read()).toMatchObject({ contactEmailConfirmed: true, contactEmailPending: null })
    expect(JSON.stringify(await own.mailsTo(fresh))).not.toContain(token)
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select('action')
      .where('subject_id', '=', own.kim.user.customerId ?? '')
      .where('action', 'like', 'customer.contact%')
      .orderBy('seq')
      .execute()
    expect(lines.map(({ action }) => action)).toEqual([
      'customer.contact_confirmation_asked',
      'customer.contact_confirmed',
    ])
    // There is nothing left to confirm, and nobody is mailed.
    const before = await own.kindsTo(fresh)
    expect((await ask()).statusCode).toBe(200)
    expect(await own.kindsTo(fresh)).toEqual(before)
  })

  it('gets one such mail a day, from all callers', async () => {
    await enter(fresh)
    const colleague = await portal.loginAs(
      await buildUser(portal.runtime, { customerId: own.kim.user.customerId ?? '' }),
    )
    for (const client of [own.kim, colleague]) {
      const refused = await client.post(`${url}contact-confirmation/`)
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'mail.too_many'])
    }
    // A refused request does not invalidate the link already sent.
    expect((await confirm(await tokenTo(fresh))).statusCode).toBe(204)
  })

  it("that is confirmed may become the account's on the same day", async () => {
    await enter(fresh)
    const change = () => own.patch({ email: fresh, currentPassword: testPassword })
    expect((await change()).json().code).toBe('mail.too_many')
    await confirm(await tokenTo(fresh))
    expect((await change()).json()).toMatchObject({ pendingEmail: { email: fresh } })
  })

  it("that waits beside the account's is confirmed by the account's link", async () => {
    await own.patch({ email: fresh, currentPassword: testPassword })
    // The day's only mail to it is that link.
    expect(await enter(fresh)).toMatchObject({ contactEmailConfirmed: false, contactEmailPending: null })
    expect((await ask()).json().code).toBe('mail.too_many')
    expect(await own.kindsTo(fresh)).toEqual(['email_confirmation'])
    const token = await tokenFromMail(portal.runtime, 'email_confirmation', fresh)
    expect((await confirm(token)).statusCode).toBe(204)
    own.kim = await portal.loginAs(own.kim.user)
    expect(await own.read()).toMatchObject({ email: fresh, contactEmail: fresh, contactEmailConfirmed: true })
  })

  it("other than the account's new one is not confirmed by its link", async () => {
    await own.patch({ email: fresh, currentPassword: testPassword })
    await enter(`anders-${fresh}`)
    await confirm(await tokenFromMail(portal.runtime, 'email_confirmation', fresh))
    own.kim = await portal.loginAs(own.kim.user)
    expect(await own.read()).toMatchObject({ contactEmail: `anders-${fresh}`, contactEmailConfirmed: false })
  })

  it('has no valid link after another address is entered, another link is requested, or a day', async () => {
    await enter(fresh)
    const replacedAddress = await tokenTo(fresh)
    await enter(`anders-${fresh}`)
    expect(await own.read()).toMatchObject({ contactEmailPending: { email: `anders-${fresh}` } })
    // Today's mail was used: the address is stored anyway, and another link is sent on request.
    expect(await enter(fresh)).toMatchObject({ contactEmail: fresh, contactEmailPending: null })
    expect((await confirm(replacedAddress)).statusCode).toBe(409)
    await tomorrow()
    await ask()
    const late = await tokenTo(fresh)
    await tomorrow()
    expect(await own.read()).toMatchObject({ contactEmailPending: null })
    expect((await confirm(late)).statusCode).toBe(409)
    await confirmationJobs[0]?.run(portal.runtime, null)
    const left = await portal.runtime.db
      .selectFrom('customer')
      .select(['contact_token_hash', 'contact_token_until'])
      .where('id', '=', own.kim.user.customerId ?? '')
      .executeTakeFirstOrThrow()
    expect(left).toEqual({ contact_token_hash: null, contact_token_until: null })
    expect(await own.read()).toMatchObject({ contactEmailConfirmed: false })
  })
})
