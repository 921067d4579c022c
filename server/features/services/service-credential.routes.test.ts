import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '#server/testing/build.ts'
import { buildApplication, buildCredential, buildDevice, buildWebsite } from '#server/testing/build-services.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const credentials = '/api/backend/credentials/'
const url = (id: string) => `${credentials}${id}/`

describe.each(engines)('credentials of services on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const errorsOf = (answer: { json(): { errors?: { field: string; code: string }[] } }) =>
    answer.json().errors?.map(({ field, code }) => `${field} ${code}`)

  it('are listed at their device or website, in the order they were added', async () => {
    const device = await buildDevice(portal.runtime)
    const first = await admin.post(credentials, { serviceId: device.id, label: 'Oberfläche', username: 'admin' })
    expect([first.statusCode, first.headers.location]).toEqual([201, url(first.json().id)])
    expect(first.json()).toMatchObject({
      serviceId: device.id,
      label: 'Oberfläche',
      username: 'admin',
      hasPassword: false,
      permissions: ['update', 'setPassword', 'delete'],
      revision: 1,
    })
    const second = (await admin.post(credentials, { serviceId: device.id, label: 'SSH' })).json()
    const shown = [
      { id: first.json().id, label: 'Oberfläche', username: 'admin', hasPassword: false, isShared: true },
      { id: second.id, label: 'SSH', username: '', hasPassword: false, isShared: true },
    ]
    for (const path of [`/api/backend/services/${device.id}/`, `/api/backend/device-services/${device.id}/`]) {
      expect((await admin.get(path)).json().credentials).toEqual(shown)
    }
    const { count, results } = (await admin.get(`${credentials}?service=${device.id}`)).json()
    expect([count, results.map((row: { id: string }) => row.id)]).toEqual([2, shown.map(row => row.id)])
    const website = await buildWebsite(portal.runtime)
    expect((await admin.post(credentials, { serviceId: website.id, label: 'CMS' })).statusCode).toBe(201)
  })

  it.each([
    ['/api/backend/device-services/', {}],
    ['/api/backend/website-services/', { urls: ['https://eins.example'] }],
    ['/api/backend/services/', { type: 'device_service' }],
  ])('are stored in the step that creates the service at %s, or neither is', async (path, fields) => {
    const { id: customerId } = await buildCustomer(portal.runtime)
    const body = { name: 'FRITZ!Box', customerId, ...fields }
    const credential = { label: 'Oberfläche', username: 'admin', password: 'Zimtstern-Feder-3' }
    const answer = await admin.post(path, { ...body, credential })
    expect(answer.statusCode).toBe(201)
    expect(answer.body).not.toContain(credential.password)
    const [kept] = answer.json().credentials
    expect(kept).toMatchObject({ label: 'Oberfläche', username: 'admin', hasPassword: true, isShared: true })
    expect((await admin.post(`${url(kept.id)}reveal/`)).json()).toEqual({ password: credential.password })

    const before = (await admin.get(`/api/backend/services/?customer=${customerId}`)).json().count
    const refused = await admin.post(path, { ...body, credential: { ...credential, label: '' } })
    expect([refused.statusCode, errorsOf(refused)]).toEqual([422, ['credential.label required']])
    expect((await admin.get(`/api/backend/services/?customer=${customerId}`)).json().count).toBe(before)
  })

  it('do not exist for an application', async () => {
    const { id: customerId } = await buildCustomer(portal.runtime)
    const body = { type: 'application_service', name: 'Agent', customerId, credential: { label: 'Oberfläche' } }
    const answer = await admin.post('/api/backend/services/', body)
    expect([answer.statusCode, errorsOf(answer)]).toEqual([422, ['credential unknown_field']])
  })

  it('take no password with their other fields', async () => {
    const { id } = await buildCredential(portal.runtime)
    const answer = await admin.patch(url(id), { password: 'geheim' })
    expect([answer.statusCode, errorsOf(answer)]).toEqual([422, ['password unknown_field']])
    expect(errorsOf(await admin.patch(url(id), { hasPassword: true }))).toEqual(['hasPassword unknown_field'])
  })

  it('belong to services with a login', async () => {
    const application = await buildApplication(portal.runtime)
    for (const serviceId of [application.id, application.customer_id]) {
      const answer = await admin.post(credentials, { serviceId, label: 'X' })
      expect([answer.statusCode, errorsOf(answer)]).toEqual([422, ['serviceId reference.unknown']])
    }
    const { id } = await buildCredential(portal.runtime)
    expect(errorsOf(await admin.patch(url(id), { serviceId: application.id }))).toEqual(['serviceId unknown_field'])
  })

  it('are changed, replaced with the full body, and deleted, each with its line in the audit log', async () => {
    const { id } = await buildCredential(portal.runtime, { label: 'Alt', username: 'root' })
    expect(errorsOf(await admin.put(url(id), { label: 'Neu' }))).toEqual(['username required', 'isShared required'])
    const seen = { headers: { 'if-match': '"1"' } }
    const full = { label: 'Neu', username: '', isShared: true }
    expect((await admin.put(url(id), full, seen)).json()).toMatchObject({ ...full, revision: 2 })
    expect((await admin.patch(url(id), { label: 'Neuer' }, seen)).statusCode).toBe(412)
    expect((await admin.patch(url(id), { label: 'Neu' })).json().revision).toBe(2)
    expect((await admin.delete(url(id))).statusCode).toBe(204)
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'details'])
      .where('subject_id', '=', id)
      .orderBy('seq')
      .execute()
    expect(lines.map(line => [line.action, line.details])).toEqual([
      ['service_credential.updated', 'label, username'],
      ['service_credential.deleted', ''],
    ])
  })

  it('are at most fifty of one service', async () => {
    const { id: service_id } = await buildDevice(portal.runtime)
    for (let count = 0; count < 50; count += 1) await buildCredential(portal.runtime, { service_id })
    const answer = await admin.post(credentials, { serviceId: service_id, label: 'Zu viel' })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'service.too_many_credentials'])
  })

  it('follow their service: to another customer, and into deletion', async () => {
    const credential = await buildCredential(portal.runtime)
    const path = `/api/backend/device-services/${credential.service_id}/`
    const other = await buildCustomer(portal.runtime)
    const before = await portal.loginAs(
      await buildUser(portal.runtime, { role: 'customer', customerId: credential.customer_id }),
    )
    const after = await portal.loginAs(await buildUser(portal.runtime, { role: 'customer', customerId: other.id }))
    expect((await before.get(url(credential.id))).json().permissions).toEqual([])
    await admin.patch(path, { customerId: other.id })
    expect((await before.get(url(credential.id))).statusCode).toBe(404)
    expect((await before.get(`${credentials}?service=${credential.service_id}`)).json().count).toBe(0)
    expect((await after.get(credentials)).json().results.map((row: { id: string }) => row.id)).toEqual([credential.id])
    await admin.delete(path)
    expect((await admin.get(url(credential.id))).statusCode).toBe(404)
  })
})
