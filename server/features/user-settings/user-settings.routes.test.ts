import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { type OwnSettings, openOwnSettings, url } from '#server/testing/own-settings.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('the own settings on %s', engine => {
  let portal: TestApp
  let own: OwnSettings
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: 'https://portal.example.org' } })
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    own = await openOwnSettings(portal)
  })

  it("show the user's name, addresses and preferences", async () => {
    expect(await own.read()).toEqual({
      firstName: 'Kim',
      lastName: 'Lund',
      email: own.old,
      pendingEmail: null,
      customer: { id: own.kim.user.customerId, name: 'Kim Lund' },
      phone: '',
      website: '',
      address: { street: '', zip: '', city: '', country: 'DE' },
      contactEmail: own.old,
      contactEmailConfirmed: true,
      contactEmailPending: null,
      notifications: true,
      notificationsWhen: 'immediately',
      notificationsEmail: own.old,
      newsletter: false,
      newsletterEmail: '',
      newsletterSince: null,
      newsletterPending: null,
      permissions: ['update', 'updateCustomer'],
      revision: 2,
    })
  })

  it("are changed in parts, and the customer's names follow where they were equal", async () => {
    const changed = (await own.patch({ lastName: 'Größl', phone: '030 1234', notificationsWhen: 'daily' })).json()
    expect(changed).toMatchObject({
      lastName: 'Größl',
      phone: '030 1234',
      notificationsWhen: 'daily',
      customer: { name: 'Kim Größl' },
    })
    const customer = (await own.kim.get(`/api/backend/customer/${own.kim.user.customerId}/`)).json()
    expect(customer).toMatchObject({ lastName: 'Größl', phone: '030 1234', notificationsWhen: 'daily' })
    const other = await portal.loginAs(
      await buildUser(portal.runtime, { customerId: own.kim.user.customerId, firstName: 'Ada', lastName: 'Büro' }),
    )
    await own.patch({ lastName: 'Werk' }, other)
    expect((await own.read()).customer.name).toBe('Kim Größl')
  })

  it('are replaced only as a whole', async () => {
    const refused = await own.kim.put(url, { firstName: 'Nur' })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors.map((error: { field: string }) => error.field)).toEqual(
      expect.arrayContaining(['lastName', 'email', 'address', 'newsletter']),
    )
    const full = {
      firstName: 'Kim',
      lastName: 'Lund',
      email: own.old,
      phone: '',
      website: 'https://kim.example',
      address: { street: 'Weg 1', zip: '1010', city: 'Wien', country: 'AT' },
      contactEmail: 'buero@example.org',
      notifications: false,
      notificationsWhen: 'daily',
      newsletter: false,
    }
    expect((await own.kim.put(url, full)).json()).toMatchObject(full)
    // The address that gets no invoices any more is notified.
    expect(await own.kindsTo(own.old)).toEqual(['contact_email_changed'])
  })

  it.each([
    [{ phone: 'abc' }, 'phone', 'phone.invalid'],
    [{ website: 'javascript:alert(1)' }, 'website', 'url.invalid'],
    [{ email: 'keine' }, 'email', 'email.invalid'],
    [{ email: '', currentPassword: testPassword }, 'email', 'email.required'],
    [{ lastName: '' }, 'lastName', 'customer.name_required'],
    [{ address: { street: '', zip: 'abc', city: '', country: 'DE' } }, 'address.zip', 'zip.invalid'],
    [{ address: { street: '', zip: '1010', city: '', country: 'DE' } }, 'address.zip', 'zip.invalid'],
    [{ role: 'admin' }, 'role', 'unknown_field'],
    [{ revision: 1 }, 'revision', 'unknown_field'],
    [{ notificationsWhen: 'stündlich' }, 'notificationsWhen', 'choice.invalid'],
  ])('refuse %j', async (body, field, code) => {
    const before = await own.read()
    const answer = await own.patch(body)
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ field, code }] })
    expect(await own.read()).toEqual(before)
  })

  it('are not overwritten by somebody who saw an older state, of the user or of the customer', async () => {
    const seen = await own.kim.get(url)
    const headers = { 'if-match': String(seen.headers.etag) }
    await portal.runtime.db
      .updateTable('customer')
      .set(eb => ({ phone: '1234', revision: eb('revision', '+', 1) }))
      .where('id', '=', own.kim.user.customerId ?? '')
      .execute()
    const stale = await own.kim.patch(url, { firstName: 'Kimi' }, { headers })
    expect([stale.statusCode, stale.json().code]).toEqual([412, 'stale'])
  })

  it('do not exist in an impersonation, and without a customer have only names and address', async () => {
    const admin = await portal.client('admin')
    await admin.post('/api/auth/as-user/', { customerId: own.kim.user.customerId })
    expect((await admin.get(url)).statusCode).toBe(404)
    expect((await admin.patch(url, { firstName: 'X' })).json().code).toBe('as_user.read_only')
    const bare = await portal.loginAs(await buildUser(portal.runtime, { role: 'admin', customerId: null }))
    expect(await own.read(bare)).toMatchObject({ customer: null, permissions: ['update'] })
    expect((await own.patch({ phone: '1234' }, bare)).json().errors).toMatchObject([
      { field: 'phone', code: 'unknown_field' },
    ])
    expect((await own.patch({ firstName: 'Anna' }, bare)).json().firstName).toBe('Anna')
  })
})
