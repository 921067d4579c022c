import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '#server/testing/build.ts'
import { buildCollection, buildDevice } from '#server/testing/build-services.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { createService, type Kind, list, url } from '#server/testing/service-calls.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('services on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const create = (kind: Kind, body: object) => createService(admin, kind, body)
  const logIn = async (customerId: string) =>
    portal.loginAs(await buildUser(portal.runtime, { role: 'customer', customerId }))
  const errorsOf = (answer: { json(): { errors?: { field: string; code: string }[] } }) =>
    answer.json().errors?.map(({ field, code }) => `${field} ${code}`)

  it('are created with a name and a customer, and the rest has defaults', async () => {
    const customer = await buildCustomer(portal.runtime, { company: 'Hofgut' })
    const device = await create('device-services', { name: 'Fritzbox', customerId: customer.id })
    expect(device).toMatchObject({
      type: 'device_service',
      name: 'Fritzbox',
      description: '',
      customer: { id: customer.id, name: 'Hofgut' },
      collectionId: null,
      collection: null,
      state: null,
      localIp: '',
      externalIp: '',
      macAddress: '',
      urls: [],
      credentials: [],
      permissions: ['update', 'delete', 'addCredential'],
      revision: 1,
    })
    const urls = ['https://hofgut.example']
    const website = await create('website-services', { name: 'Hofladen', customerId: customer.id, urls })
    expect(website).toMatchObject({
      type: 'website_service',
      state: 'unknown',
      urls: ['https://hofgut.example/'],
      isWatched: true,
      lastCheck: null,
      failuresInRow: 0,
      downSince: null,
      certificateExpiresAt: null,
      isCertificateExpiring: false,
      permissions: ['update', 'delete', 'addCredential', 'checkNow'],
    })
    const application = await create('application-services', { name: 'Zähler', customerId: customer.id })
    expect(application).toMatchObject({
      type: 'application_service',
      state: 'unknown',
      version: '',
      lastAlive: null,
      periodMinutes: 60,
      isSilent: false,
      hasHeartbeatToken: false,
      permissions: ['update', 'delete', 'makeHeartbeatToken'],
    })
    expect(application).not.toHaveProperty('urls')
    expect(application).not.toHaveProperty('credentials')
  })

  it('of every kind are in one collection, and each has its own form in that of its kind', async () => {
    const customer = await buildCustomer(portal.runtime)
    const kinds = [
      ['device-services', await create('services', { type: 'device_service', name: 'A', customerId: customer.id })],
      [
        'website-services',
        await create('services', {
          type: 'website_service',
          name: 'B',
          customerId: customer.id,
          urls: ['http://b.example/'],
        }),
      ],
      [
        'application-services',
        await create('services', {
          type: 'application_service',
          name: 'C',
          customerId: customer.id,
          periodMinutes: 5,
        }),
      ],
    ] as const
    const { count, results } = (await admin.get(list('services', `customer=${customer.id}`))).json()
    expect({ count, names: results.map((row: { name: string }) => row.name) }).toEqual({
      count: 3,
      names: ['A', 'B', 'C'],
    })
    for (const [index, [kind, created]] of kinds.entries()) {
      expect(results[index]).toEqual(created)
      expect((await admin.get(url(kind, created.id))).json()).toEqual(created)
      expect((await admin.get(url('services', created.id))).json()).toEqual(created)
      expect((await admin.get(list(kind, `customer=${customer.id}`))).json()).toEqual({ count: 1, results: [created] })
      for (const [other] of kinds.filter(([name]) => name !== kind)) {
        expect((await admin.get(url(other, created.id))).statusCode).toBe(404)
        expect((await admin.patch(url(other, created.id), { name: 'X' })).statusCode).toBe(404)
        expect((await admin.delete(url(other, created.id))).statusCode).toBe(404)
      }
      const body = { name: `Neu ${index}` }
      expect((await admin.patch(url('services', created.id), body)).json()).toMatchObject({ ...body, revision: 2 })
      expect((await admin.delete(url('services', created.id))).statusCode).toBe(204)
      expect((await admin.get(url(kind, created.id))).statusCode).toBe(404)
    }
  })

  it('are read by their customer and changed only by admins', async () => {
    const device = await buildDevice(portal.runtime, { name: 'Router' })
    const kim = await logIn(device.customer_id)
    expect((await kim.get(url('services', device.id))).json()).toMatchObject({ name: 'Router', permissions: [] })
    expect((await kim.get(list('device-services'))).json().count).toBe(1)
    for (const kind of ['services', 'device-services'] as const) {
      expect((await kim.patch(url(kind, device.id), { name: 'Mein Router' })).statusCode).toBe(403)
      expect((await kim.delete(url(kind, device.id))).statusCode).toBe(403)
      expect((await kim.post(list(kind), { name: 'X' })).statusCode).toBe(403)
    }
  })

  it('are not overwritten by somebody who saw an older state', async () => {
    const { id } = await buildDevice(portal.runtime)
    const seen = { headers: { 'if-match': '"1"' } }
    expect((await admin.patch(url('services', id), { name: 'Neu' }, seen)).headers.etag).toBe('"2"')
    const stale = await admin.patch(url('device-services', id), { name: 'Später' }, seen)
    expect([stale.statusCode, stale.json().code]).toEqual([412, 'stale'])
    expect((await admin.delete(url('device-services', id), seen)).statusCode).toBe(412)
  })

  it('are in a collection of their own customer', async () => {
    const device = await buildDevice(portal.runtime)
    const own = await buildCollection(portal.runtime, { customer_id: device.customer_id, name: 'Keller' })
    const foreign = await buildCollection(portal.runtime)
    const path = url('device-services', device.id)
    expect(errorsOf(await admin.patch(path, { collectionId: foreign.id }))).toEqual(['collectionId reference.unknown'])
    expect((await admin.patch(path, { collectionId: own.id })).json()).toMatchObject({
      collectionId: own.id,
      collection: { id: own.id, name: 'Keller' },
    })
    const moved = await admin.patch(path, { customerId: foreign.customer_id })
    expect([moved.statusCode, moved.json().code]).toEqual([409, 'service.customer_fixed'])
    const both = await admin.patch(path, { customerId: foreign.customer_id, collectionId: foreign.id })
    expect(both.json()).toMatchObject({ customer: { id: foreign.customer_id }, collectionId: foreign.id })
    expect(errorsOf(await admin.patch(path, { customerId: device.id, collectionId: null }))).toEqual([
      'customerId reference.unknown',
    ])
  })

  it('leave a line in the audit log for every write, naming the fields', async () => {
    const { id: customerId } = await buildCustomer(portal.runtime)
    const { id } = await create('device-services', { name: 'Protokoll', customerId })
    await admin.patch(url('services', id), { localIp: '10.0.0.1', name: 'Protokoll' })
    await admin.patch(url('services', id), { localIp: '10.0.0.1' })
    await admin.delete(url('services', id))
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'details'])
      .where('subject_id', '=', id)
      .orderBy('seq')
      .execute()
    expect(lines.map(line => [line.action, line.details])).toEqual([
      ['service.created', ''],
      ['service.updated', 'localIp'],
      ['service.deleted', ''],
    ])
    const words = await portal.runtime.db
      .selectFrom('search_term')
      .select('term')
      .where('subject_id', '=', id)
      .execute()
    expect(words).toEqual([])
  })
})
