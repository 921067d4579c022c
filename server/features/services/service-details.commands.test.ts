import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDevice } from '#server/testing/build-services.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { list, url } from '#server/testing/service-calls.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('services on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const errorsOf = (answer: { json(): { errors?: { field: string; code: string }[] } }) =>
    answer.json().errors?.map(({ field, code }) => `${field} ${code}`)

  it('take the fields of their kind and no others', async () => {
    const { id: customerId } = await buildCustomer(portal.runtime)
    const wrong = await admin.post(list('services'), {
      type: 'application_service',
      name: 'A',
      customerId,
      localIp: '10.0.0.1',
    })
    expect([wrong.statusCode, errorsOf(wrong)]).toEqual([422, ['localIp unknown_field']])
    const { id } = await buildDevice(portal.runtime, { customer_id: customerId })
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
    const { id, customer_id: customerId } = await buildDevice(portal.runtime)
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
  ])('store the address %j as %j', async (sent, kept) => {
    const { id } = await buildDevice(portal.runtime)
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
    const { id } = await buildDevice(portal.runtime)
    const answer = await admin.patch(url('device-services', id), { [field]: value })
    expect([answer.statusCode, errorsOf(answer)]).toEqual([422, [error]])
  })

  it.each(['AA-BB-CC-00-EE-0F', 'aabb.cc00.ee0f', 'aabbcc00ee0f', 'aa:bb:cc:00:ee:0f'])(
    'keep the MAC address %s with colons',
    async macAddress => {
      const { id } = await buildDevice(portal.runtime)
      const answer = await admin.patch(url('device-services', id), { macAddress })
      expect(answer.json().macAddress).toBe('aa:bb:cc:00:ee:0f')
    },
  )
})
