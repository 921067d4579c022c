/** Two senders of one counter, late, rounded and repeated: its slots are those of all readings at once. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hourMs, instantText } from '#server/clock.ts'
import { engines } from '#server/testing/engines.ts'
import { numberOfCases } from '#server/testing/number-of-cases.ts'
import { openPushingSite, slotsOfChannel } from '#server/testing/pushing-site.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { channelSlots, slotMs, slotOf } from './channel-slots.rules.ts'
import { outliersMax } from './counter.rules.ts'
import type { Reading } from './reading.rules.ts'
import { rollUp } from './slot.commands.ts'

const maxW = 30_000
const numRuns = numberOfCases(6, 150)

const meter = fc.record({
  everySeconds: fc.constantFrom(10, 60, 300, 1_200),
  startWh: fc.integer({ min: 12_345_000, max: 12_345_999 }),
  watts: fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 20, maxLength: 150, size: 'max' }),
  stepWh: fc.constantFrom(1, 10, 100, 500),
  lateSeconds: fc.constantFrom(0, 5, 15, 60),
  roundedToWh: fc.constantFrom(1, 10, 100, 1_000),
  rounding: fc.constantFrom('down', 'nearest'),
  /** Which of the meter's values either sender sends: every one, every second … */
  eachOf: fc.constantFrom([1, 1], [6, 1], [1, 6], [2, 3]),
  /** An inverter that sleeps for up to a day; null: it does not sleep. */
  zeros: fc.option(fc.record({ at: fc.integer({ min: 5, max: 40 }), count: fc.integer({ min: 1, max: 100 }) })),
  batch: fc.integer({ min: 5, max: 60 }),
})
type Meter = Awaited<ReturnType<typeof meter.generate>>['value']

/** The readings of either sender, in mWh. With zeros both send each value, rounded down: neither is ahead. */
function sentOf(its: Meter, start: number) {
  const { everySeconds, startWh, watts, stepWh, lateSeconds, roundedToWh, zeros } = its
  const round = zeros === null && its.rounding === 'nearest' ? Math.round : Math.floor
  const [oneOf = 1, otherOf = 1] = zeros === null ? its.eachOf : []
  // As far as a plateau is followed, whichever reading is marked.
  const zerosMax = Math.floor((20 * 3_600) / everySeconds)
  let counted = startWh
  const shown = watts.map((each, place) => {
    counted += (each * everySeconds) / 3_600
    const isZero = zeros !== null && place >= zeros.at && place < zeros.at + Math.min(zeros.count, zerosMax)
    return isZero ? 0 : Math.floor(counted / stepWh) * stepWh
  })
  const at = (place: number) => start + place * everySeconds * 1_000
  // Later by more readings, values and zeros would alternate for longer than outliers may last (decision 0081).
  const lateMs = 1_000 * (zeros === null ? lateSeconds : Math.min(lateSeconds, 2 * everySeconds))
  const sentEach = (count: number, sent: (wh: number, place: number) => Reading) =>
    shown.map(sent).filter((_, place) => place % count === 0 || place === shown.length - 1)
  return {
    one: sentEach(oneOf, (wh, place) => ({ at: at(place), value: wh * 1_000 })),
    // Half a second off, so that the two never send at the same instant.
    other: sentEach(otherOf, (wh, place) => ({
      at: at(place) + lateMs + 500,
      value: round(wh / roundedToWh) * roundedToWh * 1_000,
    })),
    wh: Math.max(...shown) - (shown[0] ?? 0),
    aheadWhMax: round === Math.round ? roundedToWh / 2 : 0,
    // Too few later readings to classify the zeros.
    endsNearZeros: shown.slice(-outliersMax).includes(0),
  }
}

/**
 * The latest first and the others in any order: nothing shows yet that a newest value which is ahead of another sender
 * is no jump. With zeros the second sender comes late, because no value is plausible after a lone `0`.
 */
function batchesOf(
  { batch, zeros }: Meter,
  { one, other }: { one: Reading[]; other: Reading[] },
  random: Iterator<number>,
) {
  const order: Reading[] = []
  if (zeros === null) {
    const left = [...one, ...other.slice(0, -1)]
    while (left.length > 0) order.push(...left.splice((random.next().value ?? 0) % left.length, 1))
  } else {
    for (let place = 0; place < one.length + batch; place += batch) {
      order.push(...one.slice(place, place + batch), ...other.slice(Math.max(0, place - batch), Math.max(0, place)))
    }
  }
  const batches: Reading[][] = zeros === null ? [other.slice(-1)] : []
  for (let place = 0; place < order.length; place += batch) batches.push(order.slice(place, place + batch))
  return batches.flatMap((each, place) => (place % 3 === 0 ? [each, each] : [each]))
}

describe.each(engines)('two senders of one counter on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  it('give its true energy in every slot, in any order behind the latest, and nothing is refused', async () => {
    await fc.assert(
      fc.asyncProperty(meter, fc.infiniteStream(fc.nat()), async (its, random) => {
        const { push, channels, site } = await openPushingSite(portal, [{ key: 'it', measure: 'import', max_w: maxW }])
        // Pushes are counted by the hour.
        portal.clock.advance(hourMs)
        const start = slotOf(portal.clock.now().getTime() - 60 * hourMs)
        const sent = sentOf(its, start)
        for (const [index, batch] of batchesOf(its, sent, random).entries()) {
          const readings = batch.map(({ at, value }) => ({
            channel: 'it',
            at: instantText(new Date(at)),
            value: value / 1_000,
          }))
          expect((await push(readings)).json()).toEqual({ accepted: batch.length, rejected: [] })
          if (index % 4 === 0) await rollUp(portal.runtime)
        }
        await rollUp(portal.runtime)
        const rows = await slotsOfChannel(portal, channels[0]?.number ?? 0)
        const all = [...sent.one, ...sent.other]
        const window = { from: start, to: start + 60 * hourMs, step: slotMs }
        const expected = channelSlots({ role: 'grid', measure: 'import', maxW }, all, window)
        expect(rows.map(({ at_ms, mwh, covered_ms }) => [at_ms, mwh, covered_ms])).toEqual(
          expected.map(({ at, mwh, coveredMs }) => [at, mwh, coveredMs]),
        )
        if (!sent.endsNearZeros) {
          const wh = rows.reduce((sum, { mwh }) => sum + (mwh ?? 0), 0) / 1_000
          expect(wh).toBeGreaterThanOrEqual(sent.wh)
          expect(wh).toBeLessThanOrEqual(sent.wh + sent.aheadWhMax)
        }
        const alarms = await portal.runtime.db
          .selectFrom('energy_alarm')
          .select('kind')
          .where('site_id', '=', site.id)
          .execute()
        if (!sent.endsNearZeros) expect(alarms).toEqual([])
      }),
      // Shrinking a case takes longer than a test may: it would end without showing any case.
      { numRuns, endOnFailure: true },
    )
  })
})
