import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calendarDate, dayMs, startOfBerlinDay } from '#server/clock.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildSite, buildTariff } from '#server/testing/build-energy.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { slotMs } from './channel-slots.rules.ts'
import { dateAfter } from './energy-bill.rules.ts'

const sites = '/api/backend/energy-sites/'
const tariffs = '/api/backend/energy-tariffs/'

const prices = {
  vat: 0.19,
  supply: { spotShare: 1, ct: 1.5 },
  gridFee: { ct: 9.53, windows: [{ from: '00:00', to: '07:00', ct: 0.95, months: [1, 2, 3] }] },
  leviesCt: 4.63,
  feedIn: { ct: 7.86, spotShare: 0 },
}

describe.each(engines)('tariffs on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  it('return the sent values; payment below zero follows from plant and meter unless it is sent', async () => {
    const old = await buildSite(portal.runtime)
    const modern = await buildSite(portal.runtime, { commissioned_on: '2025-06-01', has_smart_meter: 1 })
    const add = (siteId: string, more: object = {}) =>
      admin.post(tariffs, { siteId, validFrom: '2026-01-01', name: 'Dynamisch', tariff: prices, ...more })
    const made = await add(old.id)
    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject({
      siteId: old.id,
      validFrom: '2026-01-01',
      name: 'Dynamisch',
      tariff: { ...prices, feedIn: { ...prices.feedIn, zeroWhenSpotNegative: false } },
      monthlyEur: 0,
      permissions: ['update', 'delete'],
    })
    expect((await admin.get(`${tariffs}${made.json().id}/`)).json()).toEqual(made.json())
    expect((await add(modern.id)).json().tariff.feedIn.zeroWhenSpotNegative).toBe(true)
    const overruled = { ...prices, feedIn: { ...prices.feedIn, zeroWhenSpotNegative: false } }
    const other = await add(modern.id, { validFrom: '2026-02-01', tariff: overruled, monthlyEur: -9.17 })
    expect(other.json()).toMatchObject({ tariff: overruled, monthlyEur: -9.17 })
  })

  it('hold one for each day, and are listed with the latest first', async () => {
    const site = await buildSite(portal.runtime)
    const first = await buildTariff(portal.runtime, { site_id: site.id, valid_from: '2026-01-01' })
    const second = await buildTariff(portal.runtime, { site_id: site.id, valid_from: '2026-03-01' })
    const body = { siteId: site.id, validFrom: '2026-03-01', name: 'Neu', tariff: prices }
    expect((await admin.post(tariffs, body)).json().errors).toMatchObject([
      { field: 'validFrom', code: 'tariff_date.taken', message: expect.stringContaining('beginnt schon') },
    ])
    const moved = await admin.patch(`${tariffs}${first.id}/`, { validFrom: '2026-03-01' })
    expect(moved.json().errors).toMatchObject([{ field: 'validFrom', code: 'tariff_date.taken' }])
    const { results } = (await admin.get(`${tariffs}?site=${site.id}`)).json()
    expect(results.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
  })

  it.each([
    ['a window at 25:00', { gridFee: { ct: 9, windows: [{ from: '25:00', to: '07:00', ct: 1 }] } }, 'time.invalid'],
    [
      'a month twice',
      { gridFee: { ct: 9, windows: [{ from: '00:00', to: '07:00', ct: 1, months: [1, 1] }] } },
      'invalid',
    ],
    ['VAT in percent', { vat: 19 }, 'number.too_large'],
    ['an unknown part', { tax: 1 }, 'unknown_field'],
    ['a part left out', { leviesCt: undefined }, 'required'],
  ])('are refused with field and sentence: %s', async (_, change, code) => {
    const site = await buildSite(portal.runtime)
    const tariff = { ...prices, ...change }
    const answer = await admin.post(tariffs, { siteId: site.id, validFrom: '2026-01-01', name: 'Neu', tariff })
    expect(answer.statusCode).toBe(422)
    const [error] = answer.json().errors
    expect(error).toMatchObject({ field: expect.stringMatching(/^tariff\./), code })
    expect(error.message).toMatch(/\.$/)
  })

  it('are written by the customer of the site, audited, and by nobody else', async () => {
    const site = await buildSite(portal.runtime)
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: site.customer_id }))
    const stranger = await portal.client('customer')
    const body = { siteId: site.id, validFrom: '2026-01-01', name: 'Meiner', tariff: prices }
    const refused = await stranger.post(tariffs, body)
    expect(refused.json().errors).toMatchObject([{ field: 'siteId', code: 'reference.unknown' }])
    const { id, revision } = (await kim.post(tariffs, body)).json()
    const url = `${tariffs}${id}/`
    expect((await stranger.patch(url, { name: 'Deiner' })).statusCode).toBe(404)
    expect((await kim.patch(url, { name: 'Anderer', monthlyEur: 12.9 })).json()).toMatchObject({
      name: 'Anderer',
      monthlyEur: 12.9,
      revision: revision + 1,
    })
    expect((await kim.put(url, { name: 'Halb' })).statusCode).toBe(422)
    expect((await kim.delete(url)).statusCode).toBe(204)
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'details'])
      .where('subject_id', '=', id)
      .orderBy('seq')
      .execute()
    expect(lines.map(({ action, details }) => `${action}: ${details}`)).toEqual([
      'energy_tariff.created: ',
      'energy_tariff.updated: name, monthlyEur',
      'energy_tariff.deleted: Anderer',
    ])
  })

  it('move to another customer with their site', async () => {
    const site = await buildSite(portal.runtime)
    const tariff = await buildTariff(portal.runtime, { site_id: site.id })
    const other = await buildCustomer(portal.runtime)
    await admin.patch(`${sites}${site.id}/`, { customerId: other.id })
    const now = await portal.loginAs(await buildUser(portal.runtime, { customerId: other.id }))
    expect((await now.get(`${tariffs}${tariff.id}/`)).statusCode).toBe(200)
  })

  it('give the bill of a month from measured quarter-hours, with the source of the prices', async () => {
    const { runtime } = portal
    const site = await buildSite(runtime)
    await buildTariff(runtime, { site_id: site.id, valid_from: '2025-01-01', monthly_cents: 1000 })
    const month = calendarDate(new Date(runtime.clock.now().getTime() - 31 * dayMs)).slice(0, 7)
    const date = `${month}-03`
    const start = startOfBerlinDay(date).getTime()
    const slots = Array.from({ length: 96 }, (_, index) => start + index * slotMs)
    await runtime.db
      .insertInto('energy_site_slot')
      .values(
        slots.map(at => ({
          site_id: site.id,
          at_ms: at,
          date,
          import_mwh: 250_000,
          export_mwh: 0,
          covered_ms: slotMs,
          quality: 'measured' as const,
        })),
      )
      .execute()
    await runtime.db
      .insertInto('energy_price')
      .values(
        slots.map(at => ({ zone: 'DE-LU' as const, at_ms: at, spot_thousandths: 10_000, source: 'smard' as const })),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const bill = (await admin.get(`${sites}${site.id}/bill/?month=${month}`)).json()
    // 24 kWh at (10 + 1.5 + 9.53 + 4.63) · 1.19 = 30.5235 ct.
    expect(bill).toMatchObject({
      month,
      totalEur: 17.33,
      importWh: 24_000,
      estimatedPriceWh: 0,
      source: 'Börsenpreise: Bundesnetzagentur | SMARD.de, CC BY 4.0.',
      parts: [{ exchangeEur: 2.4, supplyEur: 0.36, gridEur: 2.29, leviesEur: 1.11, importEur: 7.33, monthlyEur: 10 }],
    })
    const later = await admin.get(`${sites}${site.id}/bill/?month=2999-01`)
    expect(later.json().errors).toMatchObject([{ field: 'month', code: 'date.in_future' }])
    const stranger = await portal.client('customer')
    expect((await stranger.get(`${sites}${site.id}/bill/`)).statusCode).toBe(404)
  })

  it('give the prices of two days in parts, and the exchange’s alone', async () => {
    const { runtime } = portal
    const site = await buildSite(runtime, { zone: 'AT' })
    await buildTariff(runtime, { site_id: site.id, valid_from: '2025-01-01' })
    const today = calendarDate(runtime.clock.now())
    const start = startOfBerlinDay(today).getTime()
    const end = startOfBerlinDay(dateAfter(today, 2)).getTime()
    const empty = (await admin.get('/api/backend/energy-prices/?zone=AT')).json()
    expect(empty).toEqual({ results: [], source: null })
    await runtime.db
      .insertInto('energy_price')
      .values({ zone: 'AT', at_ms: start, spot_thousandths: -1234, source: 'energy_charts' })
      .execute()
    const { results, source } = (await admin.get(`${sites}${site.id}/prices/`)).json()
    expect(source).toContain('CC BY 4.0')
    expect(results).toHaveLength((end - start) / slotMs)
    expect(results[0]).toMatchObject({ spotCt: -1.234, exchangeCt: -1.234, isEstimated: false, importCt: 17.1669 })
    expect(results[1]).toMatchObject({ spotCt: null, isEstimated: true })
    const alone = (await admin.get('/api/backend/energy-prices/?zone=AT')).json()
    expect(alone.results).toEqual([{ startsAt: new Date(start).toISOString(), spotCt: -1.234 }])
    const none = await buildSite(runtime)
    expect((await admin.get(`${sites}${none.id}/prices/`)).json().results).toEqual([])
  })
})
