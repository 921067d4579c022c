import { describe, expect, it } from 'vitest'
import { newValues, type ServiceValues, sentFields, serviceValues, valuesOf } from './service-values.ts'

const customerId = '01900000-0000-7000-8000-000000000001'

async function check(change: Partial<ServiceValues>) {
  const values = { ...newValues('website_service', customerId), name: 'Vinothek', ...change }
  const result = await serviceValues['~standard'].validate(values)
  return 'value' in result
    ? { value: result.value }
    : { issues: result.issues?.map(({ path, message }) => `${path?.join('.')} ${message}`) }
}

describe('the form of a service', () => {
  it('completes addresses and drops empty ones at the end', async () => {
    const { value } = await check({ urls: ['vinothek.example', 'http://vinothek.example:8080/', ' ', ''] })
    expect(value?.urls).toEqual(['https://vinothek.example/', 'http://vinothek.example:8080/'])
  })

  it('requires the address of a website, not of a device', async () => {
    expect((await check({ urls: [''] })).issues).toEqual(['urls urls.required'])
    expect((await check({ urls: [''], type: 'device_service' })).value?.urls).toEqual([])
  })

  it('reports an invalid address at its index', async () => {
    const urls = ['https://a.example', 'javascript:alert(1)', 'https://b.example']
    expect((await check({ urls })).issues).toEqual(['urls.1 url.invalid'])
  })

  it('validates only the fields of the chosen kind and keeps the others unchanged', async () => {
    const typed = { localIp: 'kein', urls: ['https://a.example/'], periodMinutes: Number.NaN }
    expect((await check(typed)).value).toMatchObject(typed)
    expect((await check({ ...typed, type: 'device_service' })).issues).toEqual(['localIp ip.invalid'])
    expect((await check({ ...typed, type: 'application_service' })).issues).toEqual(['periodMinutes period.invalid'])
  })

  it('requires the customer', async () => {
    expect((await check({ customerId: '', urls: ['https://a.example'] })).issues).toEqual(['customerId required'])
  })

  it('sends only the fields of the chosen kind', () => {
    const values = newValues('application_service', customerId)
    expect(Object.keys(sentFields(values)).toSorted()).toEqual([
      'collectionId',
      'customerId',
      'description',
      'name',
      'periodMinutes',
      'version',
    ])
    expect(sentFields({ ...values, type: 'device_service' })).toHaveProperty('macAddress')
  })

  it('starts with all fields of a stored service', () => {
    const service = {
      id: customerId,
      type: 'application_service',
      name: 'Lager',
      description: 'Bestand',
      customer: { id: customerId, name: 'Weingut' },
      collectionId: null,
      collection: null,
      state: 'ok',
      permissions: [],
      revision: 3,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      version: '2.1.0',
      lastAlive: null,
      periodMinutes: 15,
      isSilent: false,
      silentSince: null,
      hasHeartbeatToken: true,
    } as const
    expect(valuesOf({ ...service, permissions: [] })).toMatchObject({
      type: 'application_service',
      name: 'Lager',
      description: 'Bestand',
      customerId,
      version: '2.1.0',
      periodMinutes: 15,
    })
  })
})
