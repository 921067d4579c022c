import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channelsPerSiteMax } from '#contract/energy-limits.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildChannel, buildSite, buildStorage } from '#server/testing/build-energy.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const sites = '/api/backend/energy-sites/'
const channels = '/api/backend/energy-channels/'
const storages = '/api/backend/energy-storages/'

describe.each(engines)('sites on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const actionsOn = async (id: string) => {
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'details'])
      .where('subject_id', '=', id)
      .orderBy('seq')
      .execute()
    return lines.map(({ action, details }) => (details === '' ? action : `${action}: ${details}`))
  }

  it('need a customer and a name; all else has a default', async () => {
    const customer = await buildCustomer(portal.runtime, { company: 'Haus Meier' })
    const answer = await admin.post(sites, { customerId: customer.id, name: 'Wohnhaus' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      customer: { id: customer.id, name: 'Haus Meier' },
      name: 'Wohnhaus',
      zone: 'DE-LU',
      planes: [],
      control: 'off',
      maxImportW: null,
      state: 'unknown',
      lastReadingAt: null,
      key: null,
      hasToken: false,
      demo: false,
    })
    expect((await admin.get(`${channels}?site=${answer.json().id}`)).json().count).toBe(0)
    const refused = await admin.post(sites, { customerId: '01970000-0000-7000-8000-000000000000', name: 'Neu' })
    expect(refused.json().errors).toMatchObject([{ field: 'customerId', code: 'reference.unknown' }])
  })

  it('return every field as it was sent, are found by their place and sorted', async () => {
    const { id: customerId } = await buildCustomer(portal.runtime)
    const sent = {
      customerId,
      name: 'Ferienhaus',
      address: { street: 'Seeweg 3', zip: '23769', city: 'Fehmarn', country: 'DE' },
      latitude: 54.47,
      longitude: -0.07,
      zone: 'AT',
      pvKwp: 9.815,
      planes: [{ kwp: 9.815, tilt: 35.5, azimuth: 270 }],
      commissionedOn: '2025-02-25',
      hasSmartMeter: true,
      maxImportW: 17_000,
      maxExportW: 0,
      canCurtail: true,
      control: 'suggest',
    }
    const made = (await admin.post(sites, sent)).json()
    const { customerId: _, ...fields } = sent
    expect(made).toMatchObject(fields)
    expect((await admin.get(`${sites}${made.id}/`)).json()).toEqual(made)
    const found = (await admin.get(`${sites}?search=fehmarn`)).json()
    expect(found.results.map((row: { id: string }) => row.id)).toEqual([made.id])
    for (const ordering of ['name', '-lastReadingAt', 'createdAt']) {
      expect((await admin.get(`${sites}?customer=${customerId}&ordering=${ordering}`)).json().count).toBe(1)
    }
    expect((await admin.get(`${sites}?customer=${customerId}&control=on`)).json().count).toBe(0)
    expect((await admin.get(`${sites}?customer=${customerId}&state=unknown`)).json().count).toBe(1)
  })

  it('come with the channels of a usual house on request, without a solar system where there is none', async () => {
    const { id: customerId } = await buildCustomer(portal.runtime)
    const keysOf = async (more: object) => {
      const { id } = (await admin.post(sites, { customerId, name: 'Neu', usualChannels: true, ...more })).json()
      const { results } = (await admin.get(`${channels}?site=${id}`)).json()
      return results.map((row: { key: string }) => row.key)
    }
    const house = ['grid', 'grid-import', 'grid-export', 'battery', 'battery-level']
    expect((await keysOf({ pvKwp: 0 })).toSorted()).toEqual(house.toSorted())
    expect((await keysOf({})).toSorted()).toEqual([...house, 'pv', 'pv-generation'].toSorted())
    const meter = ['grid', 'grid-import', 'grid-export']
    expect((await keysOf({ pvKwp: 0, hasBattery: false })).toSorted()).toEqual(meter.toSorted())
  })

  it('are changed by their customer in `control` only, audited, and not during impersonation', async () => {
    const site = await buildSite(portal.runtime)
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: site.customer_id }))
    const changed = await kim.patch(`${sites}${site.id}/`, { control: 'on' })
    expect(changed.json()).toMatchObject({ control: 'on', permissions: ['setControl', 'mute', 'addTariff'] })
    const refused = await kim.patch(`${sites}${site.id}/`, { control: 'off', name: 'Meins' })
    expect(refused.json().errors).toMatchObject([{ field: 'name', code: 'unknown_field' }])
    expect(await actionsOn(site.id)).toEqual(['energy_site.updated: control on'])
    const stranger = await portal.client('customer')
    expect((await stranger.patch(`${sites}${site.id}/`, { control: 'off' })).statusCode).toBe(404)
  })

  it('move to another customer with their channels and storages', async () => {
    const site = await buildSite(portal.runtime)
    const channel = await buildChannel(portal.runtime, { site_id: site.id })
    const storage = await buildStorage(portal.runtime, { site_id: site.id })
    const other = await buildCustomer(portal.runtime)
    expect((await admin.patch(`${sites}${site.id}/`, { customerId: other.id })).statusCode).toBe(200)
    const before = await portal.loginAs(await buildUser(portal.runtime, { customerId: site.customer_id }))
    const now = await portal.loginAs(await buildUser(portal.runtime, { customerId: other.id }))
    for (const url of [`${sites}${site.id}/`, `${channels}${channel.id}/`, `${storages}${storage.id}/`]) {
      expect((await before.get(url)).statusCode).toBe(404)
      expect((await now.get(url)).statusCode).toBe(200)
    }
  })

  it('have one key, whose token is shown once, replaced and removed, and is in no other answer, line or table', async () => {
    const site = await buildSite(portal.runtime)
    const first = (await admin.post(`${sites}${site.id}/key/`)).json()
    const second = (await admin.post(`${sites}${site.id}/key/`)).json()
    expect(second.key).toBe(first.key)
    expect(second.token).not.toBe(first.token)
    expect(second.pushUrl).toMatch(new RegExp(`/api/energy/${second.token}/readings/$`))
    const answer = await admin.get(`${sites}${site.id}/`)
    expect(answer.json()).toMatchObject({ key: first.key, hasToken: true })
    const row = await portal.runtime.db.selectFrom('energy_site').selectAll().where('id', '=', site.id).execute()
    for (const text of [answer.body, JSON.stringify(row), JSON.stringify(await actionsOn(site.id))]) {
      expect(text).not.toContain(first.token)
      expect(text).not.toContain(second.token)
    }
    expect((await admin.delete(`${sites}${site.id}/key/`)).statusCode).toBe(204)
    expect((await admin.delete(`${sites}${site.id}/key/`)).statusCode).toBe(204)
    expect((await admin.get(`${sites}${site.id}/`)).json()).toMatchObject({ key: first.key, hasToken: false })
    expect(await actionsOn(site.id)).toEqual([
      'energy_site.key_made',
      'energy_site.key_made',
      'energy_site.key_removed',
    ])
  })

  it('are deleted with their channels and storages', async () => {
    const site = await buildSite(portal.runtime)
    const channel = await buildChannel(portal.runtime, { site_id: site.id })
    const storage = await buildStorage(portal.runtime, { site_id: site.id })
    expect((await admin.delete(`${sites}${site.id}/`)).statusCode).toBe(204)
    for (const url of [`${sites}${site.id}/`, `${channels}${channel.id}/`, `${storages}${storage.id}/`]) {
      expect((await admin.get(url)).statusCode).toBe(404)
    }
  })

  it('have channels with a key of their own, a measure of their role and a storage of the site', async () => {
    const site = await buildSite(portal.runtime)
    const storage = await buildStorage(portal.runtime, { site_id: site.id })
    const foreign = await buildStorage(portal.runtime)
    const channel = { siteId: site.id, key: 'akku-1', name: 'Akku', role: 'battery', measure: 'level' }
    const made = await admin.post(channels, { ...channel, storageId: storage.id })
    expect(made.json()).toMatchObject({ factor: 1, maxW: 30_000, source: 'push', device: '', lastValue: null })
    const source = { adapter: 'tasmota', topic: 'tele/zaehler/SENSOR', path: 'SML.Power_curr' }
    const changed = await admin.patch(`${channels}${made.json().id}/`, { factor: -0.001, source })
    expect(changed.json()).toMatchObject({ factor: -0.001, source, storageId: storage.id })
    for (const [field, code, more] of [
      ['key', 'channel_key.taken', {}],
      ['key', 'invalid', { key: 'Akku 2' }],
      ['measure', 'choice.invalid', { key: 'akku-2', measure: 'generation' }],
      ['storageId', 'reference.unknown', { key: 'akku-2', storageId: foreign.id }],
      ['siteId', 'reference.unknown', { key: 'akku-2', siteId: foreign.id }],
      ['factor', 'number.decimals', { key: 'akku-2', factor: 0 }],
    ] as const) {
      const answer = await admin.post(channels, { ...channel, ...more })
      expect([answer.statusCode, answer.json().errors]).toMatchObject([422, [{ field, code }]])
    }
    await admin.delete(`${storages}${storage.id}/`)
    expect((await admin.get(`${channels}${made.json().id}/`)).json().storageId).toBeNull()
  })

  it('have a limited number of channels', async () => {
    const site = await buildSite(portal.runtime)
    for (let at = 0; at < channelsPerSiteMax; at += 1) await buildChannel(portal.runtime, { site_id: site.id })
    const answer = await admin.post(channels, { siteId: site.id, key: 'x', name: 'X', role: 'pv', measure: 'power' })
    expect(answer.json().code).toBe('energy_site.full')
  })

  it('have storages with defaults, whose schedule their customer changes', async () => {
    const site = await buildSite(portal.runtime)
    const made = await admin.post(storages, {
      siteId: site.id,
      name: 'Auto',
      kind: 'car',
      maxWh: 60_000,
      maxChargeW: 11_000,
      minChargeW: 4_140,
    })
    expect(made.json()).toMatchObject({
      minWh: 0,
      chargeEfficiency: 1,
      gridCharge: true,
      endCt: null,
      schedule: { departures: [], awayUntil: null },
      commandTarget: null,
    })
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: site.customer_id }))
    const schedule = {
      departures: [{ weekdays: [1, 2, 3, 4, 5], time: '07:15', levelPercent: 80 }],
      awayUntil: '2026-08-01T16:00:00.000Z',
    }
    const url = `${storages}${made.json().id}/`
    expect((await kim.patch(url, { schedule })).json()).toMatchObject({ schedule, permissions: ['setSchedule'] })
    const refused = await kim.patch(url, { maxWh: 1 })
    expect(refused.json().errors).toMatchObject([{ field: 'maxWh', code: 'unknown_field' }])
    expect(await actionsOn(made.json().id)).toEqual(['energy_storage.created', 'energy_storage.updated: schedule'])
  })

  it('refuse impossible storages, naming the field', async () => {
    const { id } = await buildStorage(portal.runtime)
    const departure = { weekdays: [1], time: '07:15', levelPercent: 80 }
    const departures = (change: object) => ({
      schedule: { departures: [{ ...departure, ...change }], awayUntil: null },
    })
    for (const [body, field, code] of [
      [{ minWh: 70_000 }, 'minWh', 'number.too_large'],
      [{ minChargeW: 70_000 }, 'minChargeW', 'number.too_large'],
      [{ chargeEfficiency: 1.2 }, 'chargeEfficiency', 'number.too_large'],
      [departures({ time: '25:00' }), 'schedule.departures.0.time', 'time.invalid'],
      [departures({ levelPercent: 101 }), 'schedule.departures.0.levelPercent', 'number.too_large'],
      [{ schedule: { departures: [], awayUntil: '2026-02-30T07:00:00Z' } }, 'schedule.awayUntil', 'date.invalid'],
    ] as const) {
      const refused = await admin.patch(`${storages}${id}/`, body)
      expect([refused.statusCode, refused.json().errors]).toMatchObject([422, [{ field, code }]])
    }
    // A heat pump's.
    expect((await admin.patch(`${storages}${id}/`, { kind: 'heat', chargeEfficiency: 3.5 })).statusCode).toBe(200)
  })
})
