import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '#server/testing/build.ts'
import { buildApplication, buildCollection, buildDevice, buildWebsite } from '#server/testing/build-services.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const base = '/api/backend'
type Kind = 'services' | 'device-services' | 'website-services' | 'application-services'
const list = (kind: Kind, query = '') => `${base}/${kind}/${query === '' ? '' : `?${query}`}`
const url = (kind: Kind, id: string) => `${base}/${kind}/${id}/`

describe.each(engines)('services on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const create = async (kind: Kind, body: object) => {
    const answer = await admin.post(list(kind), body)
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.headers.location).toBe(url(kind, answer.json().id))
    return answer.json()
  }
  const logIn = async (customerId: string) =>
    portal.loginAs(await buildUser(portal.services, { role: 'customer', customerId }))
  const errorsOf = (answer: { json(): { errors?: { field: string; code: string }[] } }) =>
    answer.json().errors?.map(({ field, code }) => `${field} ${code}`)

  it('are created with a name and a customer, and the rest has defaults', async () => {
    const customer = await buildCustomer(portal.services, { company: 'Hofgut' })
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

  it('of every kind are one collection, in which each is what it is in its own', async () => {
    const customer = await buildCustomer(portal.services)
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

  it('take the fields of their kind and no others', async () => {
    const { id: customerId } = await buildCustomer(portal.services)
    const wrong = await admin.post(list('services'), {
      type: 'application_service',
      name: 'A',
      customerId,
      localIp: '10.0.0.1',
    })
    expect([wrong.statusCode, errorsOf(wrong)]).toEqual([422, ['localIp unknown_field']])
    const { id } = await buildDevice(portal.services, { customer_id: customerId })
    expect(errorsOf(await admin.patch(url('services', id), { periodMinutes: 5 }))).toEqual([
      'periodMinutes unknown_field',
    ])
    expect(errorsOf(await admin.patch(url('services', id), { type: 'website_service' }))).toEqual([
      'type choice.invalid',
    ])
    expect(errorsOf(await admin.patch(url('device-services', id), { type: 'device_service' }))).toEqual([
      'type unknown_field',
    ])
    expect(errorsOf(await admin.patch(url('device-services', id), { state: 'ok', credentials: [] }))).toEqual([
      'state unknown_field',
      'credentials unknown_field',
    ])
    const website = await admin.post(list('services'), { type: 'website_service', name: 'W', customerId })
    expect(errorsOf(website)).toEqual(['urls urls.required'])
  })

  it('are replaced only with the full body of their kind', async () => {
    const { id, customer_id: customerId } = await buildDevice(portal.services)
    for (const kind of ['device-services', 'services'] as const) {
      const missing = await admin.put(url(kind, id), { name: 'Neu' })
      expect([missing.statusCode, errorsOf(missing)?.sort()]).toEqual([
        422,
        [
          'collectionId required',
          'customerId required',
          'description required',
          'externalIp required',
          'localIp required',
          'macAddress required',
          'urls required',
        ],
      ])
    }
    const full = {
      name: 'Neu',
      description: 'Im Keller',
      customerId,
      collectionId: null,
      localIp: '192.168.178.20',
      externalIp: '2001:db8::1',
      macAddress: '3c:a6:2f:10:9b:e4',
      urls: ['http://192.168.178.20/'],
    }
    const { customerId: _, ...shown } = full
    expect((await admin.put(url('device-services', id), full)).json()).toMatchObject({ ...shown, revision: 2 })
    expect((await admin.put(url('services', id), { ...full, type: 'device_service' })).json().revision).toBe(2)
  })

  it.each([
    ['192.168.178.20', '192.168.178.20'],
    [' 2001:DB8:0:0::1 ', '2001:db8::1'],
    ['', ''],
  ])('keep the address %j as %j', async (sent, kept) => {
    const { id } = await buildDevice(portal.services)
    expect((await admin.patch(url('device-services', id), { localIp: sent })).json().localIp).toBe(kept)
  })

  it.each([
    ['localIp', '192.168.178.256', 'localIp ip.invalid'],
    ['externalIp', '0x7f.1', 'externalIp ip.invalid'],
    ['externalIp', 'fe80::1%eth0', 'externalIp ip.invalid'],
    ['macAddress', 'aa:bb:cc:dd:ee', 'macAddress mac.invalid'],
    ['urls', ['javascript:alert(1)'], 'urls.0 url.invalid'],
    ['urls', ['https://admin:geheim@router.example/'], 'urls.0 url.user'],
    ['urls', ['ftp://router.example/'], 'urls.0 url.invalid'],
    ['urls', Array.from({ length: 21 }, () => 'https://a.example/'), 'urls urls.too_many'],
  ])('refuse %s %j', async (field, value, error) => {
    const { id } = await buildDevice(portal.services)
    const answer = await admin.patch(url('device-services', id), { [field]: value })
    expect([answer.statusCode, errorsOf(answer)]).toEqual([422, [error]])
  })

  it.each(['AA-BB-CC-00-EE-0F', 'aabb.cc00.ee0f', 'aabbcc00ee0f', 'aa:bb:cc:00:ee:0f'])(
    'keep the MAC address %s with colons',
    async macAddress => {
      const { id } = await buildDevice(portal.services)
      const answer = await admin.patch(url('device-services', id), { macAddress })
      expect(answer.json().macAddress).toBe('aa:bb:cc:00:ee:0f')
    },
  )

  it('are found by name, description, address, host and customer, an address also by its beginning', async () => {
    const customer = await buildCustomer(portal.services, { company: 'Kellerei Größl' })
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

  it('are filtered and sorted, and the count is that of all pages', async () => {
    const own = await openTestApp(engine)
    const boss = await own.client('admin')
    const { services } = own
    const customer = await buildCustomer(services)
    const collection = await buildCollection(services, { customer_id: customer.id })
    const of = { customer_id: customer.id }
    await buildWebsite(services, { name: 'Ökohof', state: 'ok', ...of, collection_id: collection.id })
    await buildWebsite(services, { name: 'Oper', state: 'problem', ...of })
    await buildApplication(services, { name: 'Amt', state: 'ok', ...of })
    await buildDevice(services, { name: 'Zaun', collection_id: collection.id, ...of })
    await buildDevice(services, { name: 'Bach' })
    const names = async (kind: Kind, query: string) => {
      const { count, results } = (await boss.get(list(kind, query))).json()
      return [count, ...results.map((row: { name: string }) => row.name)]
    }
    expect(await names('services', '')).toEqual([5, 'Amt', 'Bach', 'Ökohof', 'Oper', 'Zaun'])
    expect(await names('services', 'ordering=-name&page_size=2&page=2')).toEqual([5, 'Ökohof', 'Bach'])
    expect(await names('services', 'ordering=createdAt')).toEqual([5, 'Ökohof', 'Oper', 'Amt', 'Zaun', 'Bach'])
    expect(await names('services', 'ordering=type')).toEqual([5, 'Amt', 'Bach', 'Zaun', 'Ökohof', 'Oper'])
    expect(await names('services', 'ordering=-type')).toEqual([5, 'Oper', 'Ökohof', 'Zaun', 'Bach', 'Amt'])
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

  it('are read by their customer and changed by nobody but an admin', async () => {
    const device = await buildDevice(portal.services, { name: 'Router' })
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
    const { id } = await buildDevice(portal.services)
    const seen = { headers: { 'if-match': '"1"' } }
    expect((await admin.patch(url('services', id), { name: 'Neu' }, seen)).headers.etag).toBe('"2"')
    const stale = await admin.patch(url('device-services', id), { name: 'Später' }, seen)
    expect([stale.statusCode, stale.json().code]).toEqual([412, 'stale'])
    expect((await admin.delete(url('device-services', id), seen)).statusCode).toBe(412)
  })

  it('stand in a collection of their own customer', async () => {
    const device = await buildDevice(portal.services)
    const own = await buildCollection(portal.services, { customer_id: device.customer_id, name: 'Keller' })
    const foreign = await buildCollection(portal.services)
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
    const { id: customerId } = await buildCustomer(portal.services)
    const { id } = await create('device-services', { name: 'Protokoll', customerId })
    await admin.patch(url('services', id), { localIp: '10.0.0.1', name: 'Protokoll' })
    await admin.patch(url('services', id), { localIp: '10.0.0.1' })
    await admin.delete(url('services', id))
    const lines = await portal.services.db
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
    const words = await portal.services.db
      .selectFrom('search_term')
      .select('term')
      .where('subject_id', '=', id)
      .execute()
    expect(words).toEqual([])
  })
})
