import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '#server/clock.ts'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { tokenFromMail } from '#server/testing/links.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { confirmationJobs } from './confirmation/jobs.ts'

const url = '/api/backend/user-settings/'
const confirmation = `${url}confirmation/`

describe.each(engines)('the own settings on %s', engine => {
  let portal: TestApp
  let kim: LoggedInClient
  let old: string
  let fresh: string
  let count = 0
  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { PUBLIC_URL: 'https://portal.example.org' } })
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    count += 1
    old = `kim${count}@example.org`
    fresh = `neu${count}@example.org`
    await portal.services.db.deleteFrom('throttle').execute()
    const customer = await buildCustomer(portal.services, {
      first_name: 'Kim',
      last_name: 'Lund',
      email: old,
      is_notified: 1,
    })
    const parts = { customerId: customer.id, email: old, firstName: 'Kim', lastName: 'Lund', username: `kim-${count}` }
    kim = await portal.loginAs(await buildUser(portal.services, parts))
  })

  const read = async (client = kim) => (await client.get(url)).json()
  const patch = (body: object, client = kim) => client.patch(url, body)
  const confirm = (token: string | undefined) => portal.visitor().post(confirmation, { token })
  const mailsTo = async (recipient: string) =>
    portal.services.db.selectFrom('outbox_mail').selectAll().where('recipient', '=', recipient).orderBy('id').execute()
  const kindsTo = async (recipient: string) => (await mailsTo(recipient)).map(({ kind }) => kind)
  const actionsOf = async (id: string) =>
    (
      await portal.services.db
        .selectFrom('audit_entry')
        .select('action')
        .where('subject_id', '=', id)
        .orderBy('seq')
        .execute()
    ).map(({ action }) => action)
  const expire = () => confirmationJobs[0]?.run(portal.services, null)

  it('show who one is, where one is reached and what one wants', async () => {
    expect(await read()).toEqual({
      firstName: 'Kim',
      lastName: 'Lund',
      email: old,
      pendingEmail: null,
      customer: { id: kim.user.customerId, name: 'Kim Lund' },
      phone: '',
      website: '',
      address: { street: '', zip: '', city: '', country: 'DE' },
      contactEmail: old,
      notifications: true,
      notificationsWhen: 'immediately',
      notificationsEmail: old,
      newsletter: false,
      newsletterEmail: '',
      newsletterSince: null,
      newsletterPending: null,
      permissions: ['update', 'updateCustomer'],
      revision: 2,
    })
  })

  it('are changed in parts, and the names on the customer follow where they were the same', async () => {
    const changed = (await patch({ lastName: 'Größl', phone: '030 1234', notificationsWhen: 'daily' })).json()
    expect(changed).toMatchObject({
      lastName: 'Größl',
      phone: '030 1234',
      notificationsWhen: 'daily',
      customer: { name: 'Kim Größl' },
    })
    const customer = (await kim.get(`/api/backend/customer/${kim.user.customerId}/`)).json()
    expect(customer).toMatchObject({ lastName: 'Größl', phone: '030 1234', notificationsWhen: 'daily' })
    const other = await portal.loginAs(
      await buildUser(portal.services, { customerId: kim.user.customerId, firstName: 'Ada', lastName: 'Büro' }),
    )
    await patch({ lastName: 'Werk' }, other)
    expect((await read()).customer.name).toBe('Kim Größl')
  })

  it('are replaced only as a whole', async () => {
    const refused = await kim.put(url, { firstName: 'Nur' })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors.map((error: { field: string }) => error.field)).toEqual(
      expect.arrayContaining(['lastName', 'email', 'address', 'newsletter']),
    )
    const full = {
      firstName: 'Kim',
      lastName: 'Lund',
      email: old,
      phone: '',
      website: 'https://kim.example',
      address: { street: 'Weg 1', zip: '10115', city: 'Berlin', country: 'DE' },
      contactEmail: 'buero@example.org',
      notifications: false,
      notificationsWhen: 'daily',
      newsletter: false,
    }
    expect((await kim.put(url, full)).json()).toMatchObject(full)
    // The address that gets no invoices any more is told so.
    expect(await kindsTo(old)).toEqual(['contact_email_changed'])
  })

  it.each([
    [{ phone: 'abc' }, 'phone', 'phone.invalid'],
    [{ website: 'javascript:alert(1)' }, 'website', 'url.invalid'],
    [{ email: 'keine' }, 'email', 'email.invalid'],
    [{ email: '', currentPassword: testPassword }, 'email', 'email.required'],
    [{ lastName: '' }, 'lastName', 'customer.name_required'],
    [{ role: 'admin' }, 'role', 'unknown_field'],
    [{ revision: 1 }, 'revision', 'unknown_field'],
    [{ notificationsWhen: 'stündlich' }, 'notificationsWhen', 'choice.invalid'],
  ])('refuse %j', async (body, field, code) => {
    const before = await read()
    const answer = await patch(body)
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ field, code }] })
    expect(await read()).toEqual(before)
  })

  it('are not overwritten by somebody who saw an older state, of the user or of the customer', async () => {
    const seen = await kim.get(url)
    const headers = { 'if-match': String(seen.headers.etag) }
    await portal.services.db
      .updateTable('customer')
      .set(eb => ({ phone: '1234', revision: eb('revision', '+', 1) }))
      .where('id', '=', kim.user.customerId ?? '')
      .execute()
    const stale = await kim.patch(url, { firstName: 'Kimi' }, { headers })
    expect([stale.statusCode, stale.json().code]).toEqual([412, 'stale'])
  })

  it('are nobody’s in the view as a customer, and without a customer have only names and address', async () => {
    const admin = await portal.client('admin')
    await admin.post('/api/auth/as-user/', { customerId: kim.user.customerId })
    expect((await admin.get(url)).statusCode).toBe(404)
    expect((await admin.patch(url, { firstName: 'X' })).json().code).toBe('as_user.read_only')
    const bare = await portal.loginAs(await buildUser(portal.services, { role: 'admin', customerId: null }))
    expect(await read(bare)).toMatchObject({ customer: null, permissions: ['update'] })
    expect((await patch({ phone: '1234' }, bare)).json().errors).toMatchObject([
      { field: 'phone', code: 'unknown_field' },
    ])
    expect((await patch({ firstName: 'Anna' }, bare)).json().firstName).toBe('Anna')
  })

  describe('with another e-mail address', () => {
    const ask = (email = fresh, currentPassword: string | undefined = testPassword) => patch({ email, currentPassword })
    const tokenTo = (recipient: string, kind = 'email_confirmation') => tokenFromMail(portal.services, kind, recipient)

    it('ask for the password', async () => {
      for (const [password, code] of [
        [undefined, 'password.required'],
        ['falsch', 'password.wrong'],
      ] as const) {
        const answer = await patch({ email: fresh, currentPassword: password })
        expect(answer.json()).toMatchObject({ status: 422, errors: [{ field: 'currentPassword', code }] })
      }
      expect(await mailsTo(fresh)).toEqual([])
      expect((await patch({ email: old.toUpperCase(), firstName: 'K' })).statusCode).toBe(200)
    })

    it('keep the old one until the new one is confirmed, once', async () => {
      expect((await ask()).json()).toMatchObject({
        email: old,
        pendingEmail: { email: fresh, expiresAt: new Date(portal.clock.now().getTime() + 24 * hourMs).toISOString() },
      })
      const token = await tokenTo(fresh)
      const link = await portal.visitor().post(`${url}confirmation-link/`, { token })
      expect(link.json()).toMatchObject({ kind: 'email_change', email: fresh })
      const answers = await Promise.all([confirm(token), confirm(token), confirm(token)])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409, 409])
      // The customer's address and where notifications go were the same, and stay the same.
      expect(await read()).toMatchObject({
        email: fresh,
        pendingEmail: null,
        contactEmail: fresh,
        notificationsEmail: fresh,
      })
      expect(await kindsTo(old)).toEqual(['email_changed', 'email_changed'])
      expect((await mailsTo(old)).some(({ text }) => text.includes(fresh))).toBe(false)
      expect(await actionsOf(kim.user.id)).toEqual(['user.email_change_asked', 'user.email_changed'])
    })

    it('forget a wish that is taken back, replaced or too late', async () => {
      await ask()
      const taken = await tokenTo(fresh)
      expect((await kim.delete(`${url}email-change/`)).json().pendingEmail).toBeNull()
      await ask()
      const replaced = await tokenTo(fresh)
      await ask(`anders-${fresh}`)
      const late = await tokenTo(`anders-${fresh}`)
      portal.clock.advance(24 * hourMs)
      await expire()
      kim = await portal.loginAs(kim.user)
      for (const token of [taken, replaced, late]) {
        expect((await confirm(token)).json()).toMatchObject({ status: 409, code: 'account.token_invalid' })
      }
      expect((await read()).email).toBe(old)
      expect(JSON.stringify(await mailsTo(fresh))).not.toContain(replaced)
    })

    it('let the old address stop it, before and after, and lock out whoever knew the password', async () => {
      for (const isConfirmed of [false, true]) {
        const thief = await portal.loginAs(kim.user)
        await patch({ email: fresh, currentPassword: testPassword }, thief)
        const stop = await tokenTo(old, 'email_changed')
        if (isConfirmed) {
          await confirm(await tokenTo(fresh))
          await patch({ email: `zwei-${fresh}`, currentPassword: testPassword }, thief)
          await confirm(await tokenTo(`zwei-${fresh}`))
          expect((await read(thief)).email).toBe(`zwei-${fresh}`)
        } else await thief.delete(`${url}email-change/`)

        const link = await portal.visitor().post(`${url}confirmation-link/`, { token: stop })
        expect(link.json()).toMatchObject({ kind: 'email_change_stop', email: old })
        expect((await confirm(stop)).statusCode).toBe(204)
        expect((await confirm(stop)).statusCode).toBe(409)
        expect((await thief.get(url)).statusCode).toBe(401)
        const login = await portal
          .visitor()
          .post('/api/auth/login/', { username: kim.user.username, password: testPassword })
        expect(login.statusCode).toBe(401)
        const token = await tokenFromMail(portal.services, 'password_reset', old)
        await portal.visitor().post('/api/auth/password-set/', { token, password: testPassword })
        kim = await portal.loginAs(kim.user)
        expect(await read()).toMatchObject({ email: old, contactEmail: old, pendingEmail: null })
      }
    })

    it('are not stopped by a made-up link, nor after three days', async () => {
      await ask()
      const stop = (await tokenTo(old, 'email_changed')) ?? ''
      const { id } = await portal.services.db
        .selectFrom('email_change')
        .select('id')
        .where('user_id', '=', kim.user.id)
        .executeTakeFirstOrThrow()
      expect(stop.startsWith(id)).toBe(true)
      expect((await confirm(`${stop.slice(0, -1)}${stop.endsWith('A') ? 'B' : 'A'}`)).statusCode).toBe(409)
      portal.clock.advance(72 * hourMs)
      expect((await confirm(stop)).statusCode).toBe(409)
    })

    it('do not become a way to mail strangers', async () => {
      const statuses: number[] = []
      for (let at = 0; at < 8; at += 1) statuses.push((await ask(`fremd${at}@example.org`)).statusCode)
      expect(statuses.filter(status => status === 429).length).toBeGreaterThan(0)
    })
  })

  describe('with the newsletter', () => {
    const consents = () =>
      portal.services.db
        .selectFrom('newsletter_consent')
        .selectAll()
        .where('customer_id', '=', kim.user.customerId ?? '')
        .orderBy('id')
        .execute()
    const token = () => tokenFromMail(portal.services, 'newsletter_confirmation', old)

    it('begin it only with the link, and keep who agreed to what, when and from where', async () => {
      expect((await patch({ newsletter: true })).json()).toMatchObject({
        newsletter: false,
        newsletterPending: { email: old },
      })
      const link = await token()
      portal.clock.advance(5 * minuteMs)
      expect((await confirm(link)).statusCode).toBe(204)
      expect((await confirm(link)).statusCode).toBe(409)
      const now = portal.clock.now().toISOString()
      expect(await read()).toMatchObject({
        newsletter: true,
        newsletterEmail: old,
        newsletterSince: now,
        newsletterPending: null,
      })
      expect(await consents()).toMatchObject([
        { email: old, user_id: kim.user.id, confirmed_at: now, asked_from: '127.0.0.1', confirmed_from: '127.0.0.1' },
      ])
      expect((await consents())[0]?.wording).toContain('Ich möchte den Newsletter')
      const customer = (await kim.get(`/api/backend/customer/${kim.user.customerId}/`)).json()
      expect(customer.newsletter).toBe(true)
    })

    it('end it at once, and a link that waits with it', async () => {
      await patch({ newsletter: true })
      const first = await token()
      await patch({ newsletter: true })
      const second = await token()
      expect(first).not.toBe(second)
      expect((await confirm(first)).statusCode).toBe(409)
      expect((await patch({ newsletter: false })).json()).toMatchObject({ newsletter: false, newsletterPending: null })
      expect((await confirm(second)).statusCode).toBe(409)
      await patch({ newsletter: true })
      await confirm(await token())
      expect((await patch({ newsletter: false })).json()).toMatchObject({ newsletter: false, newsletterEmail: '' })
      expect((await consents()).map(({ state, end_reason }) => [state, end_reason])).toEqual([
        ['ended', 'replaced'],
        ['ended', 'switched_off'],
        ['ended', 'switched_off'],
      ])
    })

    it('do not become a way to mail somebody again and again', async () => {
      for (let asked = 0; asked < 5; asked += 1) expect((await patch({ newsletter: true })).statusCode).toBe(200)
      const before = await kindsTo(old)
      const answer = await patch({ newsletter: true })
      expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([429, 'throttled', '3600'])
      expect(await kindsTo(old)).toEqual(before)
      // The link that was mailed last still works.
      await confirm(await token())
      expect(await read()).toMatchObject({ newsletter: true })
      await patch({ newsletter: false })
      portal.clock.advance(hourMs)
      kim = await portal.loginAs(kim.user)
      expect((await patch({ newsletter: true })).json()).toMatchObject({ newsletterPending: { email: old } })
    })

    it('forget a link nobody used for a day', async () => {
      await patch({ newsletter: true })
      const late = await token()
      portal.clock.advance(24 * hourMs)
      kim = await portal.loginAs(kim.user)
      expect((await read()).newsletterPending).toBeNull()
      expect((await confirm(late)).statusCode).toBe(409)
      await expire()
      expect(await consents()).toMatchObject([{ state: 'ended', end_reason: 'expired' }])
    })

    it('move with the address it goes to', async () => {
      await patch({ newsletter: true })
      await confirm(await token())
      await patch({ email: fresh, currentPassword: testPassword })
      await confirm(await tokenFromMail(portal.services, 'email_confirmation', fresh))
      expect(await read()).toMatchObject({ newsletter: true, newsletterEmail: fresh })
    })
  })
})
