import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '#server/testing/build.ts'
import { buildApplication, buildCollection, buildDevice, buildWebsite } from '#server/testing/build-services.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const collections = '/api/backend/service-collections/'
const url = (id: string) => `${collections}${id}/`

describe.each(engines)('collections of services on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const errorsOf = (answer: { json(): { errors?: { field: string; code: string }[] } }) =>
    answer.json().errors?.map(({ field, code }) => `${field} ${code}`)
  const idsOf = (collection: { services: { id: string }[] }) => collection.services.map(({ id }) => id)

  it('hold services of their customer, shown by name with their state', async () => {
    const customer = await buildCustomer(portal.runtime, { company: 'Hofgut' })
    const of = { customer_id: customer.id }
    const website = await buildWebsite(portal.runtime, { name: 'Web', state: 'problem', ...of })
    const device = await buildDevice(portal.runtime, { name: 'Router', ...of })
    const application = await buildApplication(portal.runtime, { name: 'App', ...of })
    const answer = await admin.post(collections, {
      name: 'Hofladen',
      customerId: customer.id,
      serviceIds: [website.id, device.id, application.id, device.id],
    })
    expect([answer.statusCode, answer.headers.location]).toEqual([201, url(answer.json().id)])
    expect(answer.json()).toMatchObject({
      name: 'Hofladen',
      description: '',
      customer: { id: customer.id, name: 'Hofgut' },
      services: [
        { id: application.id, type: 'application_service', name: 'App', state: 'unknown' },
        { id: device.id, type: 'device_service', name: 'Router', state: null },
        { id: website.id, type: 'website_service', name: 'Web', state: 'problem' },
      ],
      permissions: ['update', 'delete'],
      revision: 1,
    })
    expect((await admin.get(`/api/backend/services/${device.id}/`)).json()).toMatchObject({
      collection: { id: answer.json().id, name: 'Hofladen' },
      revision: 2,
    })
  })

  it('take services from another collection, and release those not listed', async () => {
    const one = await buildDevice(portal.runtime, { name: 'A' })
    const of = { customer_id: one.customer_id }
    const two = await buildDevice(portal.runtime, { name: 'B', ...of })
    const left = await buildCollection(portal.runtime, of)
    const right = await buildCollection(portal.runtime, of)
    await admin.patch(url(left.id), { serviceIds: [one.id, two.id] })
    expect(idsOf((await admin.patch(url(right.id), { serviceIds: [two.id] })).json())).toEqual([two.id])
    expect(idsOf((await admin.get(url(left.id))).json())).toEqual([one.id])
    expect((await admin.patch(url(left.id), { serviceIds: [] })).json().services).toEqual([])
    expect((await admin.get(`/api/backend/services/${one.id}/`)).json()).toMatchObject({
      collectionId: null,
      revision: 3,
    })
  })

  it('contain no services of another customer, and no unknown ones', async () => {
    const collection = await buildCollection(portal.runtime)
    const foreign = await buildDevice(portal.runtime)
    for (const id of [foreign.id, collection.id]) {
      const answer = await admin.patch(url(collection.id), { serviceIds: [id] })
      expect([answer.statusCode, errorsOf(answer)]).toEqual([422, ['serviceIds reference.unknown']])
    }
    const unknown = await admin.post(collections, { name: 'X', customerId: foreign.id })
    expect(errorsOf(unknown)).toEqual(['customerId reference.unknown'])
  })

  it('move to another customer only empty', async () => {
    const device = await buildDevice(portal.runtime)
    const collection = await buildCollection(portal.runtime, { customer_id: device.customer_id })
    await admin.patch(url(collection.id), { serviceIds: [device.id] })
    const other = await buildDevice(portal.runtime)
    const refused = await admin.patch(url(collection.id), { customerId: other.customer_id })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'service_collection.customer_fixed'])
    const moved = await admin.patch(url(collection.id), { customerId: other.customer_id, serviceIds: [other.id] })
    expect(moved.json()).toMatchObject({ customer: { id: other.customer_id }, services: [{ id: other.id }] })
    expect((await admin.get(`/api/backend/services/${device.id}/`)).json().collectionId).toBeNull()
  })

  it('have a maximum size', async () => {
    const first = await buildDevice(portal.runtime)
    const of = { customer_id: first.customer_id }
    const collection = await buildCollection(portal.runtime, of)
    const ids = [first.id]
    while (ids.length < 100) ids.push((await buildDevice(portal.runtime, of)).id)
    expect((await admin.patch(url(collection.id), { serviceIds: ids })).statusCode).toBe(200)
    const late = await buildDevice(portal.runtime, of)
    const refused = await admin.patch(`/api/backend/services/${late.id}/`, { collectionId: collection.id })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'service_collection.full'])
    expect(errorsOf(await admin.patch(url(collection.id), { serviceIds: [...ids, late.id] }))).toEqual([
      'serviceIds collection.full',
    ])
    expect((await admin.patch(`/api/backend/services/${first.id}/`, { name: 'Bleibt' })).statusCode).toBe(200)
  })

  it('are replaced only with the full body, and not over a concurrent change', async () => {
    const { id, customer_id: customerId } = await buildCollection(portal.runtime)
    expect(errorsOf(await admin.put(url(id), { name: 'Neu' }))?.sort()).toEqual([
      'customerId required',
      'description required',
      'serviceIds required',
    ])
    const full = { name: 'Neu', description: 'Text', customerId, serviceIds: [] }
    const seen = { headers: { 'if-match': '"1"' } }
    expect((await admin.put(url(id), full, seen)).json()).toMatchObject({ name: 'Neu', revision: 2 })
    expect((await admin.put(url(id), { ...full, name: 'Alt' }, seen)).statusCode).toBe(412)
    expect((await admin.delete(url(id), seen)).statusCode).toBe(412)
  })

  it('are deleted without their services', async () => {
    const device = await buildDevice(portal.runtime)
    const { id } = await buildCollection(portal.runtime, { customer_id: device.customer_id })
    await admin.patch(url(id), { serviceIds: [device.id] })
    expect((await admin.delete(url(id))).statusCode).toBe(204)
    expect((await admin.get(url(id))).statusCode).toBe(404)
    expect((await admin.get(`/api/backend/services/${device.id}/`)).json()).toMatchObject({
      collection: null,
      revision: 3,
    })
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select('action')
      .where('subject_id', '=', id)
      .execute()
    expect(lines.map(line => line.action)).toEqual(['service_collection.updated', 'service_collection.deleted'])
  })

  it('are listed, searched and sorted, and read by their customer only', async () => {
    const own = await openTestApp(engine)
    const boss = await own.client('admin')
    const customer = await buildCustomer(own.runtime)
    const of = { customer_id: customer.id }
    const device = await buildDevice(own.runtime, of)
    await buildCollection(own.runtime, { name: 'Ökohof', ...of })
    await buildCollection(own.runtime, { name: 'Zentrale', description: 'Größl', ...of })
    const other = await buildCollection(own.runtime, { name: 'Amt' })
    const names = async (client: LoggedInClient, query: string) => {
      const { count, results } = (await client.get(`${collections}?${query}`)).json()
      return [count, ...results.map((row: { name: string }) => row.name)]
    }
    expect(await names(boss, '')).toEqual([3, 'Amt', 'Ökohof', 'Zentrale'])
    expect(await names(boss, 'page_size=1&page=2')).toEqual([3, 'Ökohof'])
    expect(await names(boss, 'ordering=-createdAt')).toEqual([3, 'Amt', 'Zentrale', 'Ökohof'])
    expect(await names(boss, `customer=${customer.id}&page_size=1`)).toEqual([2, 'Ökohof'])
    expect(await names(boss, 'search=GROSSL')).toEqual([1, 'Zentrale'])
    const kim = await own.loginAs(await buildUser(own.runtime, { role: 'customer', customerId: device.customer_id }))
    expect(await names(kim, 'ordering=-name')).toEqual([2, 'Zentrale', 'Ökohof'])
    expect(await names(kim, `customer=${other.customer_id}`)).toEqual([0])
    expect((await kim.get(url(other.id))).statusCode).toBe(404)
    expect((await kim.get(collections)).json().results[0].permissions).toEqual([])
    expect((await kim.post(collections, { name: 'X', customerId: customer.id })).statusCode).toBe(403)
    await own.close()
  })
})
