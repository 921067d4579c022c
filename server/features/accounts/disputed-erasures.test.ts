import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountSteps } from '#server/testing/account-steps.ts'
import { site } from '#server/testing/attacker.ts'
import { buildUser } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { waitAndErase } from '#server/testing/leaving-customer.ts'
import { type Mailboxes, openMailboxes } from '#server/testing/mailboxes.ts'
import { type OwnSettings, openOwnSettings } from '#server/testing/own-settings.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const thiefs = 'dieb@example.net'

describe.each(engines)('the deletion of an account in dispute on %s', engine => {
  let portal: TestApp
  let own: OwnSettings
  let mailboxes: Mailboxes
  let customer: { id: string; number: string }
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: site.origin } })
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    mailboxes = openMailboxes(portal.runtime)
    own = await openOwnSettings(portal)
    // The contact address is the thief's, who has confirmed it.
    customer = await portal.runtime.db
      .updateTable('customer')
      .set({ email: thiefs, is_email_confirmed: 1 })
      .where('id', '=', own.kim.user.customerId ?? '')
      .returning(['id', 'number'])
      .executeTakeFirstOrThrow()
  })

  const { use, ask, stopLinks } = accountSteps(() => ({ portal, own, mailboxes }))
  const askForErasure = async (by: LoggedInClient = own.kim) => {
    const answer = await by.post(`/api/backend/customer/${customer.id}/erasure/`, { confirmation: customer.number })
    expect(answer.statusCode, answer.body).toBe(200)
    await mailboxes.deliver()
  }
  const stop = async () => {
    await ask(own.fresh)
    expect((await use(stopLinks()[0])).statusCode).toBe(204)
    await mailboxes.deliver()
  }
  const isErased = async () => {
    await waitAndErase(portal)
    const kept = portal.runtime.db.selectFrom('customer').select('erased_at').where('id', '=', customer.id)
    return (await kept.executeTakeFirst())?.erased_at !== null
  }
  const kindsTo = (address: string) => mailboxes.of(address).map(({ kind }) => kind)

  it('is mailed to the login as well, withdrawn by a stop and named in its mail', async () => {
    await askForErasure()
    for (const address of [thiefs, own.old]) expect(kindsTo(address)).toContain('erasure')
    await stop()
    expect(mailboxes.of(own.old, 'passwort-setzen')[0]?.text).toContain(`Kundennummer: ${customer.number}`)
    expect(kindsTo(own.old)).toContain('erasure_withdrawn')
    expect(await isErased()).toBe(false)
  })

  it('is withdrawn by a repair of an admin', async () => {
    await askForErasure()
    const email = `amt-${own.fresh}`
    const admin = await portal.client('admin')
    expect((await admin.patch(`/api/jfk-django-core/user/${own.kim.user.id}/`, { email })).statusCode).toBe(200)
    await mailboxes.deliver()
    expect(mailboxes.of(email, 'passwort-setzen')[0]?.text).toContain(`Kundennummer: ${customer.number}`)
    expect(await isErased()).toBe(false)
  })

  it('is carried out where somebody else has asked for it', async () => {
    const other = await buildUser(portal.runtime, { customerId: customer.id })
    await askForErasure()
    await own.kim.delete(`/api/backend/customer/${customer.id}/erasure/`)
    portal.clock.advance(1_000)
    await askForErasure(await portal.loginAs(other))
    await stop()
    expect(mailboxes.of(own.old, 'passwort-setzen')[0]?.text).not.toContain('Kundennummer')
    expect(await isErased()).toBe(true)
  })
})
