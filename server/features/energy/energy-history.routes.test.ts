import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calendarDate, instantText } from '#server/clock.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCommand, buildOverride, buildStorage, buildTariff } from '#server/testing/build-energy.ts'
import { engines } from '#server/testing/engines.ts'
import { openPushingSite } from '#server/testing/pushing-site.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { rollUp } from './slot.commands.ts'

const minute = 60_000
const hour = 60 * minute

type Step = { startsAt: string; coverage: number; [flow: string]: unknown }

describe.each(engines)('measured energy on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  beforeEach(async () => {
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const text = (at: number) => instantText(new Date(at))
  const historyOf = async (id: string, query: string) => {
    const answer = await admin.get(`/api/backend/energy-sites/${id}/energy/?${query}`)
    expect([query, answer.statusCode]).toEqual([query, 200])
    const { results, sums }: { results: Step[]; sums: Step } = answer.json()
    return { results, sums }
  }
  const sumOf = (results: readonly Step[], flow: string) =>
    Math.round(results.reduce((sum, step) => sum + Number(step[flow] ?? 0), 0) * 1_000) / 1_000

  /** A counter every five minutes, with an amount that has no round parts, and the power of the sun. */
  async function measure(from: number, to: number) {
    const opened = await openPushingSite(portal, [
      { key: 'import', measure: 'import' },
      { key: 'pv', role: 'pv' },
    ])
    const readings = []
    for (let at = from; at <= to; at += 5 * minute) {
      const wh = Math.round(((at - from) / hour) * 333.333 * 1_000) / 1_000
      readings.push({ channel: 'import', at: text(at), value: wh }, { channel: 'pv', at: text(at), value: 1_234.567 })
    }
    for (let at = 0; at < readings.length; at += 4_000) {
      expect((await opened.push(readings.slice(at, at + 4_000))).json().rejected).toEqual([])
    }
    portal.clock.advance(hour)
    await rollUp(portal.runtime)
    return opened.site
  }

  it.each([
    ['the change to summer time', '2026-03-28T20:00:00Z', '2026-03-28', '2026-04-01', 92],
    ['the change to winter time', '2026-10-24T20:00:00Z', '2026-10-24', '2026-10-27', 100],
    ['new year', '2026-12-30T20:00:00Z', '2026-12-30', '2027-01-02', 96],
  ])('adds up over %s: slots, hours, days, months and years, exactly', async (_, start, first, last, slots) => {
    const from = Date.parse(start)
    const now = portal.clock.now().getTime()
    portal.clock.advance(from + 54 * hour - now)
    const site = await measure(from, from + 50 * hour)
    admin = await portal.client('admin')
    const range = `from=${first}&to=${last}`
    const { sums } = await historyOf(site.id, `${range}&step=slot`)
    expect(sums.importWh).toBeCloseTo(50 * 333.333, 1)
    for (const step of ['slot', 'hour', 'day']) {
      const history = await historyOf(site.id, `${range}&step=${step}`)
      for (const flow of ['importWh', 'pvWh', 'houseWh']) {
        expect([step, flow, sumOf(history.results, flow)]).toEqual([step, flow, sums[flow]])
        expect([step, flow, history.sums[flow]]).toEqual([step, flow, sums[flow]])
      }
    }
    const years = await historyOf(site.id, 'from=2026-01-01&to=2028-01-01&step=year')
    const months = await historyOf(site.id, 'from=2026-01-01&to=2028-01-01&step=month')
    for (const flow of ['importWh', 'pvWh']) {
      expect(sumOf(months.results, flow)).toBe(sums[flow])
      expect(sumOf(years.results, flow)).toBe(sums[flow])
    }
    const days = await historyOf(site.id, `${range}&step=day`)
    const middle = days.results[1]
    const next = days.results[2]?.startsAt ?? ''
    const ofDay = await historyOf(site.id, `from=${middle?.startsAt}&to=${next}&step=slot`)
    expect(ofDay.results).toHaveLength(slots)
    const secondDay = new Date(Date.parse(first) + 24 * hour).toISOString().slice(0, 10)
    expect((await historyOf(site.id, `from=${first}&to=${secondDay}&step=day`)).results).toHaveLength(1)
    expect(middle).toMatchObject({ coverage: 1 })
  })

  it('is a gap where nothing was measured, not zero', async () => {
    const from = Math.floor(portal.clock.now().getTime() / hour) * hour - 10 * hour
    const { site, push } = await openPushingSite(portal, [{ key: 'grid' }, { key: 'pv', role: 'pv' }])
    for (let at = from; at < from + hour; at += minute) {
      await push([{ channel: 'grid', at: text(at), value: 600 }])
    }
    await rollUp(portal.runtime)
    const { results, sums } = await historyOf(site.id, `from=${text(from)}&to=${text(from + hour)}&step=slot`)
    expect(results).toHaveLength(4)
    expect(results[0]).toMatchObject({ importWh: 150, pvWh: null, houseWh: null, carWh: null, coverage: 0 })
    expect(sums).toMatchObject({ importWh: 600, pvWh: null, coverage: 0 })
  })

  it('is shown by the minute from the power of its channels', async () => {
    const from = Math.floor(portal.clock.now().getTime() / hour) * hour - 2 * hour
    const { site, push } = await openPushingSite(portal)
    await push(
      Array.from({ length: 180 }, (_, index) => ({ channel: 'grid', at: text(from + index * 10_000), value: -120 })),
    )
    await rollUp(portal.runtime)
    const { results } = await historyOf(site.id, `from=${text(from)}&to=${text(from + 20 * minute)}&step=minute`)
    expect(results).toHaveLength(20)
    expect(results[7]).toMatchObject({ startsAt: text(from + 7 * minute), exportWh: 2, importWh: 0, coverage: 1 })
  })

  it('is that of today without a range', async () => {
    const { site, push } = await openPushingSite(portal)
    const now = portal.clock.now().getTime()
    for (let age = 0; age < 72; age += 1) {
      await push(
        [0, 5, 10].map(minutes => ({ channel: 'grid', at: text(now - age * hour - minutes * minute), value: 600 })),
      )
      portal.clock.advance(1_000)
    }
    portal.clock.advance(10 * minute)
    await rollUp(portal.runtime)
    const { results } = await historyOf(site.id, 'step=day')
    expect(results).toHaveLength(1)
    expect(Date.parse(results[0]?.startsAt ?? '')).toBeGreaterThan(now - 25 * hour)
  })

  it('is refused for empty and endless ranges', async () => {
    const { site } = await openPushingSite(portal)
    for (const [query, field, code] of [
      ['from=2026-03-02&to=2026-03-02&step=day', 'to', 'date.invalid'],
      ['from=2026-03-01&to=2026-05-01&step=slot', 'to', 'too_long'],
      ['from=2026-03-01T00:00:00Z&to=2026-03-02&step=day', 'from', 'date.invalid'],
      ['from=2026-02-30T25:00:00Z&to=2026-03-02&step=slot', 'from', 'date.invalid'],
    ]) {
      const answer = await admin.get(`/api/backend/energy-sites/${site.id}/energy/?${query}`)
      expect([query, answer.statusCode, answer.json().errors]).toMatchObject([query, 422, [{ field, code }]])
    }
  })

  it('is shown live with the age of each value, and with the remainder for the house', async () => {
    const { site, push } = await openPushingSite(portal, [
      { key: 'grid' },
      { key: 'pv', role: 'pv' },
      { key: 'battery', role: 'battery' },
      { key: 'level', role: 'battery', measure: 'level' },
    ])
    const live = async () => (await admin.get(`/api/backend/energy-sites/${site.id}/live/`)).json()
    expect(await live()).toMatchObject({ flows: { import: null, house: null }, levelPercent: null })
    const now = portal.clock.now().getTime()
    await push([
      { channel: 'grid', at: text(now - 5_000), value: -1_000 },
      { channel: 'pv', at: text(now - 70_000), value: 4_000 },
      { channel: 'battery', at: text(now), value: -2_000 },
      { channel: 'level', at: text(now), value: 63.5 },
    ])
    const { flows, channels, levelPercent } = await live()
    expect(flows).toMatchObject({
      import: { powerW: 0, ageSeconds: 5 },
      export: { powerW: 1_000, ageSeconds: 5 },
      pv: { powerW: 4_000, ageSeconds: 70 },
      charge: { powerW: 2_000, ageSeconds: 0 },
      discharge: { powerW: 0 },
      // As old as the oldest value it rests on.
      house: { powerW: 1_000, ageSeconds: 70 },
      car: null,
    })
    expect(channels.map(({ value }: { value: number }) => value)).toEqual([-1_000, 4_000, -2_000, 63.5])
    expect(levelPercent).toBe(63.5)
  })

  it('has a new ETag live when a value or a channel changes, and the same while only time passes', async () => {
    const { site, push, channels } = await openPushingSite(portal, [{ key: 'grid' }])
    const tag = async () => (await admin.get(`/api/backend/energy-sites/${site.id}/live/`)).headers.etag
    const first = await tag()
    await push([{ channel: 'grid', at: text(portal.clock.now().getTime()), value: 7 }])
    const second = await tag()
    portal.clock.advance(1_000)
    expect(await tag()).toBe(second)
    await admin.patch(`/api/backend/energy-channels/${channels[0]?.id}/`, { factor: -1 })
    expect(new Set([first, second, await tag()]).size).toBe(3)
  })

  it('is shown live with the action of each storage, its reason, and the current price of electricity', async () => {
    const { runtime } = portal
    const { site } = await openPushingSite(portal)
    const battery = await buildStorage(runtime, { site_id: site.id, name: 'Akku' })
    const car = await buildStorage(runtime, { site_id: site.id, name: 'Auto' })
    const waiting = await buildStorage(runtime, { site_id: site.id, name: 'Wärme' })
    const live = async () => {
      const answer = await admin.get(`/api/backend/energy-sites/${site.id}/live/`)
      const { storages, price } = answer.json()
      return { storages, price, tag: answer.headers.etag }
    }
    const before = await live()
    const nothing = { mode: null, reason: null }
    expect(before).toMatchObject({ price: null, storages: [nothing, nothing, { ...nothing, id: waiting.id }] })

    const slot = Math.floor(portal.clock.now().getTime() / (15 * minute)) * 15 * minute
    const planned = (id: string, mode: string) => ({ id, mode, powerW: null, reason: 'worth_more_later', facts: {} })
    const step = { startsAt: text(slot), storages: [planned(battery.id, 'hold'), planned(car.id, 'auto')] }
    await runtime.db
      .insertInto('energy_plan')
      .values({
        id: `${site.id}-plan`,
        site_id: site.id,
        at_ms: slot,
        made_at: text(slot),
        plan: '',
        status: 'optimal',
        head: JSON.stringify({ steps: [step], missed: [] }),
      })
      .execute()
    const { id: override_id } = await buildOverride(runtime, { storage_id: car.id })
    await buildCommand(runtime, { storage_id: battery.id, mode: 'hold', reason: 'surplus', ended_at: null })
    await buildCommand(runtime, { storage_id: car.id, mode: 'auto', reason: 'demanded', override_id, ended_at: null })
    await buildTariff(runtime, { site_id: site.id, valid_from: '2020-01-01' })
    await runtime.db
      .insertInto('energy_price')
      .values({ zone: 'DE-LU', at_ms: slot - 24 * hour, spot_thousandths: 10_000, source: 'smard' })
      .onConflict(conflict => conflict.columns(['zone', 'at_ms']).doUpdateSet({ spot_thousandths: 10_000 }))
      .execute()
    const after = await live()
    expect(after).toMatchObject({
      // Of the day before, while the exchange's price is unknown.
      price: { importCt: 30.5354, exportCt: 7.86, isEstimated: true },
      storages: [
        // The plan agrees with the command: its reason is the latest one.
        { id: battery.id, name: 'Akku', mode: 'hold', reason: 'worth_more_later' },
        { id: car.id, mode: 'auto', reason: 'demanded' },
        { id: waiting.id, ...nothing },
      ],
    })
    expect(after.tag).not.toBe(before.tag)
  })

  it('is saved as a file of all quarter-hours of a month, by its customer and the business', async () => {
    const { site, push } = await openPushingSite(portal, [{ key: 'grid' }])
    const at = Math.floor(portal.clock.now().getTime() / hour) * hour - 2 * hour
    const month = calendarDate(new Date(at)).slice(0, 7)
    await push([0, 5, 10, 15].map(minutes => ({ channel: 'grid', at: text(at + minutes * minute), value: 600 })))
    await rollUp(portal.runtime)
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: site.customer_id }))
    const url = `/api/backend/energy-sites/${site.id}/slots/`
    for (const client of [admin, kim]) {
      const answer = await client.get(`${url}?month=${month}`)
      expect(answer.headers).toMatchObject({
        'content-type': 'text/csv',
        'content-disposition': expect.stringContaining(`-${month}.csv`),
      })
      expect(answer.body.split('\r\n')[1]).toContain(`;${text(at)};0,150000;`)
    }
    const empty = await kim.get(`${url}?month=2020-02`)
    expect(empty.body.split('\r\n')).toHaveLength(2)
    expect((await kim.get(`${url}?month=2026-13`)).statusCode).toBe(422)
    const other = await portal.loginAs(await buildUser(portal.runtime, {}))
    expect((await other.get(`${url}?month=${month}`)).statusCode).toBe(404)
  })

  it('is shown to its customer; the refused readings only to the business', async () => {
    const { site, push } = await openPushingSite(portal)
    await push([{ channel: 'x', at: '2026-01-01', value: 7 }])
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: site.customer_id }))
    const url = `/api/backend/energy-sites/${site.id}`
    expect((await kim.get(`${url}/live/`)).statusCode).toBe(200)
    expect((await kim.get(`${url}/energy/?from=2026-01-01&to=2026-02-01&step=day`)).statusCode).toBe(200)
    expect((await kim.get(`${url}/rejections/`)).statusCode).toBe(403)
    expect((await admin.get(`${url}/rejections/`)).json().results).toMatchObject([
      { channel: 'x', at: '2026-01-01', value: '7', code: 'channel.unknown' },
    ])
  })
})
