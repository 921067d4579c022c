/** Counters that stay at one value for longer than their neighbours are read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instantText } from '#server/clock.ts'
import { engines } from '#server/testing/engines.ts'
import { openPushingSite, slotsOfChannel } from '#server/testing/pushing-site.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { slotMs, slotOf } from './channel-slots.rules.ts'
import { rollUp } from './slot.commands.ts'

describe.each(engines)('counters that stay at one value on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  const total = async (number = 0) =>
    (await slotsOfChannel(portal, number)).reduce((sum, { mwh }) => sum + (mwh ?? 0), 0) / 1_000

  it('lose nothing where a meter near its limit moves every quarter-hour and is sent every ten seconds', async () => {
    const { push, channels } = await openPushingSite(portal, [{ key: 'it', measure: 'import', max_w: 10_000 }])
    const start = slotOf(portal.clock.now().getTime()) - 6 * slotMs
    const wattHours = (seconds: number) => 12_345_000.3 + Math.floor(seconds / 900) * 2_125
    const readings = Array.from({ length: 451 }, (_, index) => ({
      channel: 'it',
      at: instantText(new Date(start + index * 10_000)),
      value: wattHours(index * 10),
    }))
    for (let index = 0; index < readings.length; index += 9) {
      const batch = readings.slice(index, index + 9)
      expect((await push(batch)).json()).toEqual({ accepted: batch.length, rejected: [] })
    }
    await rollUp(portal.runtime)
    expect(await total(channels[0]?.number)).toBe(5 * 2_125)
  })

  it.each([9, 10, 11, 300])('lose nothing to %i zeros, each sent alone or late', async zeros => {
    const { push, channels } = await openPushingSite(portal, [{ key: 'it', role: 'pv', measure: 'generation' }])
    const start = slotOf(portal.clock.now().getTime()) - 8 * slotMs
    const readings = Array.from({ length: 541 }, (_, index) => ({
      channel: 'it',
      at: instantText(new Date(start + index * 10_000)),
      value: index >= 100 && index < 100 + zeros ? 0 : 12_345_000 + index * 10,
    }))
    const sent = [...readings.slice(0, 50), ...readings.slice(70), ...readings.slice(50, 70)]
    for (let index = 0; index < sent.length; index += 20) {
      const batch = sent.slice(index, index + 20)
      expect((await push(batch)).json()).toEqual({ accepted: batch.length, rejected: [] })
      if (index % 100 === 0) await rollUp(portal.runtime)
    }
    await rollUp(portal.runtime)
    expect(await total(channels[0]?.number)).toBe(5_400)
  })

  /** Sends wattHours every ten seconds as time passes; the slots are computed as they end. */
  async function live(wattHours: readonly number[]) {
    const { push, channels, site } = await openPushingSite(portal, [{ key: 'it', role: 'pv', measure: 'generation' }])
    const start = slotOf(portal.clock.now().getTime()) + slotMs
    for (let index = 0; index < wattHours.length; index += 30) {
      const readings = wattHours
        .slice(index, index + 30)
        .map((value, place) => ({ channel: 'it', at: instantText(new Date(start + (index + place) * 10_000)), value }))
      portal.clock.advance(start + (index + 30) * 10_000 - portal.clock.now().getTime())
      expect((await push(readings)).json()).toEqual({ accepted: readings.length, rejected: [] })
      await rollUp(portal.runtime)
    }
    portal.clock.advance(2 * slotMs)
    await rollUp(portal.runtime)
    const alarms = await portal.runtime.db
      .selectFrom('energy_alarm')
      .select('kind')
      .where('site_id', '=', site.id)
      .execute()
    return { total: await total(channels[0]?.number), alarms: alarms.map(({ kind }) => kind) }
  }

  it.each([12, 20, 30])('count another meter from its first value, each sent %i times, with one alarm', async times => {
    const repeated = (from: number, steps: number) =>
      Array.from({ length: steps * times }, (_, index) => from + Math.floor(index / times) * 10)
    expect(await live([...repeated(100_000, 12), ...repeated(90_000, 30)])).toEqual({
      total: (11 + 29) * 10,
      alarms: ['counter_reset'],
    })
  })

  it('were not reset where a young one shows 0 for hours', async () => {
    const rising = (from: number) => Array.from({ length: 60 }, (_, index) => from + index)
    const zeros = Array.from({ length: 1_440 }, () => 0)
    expect(await live([...rising(50_000), ...zeros, ...rising(50_060)])).toEqual({ total: 119, alarms: [] })
  })
})
