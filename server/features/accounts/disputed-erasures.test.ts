import { beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { waitAndErase } from '#server/testing/leaving-customer.ts'
import { openRecoveryDesk } from '#server/testing/recovery-desk.ts'
import type { LoggedInClient } from '#server/testing/test-app.ts'

const thiefs = 'dieb@example.net'

describe.each(engines)('the deletion of an account in dispute on %s', engine => {
  const { desk, use, ask, stopLinks } = openRecoveryDesk(engine)
  let customer: { id: string; number: string }
  beforeEach(async () => {
    // The contact address is the thief's, who has confirmed it.
    customer = await desk.portal.runtime.db
      .updateTable('customer')
      .set({ email: thiefs, is_email_confirmed: 1 })
      .where('id', '=', desk.own.kim.user.customerId ?? '')
      .returning(['id', 'number'])
      .executeTakeFirstOrThrow()
  })
  const askForErasure = async (by: LoggedInClient = desk.own.kim) => {
    const answer = await by.post(`/api/backend/customer/${customer.id}/erasure/`, { confirmation: customer.number })
    expect(answer.statusCode, answer.body).toBe(200)
    await desk.mailboxes.deliver()
  }
  const stop = async () => {
    await ask(desk.own.fresh)
    expect((await use(stopLinks()[0])).statusCode).toBe(204)
    await desk.mailboxes.deliver()
  }
  const isErased = async () => {
    await waitAndErase(desk.portal)
    const kept = desk.portal.runtime.db.selectFrom('customer').select('erased_at').where('id', '=', customer.id)
    return (await kept.executeTakeFirst())?.erased_at !== null
  }
  const kindsTo = (address: string) => desk.mailboxes.of(address).map(({ kind }) => kind)

  it('is mailed to the login as well, withdrawn by a stop and named in its mail', async () => {
    await askForErasure()
    for (const address of [thiefs, desk.own.old]) expect(kindsTo(address)).toContain('erasure')
    await stop()
    expect(desk.mailboxes.of(desk.own.old, 'passwort-setzen')[0]?.text).toContain(`Kundennummer: ${customer.number}`)
    expect(kindsTo(desk.own.old)).toContain('erasure_withdrawn')
    expect(await isErased()).toBe(false)
  })

  it('is withdrawn by a repair of an admin', async () => {
    await askForErasure()
    const email = `amt-${desk.own.fresh}`
    expect((await desk.admin.patch(`/api/jfk-django-core/user/${desk.own.kim.user.id}/`, { email })).statusCode).toBe(
      200,
    )
    await desk.mailboxes.deliver()
    expect(desk.mailboxes.of(email, 'passwort-setzen')[0]?.text).toContain(`Kundennummer: ${customer.number}`)
    expect(await isErased()).toBe(false)
  })

  it('is carried out where somebody else has asked for it', async () => {
    const other = await buildUser(desk.portal.runtime, { customerId: customer.id })
    await askForErasure()
    await desk.own.kim.delete(`/api/backend/customer/${customer.id}/erasure/`)
    desk.portal.clock.advance(1_000)
    await askForErasure(await desk.portal.loginAs(other))
    await stop()
    expect(desk.mailboxes.of(desk.own.old, 'passwort-setzen')[0]?.text).not.toContain('Kundennummer')
    expect(await isErased()).toBe(true)
  })
})
