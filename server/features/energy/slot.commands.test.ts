/** Slots, minutes and days from readings, and the state of a site. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { instantText } from '#server/clock.ts'
import { engines } from '#server/testing/engines.ts'
import { openPushingSite, readingsOfChannel, slotsOfChannel } from '#server/testing/pushing-site.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { channelSlots, slotMs, slotOf } from './channel-slots.rules.ts'
import { removeOldReadings } from './reading-retention.commands.ts'
import { noticeSilentSites } from './site-silence.commands.ts'
import { rollUp } from './slot.commands.ts'
import { checkEnergyDays } from './slot.queries.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe.each(engines)('stored readings on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  // The clock advances by days, and sessions end.
  beforeEach(async () => {
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  const now = () => portal.clock.now().getTime()
  const text = (at: number) => instantText(new Date(at))

  it('report a jump of a counter to the owner once, also where only a late reading reveals it', async () => {
    const { site, push } = await openPushingSite(portal, [{ key: 'import', measure: 'import' }])
    const start = slotOf(now()) - 4 * hour
    const late = start + 2 * hour
    const send = async (at: number, value: number) =>
      (await push([{ channel: 'import', at: text(at), value }])).json().rejected
    expect(await send(start, 10_000)).toEqual([])
    expect(await send(late + minute, 60_000)).toEqual([])
    expect(await send(late, 10_100)).toEqual([])
    expect(await send(late + 2 * minute, 61_000.5)).toEqual([{ index: 0, code: 'value.implausible' }])
    await rollUp(portal.runtime)
    expect(await send(late + 3 * minute, 10_101)).toEqual([])
    await rollUp(portal.runtime)

    const { results } = (await admin.get(`/api/backend/energy-sites/${site.id}/rejections/`)).json()
    const named = { channel: 'import', code: 'value.implausible' }
    expect(results).toMatchObject([
      { ...named, value: '60000', at: text(late + minute) },
      { ...named, value: '61000.5', at: text(late + 2 * minute) },
    ])
  })

  it('become slots, minutes and days that equal those of all readings at once, in any order of arrival', async () => {
    const counter = fc.array(
      fc.record({ seconds: fc.integer({ min: 5, max: 4_000 }), watts: fc.integer({ min: 0, max: 29_000 }) }),
      { minLength: 2, maxLength: 25 },
    )
    await fc.assert(
      fc.asyncProperty(
        counter,
        fc.infiniteStream(fc.nat()),
        fc.integer({ min: 1, max: 9 }),
        async (curve, random, size) => {
          const { site, push, channels } = await openPushingSite(portal, [
            { key: 'import', measure: 'import' },
            { key: 'power', role: 'battery', factor_millionths: -1_000_000 },
          ])
          // Over the change to summer time.
          const from = slotOf(now()) - 30 * hour
          let at = from
          let wh = 100
          const sent: { channel: string; at: string; value: number }[] = []
          for (const { seconds, watts } of curve) {
            sent.push({ channel: 'import', at: text(at), value: wh })
            sent.push({ channel: 'power', at: text(at), value: -watts })
            at += seconds * 1_000
            wh = Math.round((wh + (watts * seconds) / 3_600) * 1_000) / 1_000
          }
          const arriving = shuffled([...sent, ...sent.slice(0, 4)], random)
          for (let index = 0; index < arriving.length; index += size) {
            expect((await push(arriving.slice(index, index + size))).json().rejected).toEqual([])
            if (index % 3 === 0) await rollUp(portal.runtime)
            portal.clock.advance(1_000)
          }
          portal.clock.advance(hour)
          await rollUp(portal.runtime)
          const all = { from: from - slotMs, to: at + 2 * slotMs, step: slotMs }
          for (const { number, key, measure, factor_millionths } of channels) {
            const scale = (measure === 'import' ? 1_000 : 1) * (factor_millionths / 1_000_000)
            const readings = sent
              .filter(({ channel }) => channel === key)
              .map(each => ({ at: Date.parse(each.at), value: Math.round(each.value * scale) }))
            const kind = { role: 'grid', measure, maxW: 30_000 } as const
            const expected = channelSlots(kind, readings, all)
            const stored = await slotsOfChannel(portal, number)
            expect(stored.map(row => [row.at_ms, row.mwh, row.reverse_mwh, row.covered_ms, row.quality])).toEqual(
              expected.map(slot => [slot.at, slot.mwh, slot.reverseMwh, slot.coveredMs, slot.quality]),
            )
          }
          const days = await portal.runtime.db
            .selectFrom('energy_site_day')
            .select(['import_mwh'])
            .where('site_id', '=', site.id)
            .execute()
          const total = days.reduce((sum, { import_mwh }) => sum + (import_mwh ?? 0), 0)
          const [last] = sent.filter(({ channel }) => channel === 'import').slice(-1)
          expect(total).toBe(Math.round(((last?.value ?? 0) - 100) * 1_000))
          expect(await portal.runtime.db.selectFrom('energy_due_slot').selectAll().execute()).toEqual([])
        },
      ),
      { numRuns: 8 },
    )
    expect(await checkEnergyDays(portal.runtime.db)).toEqual([])
  })

  it('that come late change their own slots and day, and nothing else', async () => {
    const { site, push, channels } = await openPushingSite(portal)
    const number = channels[0]?.number ?? 0
    const from = slotOf(now()) - 50 * hour
    const every = (start: number, count: number, value: number) =>
      Array.from({ length: count }, (_, index) => ({ channel: 'grid', at: text(start + index * minute), value }))
    await push(every(from, 60, 1_000))
    await push(every(from + 40 * hour, 60, 1_000))
    await rollUp(portal.runtime)
    const before = await slotsOfChannel(portal, number)
    await push([{ channel: 'grid', at: text(from + 20 * minute + 30_000), value: 3_000 }])
    await rollUp(portal.runtime)
    const after = await slotsOfChannel(portal, number)
    const changed = after.filter((slot, index) => slot.mwh !== before[index]?.mwh)
    expect(changed.map(({ at_ms }) => at_ms)).toEqual([from + slotMs])
    const daysOf = portal.runtime.db.selectFrom('energy_site_day').selectAll().where('site_id', '=', site.id)
    expect((await daysOf.execute()).length).toBeGreaterThan(1)
    expect(await checkEnergyDays(portal.runtime.db)).toEqual([])
    await portal.runtime.db
      .updateTable('energy_site_day')
      .set({ import_mwh: 1 })
      .where('site_id', '=', site.id)
      .execute()
    expect((await checkEnergyDays(portal.runtime.db)).length).toBeGreaterThan(0)
    await portal.runtime.db.deleteFrom('energy_site_day').where('site_id', '=', site.id).execute()
    await portal.runtime.db.deleteFrom('energy_site_slot').where('site_id', '=', site.id).execute()
  })

  it('are recomputed when the meaning of their channel changes: a turned sign turns their slots', async () => {
    const { push, channels } = await openPushingSite(portal)
    const [channel] = channels
    const number = channel?.number ?? 0
    const from = slotOf(now()) - 2 * hour
    await push(
      Array.from({ length: 30 }, (_, index) => ({ channel: 'grid', at: text(from + index * minute), value: -600 })),
    )
    await rollUp(portal.runtime)
    expect(await slotsOfChannel(portal, number)).toMatchObject([
      { mwh: 0, reverse_mwh: 150_000 },
      { mwh: 0, reverse_mwh: 150_000 },
      // The last value holds into the next slot.
      { mwh: null, quality: 'gap' },
    ])
    await admin.patch(`/api/backend/energy-channels/${channel?.id}/`, { factor: -1 })
    await rollUp(portal.runtime)
    expect(await slotsOfChannel(portal, number)).toMatchObject([
      { mwh: 150_000, reverse_mwh: 0 },
      { mwh: 150_000, reverse_mwh: 0 },
      { mwh: null, quality: 'gap' },
    ])
  })

  it('recompute the balance of a site when a channel that never sent changes its role', async () => {
    const { site, push, channels } = await openPushingSite(portal, [{ key: 'grid' }, { key: 'mute', role: 'pv' }])
    const start = slotOf(now()) - 2 * hour
    await push(
      Array.from({ length: 60 }, (_, index) => ({ channel: 'grid', at: text(start + index * minute), value: 1_000 })),
    )
    await rollUp(portal.runtime)
    const slots = () =>
      portal.runtime.db
        .selectFrom('energy_site_slot')
        .select(['quality', 'house_mwh'])
        .where('site_id', '=', site.id)
        .where('at_ms', '<', start + hour)
        .orderBy('at_ms')
        .execute()
    expect(await slots()).toEqual(Array(4).fill({ quality: 'gap', house_mwh: null }))
    const change = { role: 'battery', measure: 'level' }
    expect((await admin.patch(`/api/backend/energy-channels/${channels[1]?.id}/`, change)).statusCode).toBe(200)
    await rollUp(portal.runtime)
    expect(await slots()).toEqual(Array(4).fill({ quality: 'measured', house_mwh: 250_000 }))
  })

  it('of the wrong sign are kept without counting, until the factor is turned', async () => {
    const { push, channels } = await openPushingSite(portal, [{ key: 'pv', role: 'pv' }])
    const [channel] = channels
    const from = slotOf(now()) - 2 * hour
    const sent = Array.from({ length: 15 }, (_, index) => ({
      channel: 'pv',
      at: text(from + index * minute),
      value: -600,
    }))
    expect((await push(sent)).json().rejected).toHaveLength(15)
    await rollUp(portal.runtime)
    expect(await slotsOfChannel(portal, channel?.number ?? 0)).toEqual([])
    await admin.patch(`/api/backend/energy-channels/${channel?.id}/`, { factor: -1 })
    await rollUp(portal.runtime)
    expect(await slotsOfChannel(portal, channel?.number ?? 0)).toMatchObject([
      { mwh: 150_000, quality: 'measured' },
      { mwh: null, quality: 'gap' },
    ])
  })

  it('of the wrong sign put the sign of their channel in doubt after twenty in a row, until it is turned', async () => {
    const { push, channels } = await openPushingSite(portal, [{ key: 'pv', role: 'pv' }])
    const [channel] = channels
    const url = `/api/backend/energy-channels/${channel?.id}/`
    const doubt = async () => (await admin.get(url)).json().isSignInDoubt
    const send = (from: number, to: number, value: number) =>
      push(
        Array.from({ length: to - from }, (_, index) => ({
          channel: 'pv',
          at: text(now() - hour + (from + index) * minute),
          value,
        })),
      )
    await send(0, 19, -600)
    expect(await doubt()).toBe(false)
    await send(19, 20, 600)
    await send(20, 39, -600)
    // Repeated readings do not count.
    await send(20, 39, -600)
    expect(await doubt()).toBe(false)
    await send(39, 40, -600)
    expect(await doubt()).toBe(true)
    await admin.patch(url, { factor: -1 })
    expect(await doubt()).toBe(false)
  })

  it('make their site heard; fifteen minutes later it is silent, until the next one', async () => {
    const { site, push } = await openPushingSite(portal)
    const stateOf = async () => (await admin.get(`/api/backend/energy-sites/${site.id}/`)).json().state
    expect(await stateOf()).toBe('unknown')
    await push([{ channel: 'grid', value: 1 }])
    await noticeSilentSites(portal.runtime)
    expect(await stateOf()).toBe('ok')
    portal.clock.advance(15 * minute + 1)
    await noticeSilentSites(portal.runtime)
    expect(await stateOf()).toBe('silent')
    await push([{ channel: 'grid', value: 1 }])
    expect(await stateOf()).toBe('ok')
  })

  it('are deleted when they are too old; their slots stay', async () => {
    const { push, channels } = await openPushingSite(portal)
    const number = channels[0]?.number ?? 0
    const from = slotOf(now()) - hour
    await push(
      Array.from({ length: 30 }, (_, index) => ({ channel: 'grid', at: text(from + index * minute), value: 5 })),
    )
    await rollUp(portal.runtime)
    portal.clock.advance(37 * day)
    await removeOldReadings(portal.runtime)
    expect(await readingsOfChannel(portal, number)).toEqual([])
    expect(await slotsOfChannel(portal, number)).toHaveLength(3)
  })
})

function shuffled<T>(items: readonly T[], random: IterableIterator<number>): T[] {
  const left = [...items]
  const order: T[] = []
  while (left.length > 0) order.push(...left.splice((random.next().value ?? 0) % left.length, 1))
  return order
}
