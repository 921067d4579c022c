import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshAuthenticationMinutes } from '#contract/limits.ts'
import { minuteMs } from '#server/clock.ts'
import { testPassword } from '#server/testing/build.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)("a customer's address replaced by an admin on %s", engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    await portal.runtime.db.deleteFrom('outbox_mail').execute()
    admin = await portal.client('admin')
  })

  const mails = () => portal.runtime.db.selectFrom('outbox_mail').select(['kind', 'recipient', 'text']).execute()
  const build = async (isConfirmed: 0 | 1) => {
    const customer = await buildCustomer(portal.runtime, { email: 'kim@example.org', is_email_confirmed: isConfirmed })
    return { ...customer, path: `/api/backend/customer/${customer.id}/` }
  }

  it('is notified that it gets nothing any more, if it was confirmed, without names and other addresses', async () => {
    const { path } = await build(1)
    const { number, lastName } = (await admin.get(path)).json()
    expect((await admin.patch(path, { note: 'Ruft gern an' })).statusCode).toBe(200)
    expect(await mails()).toEqual([])
    expect((await admin.patch(path, { email: 'fremd@example.org' })).statusCode).toBe(200)
    const [mail, ...more] = await mails()
    expect(mail).toMatchObject({ kind: 'contact_email_changed', recipient: 'kim@example.org' })
    expect(mail?.text).toContain(number)
    for (const word of ['fremd@example.org', lastName]) expect(mail?.text).not.toContain(word)
    expect(more).toEqual([])
  })

  it('is not notified if it was never confirmed', async () => {
    const { path } = await build(0)
    expect((await admin.patch(path, { email: 'fremd@example.org' })).statusCode).toBe(200)
    expect(await mails()).toEqual([])
  })
})

describe.each(engines)('the own address of a customer on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  const names = { firstName: 'Kim', lastName: 'Lund', phone: '', website: '', notifications: true, newsletter: false }
  const whole = { ...names, address: { street: '', zip: '', city: '', country: 'DE' } }

  it.each([
    ['PATCH', {}],
    ['PUT', whole],
  ] as const)('is replaced by %s only after a fresh password', async (method, rest) => {
    const kim = await portal.client('customer')
    const path = `/api/backend/customer/${kim.user.customerId}/`
    const change = (email: string) => kim.send(method, path, { body: { ...rest, email } })
    const before = (await kim.get(path)).json().email
    portal.clock.advance(freshAuthenticationMinutes * minuteMs)
    expect((await change(before)).statusCode).toBe(200)
    expect((await change('fremd@example.org')).json().code).toBe('session.reauthentication_required')
    expect((await kim.get(path)).json().email).toBe(before)
    await kim.post('/api/auth/reauthentication/', { password: testPassword })
    expect((await change('fremd@example.org')).json().email).toBe('fremd@example.org')
  })
})
