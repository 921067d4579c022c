import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApplication, buildCollection, buildDevice, buildWebsite } from '#server/testing/build-services.ts'
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

  it('are found by name, description, address, host and customer, an address also by its beginning', async () => {
    const customer = await buildCustomer(portal.runtime, { company: 'Kellerei Größl' })
    const device = await create('device-services', {
      name: 'Übergabestation',
      description: 'steht im Heizkeller',
      customerId: customer.id,
      localIp: '172.29.41.7',
      externalIp: '2001:db8:77::5',
      macAddress: 'D0-42-7E-10-9B-E4',
      urls: ['https://www.steuerung-nord.example/login'],
    })
    const searches = [
      ...['uebergabe', 'ÜBERGABE', 'heizkell', 'groessl', 'GRÖSSL uberg', '172.29.41.7', '172.29.4', '172.29.'],
      ...['2001:db8:77', 'd0:42:7e', 'D0427E109BE4', 'd0-42-7e-10-9b-e4', 'steuerung-nord', 'steuerung-nord.example'],
    ]
    for (const search of searches) {
      const { results } = (await admin.get(list('services', `search=${encodeURIComponent(search)}`))).json()
      expect({ search, ids: results.map((row: { id: string }) => row.id) }).toEqual({ search, ids: [device.id] })
    }
    await admin.patch(url('services', device.id), { localIp: '172.30.0.1' })
    expect((await admin.get(list('services', 'search=172.29.41.7'))).json().count).toBe(0)
  })

  it('are filtered and sorted, and the count is over all pages', async () => {
    const own = await openTestApp(engine)
    const boss = await own.client('admin')
    const { runtime } = own
    const customer = await buildCustomer(runtime)
    const collection = await buildCollection(runtime, { customer_id: customer.id })
    const of = { customer_id: customer.id }
    await buildWebsite(runtime, { name: 'Ökohof', state: 'ok', ...of, collection_id: collection.id })
    await buildWebsite(runtime, { name: 'Oper', state: 'problem', ...of })
    await buildApplication(runtime, { name: 'Amt', state: 'ok', ...of })
    await buildDevice(runtime, { name: 'Zaun', collection_id: collection.id, ...of })
    await buildDevice(runtime, { name: 'Bach' })
    const names = async (kind: Kind, query: string) => {
      const { count, results } = (await boss.get(list(kind, query))).json()
      return [count, ...results.map((row: { name: string }) => row.name)]
    }
    expect(await names('services', '')).toEqual([5, 'Amt', 'Bach', 'Ökohof', 'Oper', 'Zaun'])
    expect(await names('services', 'ordering=-name&page_size=2&page=2')).toEqual([5, 'Ökohof', 'Bach'])
    expect(await names('services', 'ordering=createdAt')).toEqual([5, 'Ökohof', 'Oper', 'Amt', 'Zaun', 'Bach'])
    expect(await names('services', 'ordering=type')).toEqual([5, 'Amt', 'Bach', 'Zaun', 'Ökohof', 'Oper'])
    expect(await names('services', 'ordering=-type')).toEqual([5, 'Oper', 'Ökohof', 'Zaun', 'Bach', 'Amt'])
    expect(await names('services', 'ordering=state')).toEqual([5, 'Oper', 'Amt', 'Bach', 'Ökohof', 'Zaun'])
    expect(await names('services', 'ordering=-state')).toEqual([5, 'Zaun', 'Ökohof', 'Bach', 'Amt', 'Oper'])
    expect(await names('services', 'ordering=state&type=website_service')).toEqual([2, 'Oper', 'Ökohof'])
    expect(await names('services', 'ordering=state&state=ok')).toEqual([2, 'Amt', 'Ökohof'])
    expect(await names('services', `ordering=state&customer=${customer.id}&page_size=2&page=2`)).toEqual([
      4,
      'Ökohof',
      'Zaun',
    ])
    expect(await names('services', `ordering=-state&collection=${collection.id}`)).toEqual([2, 'Zaun', 'Ökohof'])
    expect(await names('services', 'type=website_service&page_size=1')).toEqual([2, 'Ökohof'])
    expect(await names('services', 'state=ok&page_size=1')).toEqual([2, 'Amt'])
    expect(await names('services', 'state=ok&type=website_service')).toEqual([1, 'Ökohof'])
    expect(await names('services', `customer=${customer.id}&page_size=1`)).toEqual([4, 'Amt'])
    expect(await names('services', `customer=${customer.id}&state=problem`)).toEqual([1, 'Oper'])
    expect(await names('services', `collection=${collection.id}&ordering=-createdAt`)).toEqual([2, 'Zaun', 'Ökohof'])
    expect(await names('services', 'page=9')).toEqual([5])
    expect(await names('website-services', 'state=problem')).toEqual([1, 'Oper'])
    expect(await names('device-services', 'page_size=1')).toEqual([2, 'Bach'])
    expect((await boss.get(list('device-services', 'type=device_service'))).statusCode).toBe(422)
    expect((await boss.get(list('device-services', 'ordering=type'))).statusCode).toBe(422)
    await own.close()
  })
})
