import fc from 'fast-check'
import { expect, it } from 'vitest'
import { acceptReadings } from './accept-readings.rules.ts'
import { canPrecede, canRise, intervalsOf, outliersMax } from './counter.rules.ts'
import { neighboursMax } from './touched-slots.rules.ts'

const channel = {
  role: 'grid',
  measure: 'import',
  max_w: 30_000,
  factor_millionths: 1_000_000,
  wrong_signs: 0,
} as const
const million = 1_000_000

const readings = (lengthMax: number) =>
  fc.array(fc.record({ at: fc.integer({ min: 0, max: 40 }), wh: fc.integer({ min: 0, max: 3_000 }) }), {
    maxLength: lengthMax,
  })

it('takes the readings of a counter that can follow a plateau before, or lie between their neighbours, one by one', () => {
  fc.assert(
    fc.property(readings(30), readings(30), (there, sent) => {
      const near = [...new Map(there.map(({ at, wh }) => [at * 5_000, wh * million])).entries()]
        .map(([at_ms, value_millionths]) => ({ at_ms, value_millionths }))
        .toSorted((one, other) => one.at_ms - other.at_ms)
      const batch = sent.map(({ at, wh }, index) => ({ at: at * 5_000, value: wh * million, index }))

      const all = new Map(near.map(row => [row.at_ms, row.value_millionths]))
      const refused: number[] = []
      for (const { at, value, index } of batch.toSorted((one, other) => one.at - other.at || one.index - other.index)) {
        if (all.get(at) === value) continue
        const before = [...all]
          .filter(([time]) => time < at)
          .toSorted(([one], [other]) => one - other)
          .map(([time, millionths]) => ({ at: time, value: millionths / 1_000 }))
          .filter(({ value }, place, every) => value !== every[place - 1]?.value)
          .slice(-outliersMax - 1)
        const reading = { at, value: value / 1_000 }
        const fits = before.some(
          (each, place) =>
            (place === before.length - 1 || before.slice(place + 1).some(({ value: later }) => later < each.value)) &&
            (reading.value < each.value || canRise(each, reading, channel.max_w)),
        )
        const after = near.find(({ at_ms }) => at_ms > at)
        const isBetween =
          after !== undefined &&
          canPrecede(reading, { at: after.at_ms, value: after.value_millionths / 1_000 }, channel.max_w)
        const earlier = [...all].filter(([time]) => time < at)
        const isLong =
          earlier.length >= neighboursMax && earlier.every(([, millionths]) => millionths === earlier[0]?.[1])
        if (before.length > 0 && !fits && !isBetween && !isLong) refused.push(index)
        else all.set(at, value)
      }

      const accepted = acceptReadings(channel, near, batch)
      expect(accepted.implausible).toEqual(refused)
      expect(new Map([...near.map(row => [row.at_ms, row.value_millionths] as const), ...accepted.changed])).toEqual(
        all,
      )
    }),
    { numRuns: 2_000 },
  )
})

it('refuses a jump after a long silence, though the reading before the silence allows it', () => {
  const near = [
    { at_ms: 0, value_millionths: 10_000 * million },
    { at_ms: 7_200_000, value_millionths: 10_100 * million },
  ]
  const jump = { at: 7_260_000, value: 60_000 * million, index: 0 }
  const next = { at: 7_320_000, value: 10_101 * million, index: 1 }
  const { changed, implausible } = acceptReadings(channel, near, [jump, next])
  expect(implausible).toEqual([0])
  expect([...changed.keys()]).toEqual([next.at])
})

it('takes a true value after a day of zeros, which counts once others confirm it, and no spike counts', () => {
  const zeros = Array.from({ length: neighboursMax }, (_, index) => ({ at_ms: index * 10_000, value_millionths: 0 }))
  const values = [12_345_000, 12_345_010, 12_345_020]
  const sent = values.map((wh, index) => ({ at: (neighboursMax + index) * 10_000, value: wh * million, index }))
  const energyOf = (changed: ReadonlyMap<number, number>) =>
    intervalsOf(
      [...zeros.map(({ at_ms, value_millionths }) => [at_ms, value_millionths] as const), ...changed].map(
        ([at, value]) => ({ at, value: value / 1_000 }),
      ),
      channel.max_w,
    ).intervals.reduce((sum, { mwh }) => sum + mwh, 0) / 1_000
  const { changed, implausible } = acceptReadings(channel, zeros, sent)
  expect(implausible).toEqual([])
  expect(energyOf(changed)).toBe(20)
  const spike = acceptReadings(channel, zeros, [
    sent[0] ?? { at: 0, value: 0, index: 0 },
    ...sent.slice(1).map(each => ({ ...each, value: 5 * million })),
  ])
  expect(spike.implausible).toEqual([])
  expect(energyOf(spike.changed)).toBe(5)
  // A channel with few readings yet may have sent a wrong one.
  expect(acceptReadings(channel, zeros.slice(0, 5), sent).implausible).toEqual([0, 1, 2])
})

it('takes a late reading whose value lies between its neighbours, and refuses one above both by more than a step', () => {
  const near = [
    { at_ms: 0, value_millionths: 10_000 * million },
    { at_ms: 3_600_000, value_millionths: 25_000 * million },
  ]
  const late = { at: 60_000, value: 15_000 * million, index: 0 }
  expect(acceptReadings(channel, near, [late]).implausible).toEqual([])
  expect(acceptReadings(channel, near, [{ ...late, value: 26_001 * million }]).implausible).toEqual([0])
})

it('takes the late readings of two senders in any order, however they round, when one is up to a minute late', () => {
  const meter = fc.record({
    watts: fc.array(fc.integer({ min: 0, max: channel.max_w }), { minLength: 5, maxLength: 60 }),
    everySeconds: fc.constantFrom(1, 10, 60, 300),
    lateMs: fc.integer({ min: 0, max: 60_000 }),
    stepWh: fc.constantFrom(1, 10, 100, 500, 1_000),
    round: fc.constantFrom(Math.floor, Math.round, Math.ceil),
  })
  fc.assert(
    fc.property(meter, fc.infiniteStream(fc.nat()), ({ watts, everySeconds, lateMs, stepWh, round }, random) => {
      let counted = 12_345_678
      const left = watts.flatMap((each, place) => {
        counted += (each * everySeconds) / 3_600
        const at = place * everySeconds * 1_000
        return [
          { at, value: Math.floor(counted) * million },
          { at: at + lateMs, value: round(counted / stepWh) * stepWh * million },
        ]
      })
      const latest = { at: watts.length * everySeconds * 1_000 + lateMs, value: Math.floor(counted) * million }
      const near = new Map([[latest.at, latest.value]])
      while (left.length > 0) {
        const size = (random.next().value ?? 0) % 7
        const sent = Array.from({ length: Math.min(size, left.length) }, (_, index) => {
          const [reading = latest] = left.splice((random.next().value ?? 0) % left.length, 1)
          return { ...reading, index }
        })
        const rows = [...near].map(([at_ms, value_millionths]) => ({ at_ms, value_millionths }))
        const { changed, implausible } = acceptReadings(
          channel,
          rows.toSorted((one, other) => one.at_ms - other.at_ms),
          sent,
        )
        expect(implausible).toEqual([])
        for (const [at, value] of changed) near.set(at, value)
      }
    }),
    { numRuns: 2_000 },
  )
})

it('refuses a late value that exceeds the next one by more than the delay of a second sender explains', () => {
  const near = [
    { at_ms: 0, value_millionths: 12_345_001 * million },
    { at_ms: 20_000, value_millionths: 12_345_003 * million },
  ]
  // 30 kW for the remaining 40 s of a minute, and a step of 1 Wh.
  const late = { at: 100, value: (12_345_003 + 334) * million, index: 0 }
  expect(acceptReadings(channel, near, [late]).implausible).toEqual([])
  expect(acceptReadings(channel, near, [{ ...late, value: late.value + 2 * million }]).implausible).toEqual([0])
})

it('loses nothing of a load above the limit, because no reading is compared with an impossible one', () => {
  const near: { at_ms: number; value_millionths: number }[] = []
  let counted = 12_345_678
  for (let seconds = 0; seconds <= 7_200; seconds += 10) {
    counted += ((seconds > 600 && seconds < 4_000 ? 10_500 : 5_000) * 10) / 3_600
    const sent = { at: seconds * 1_000, value: Math.round(counted * million), index: 0 }
    const { changed } = acceptReadings({ ...channel, max_w: 10_000 }, near, [sent])
    for (const [at_ms, value_millionths] of changed) near.push({ at_ms, value_millionths })
  }
  const readings = near.map(({ at_ms, value_millionths }) => ({ at: at_ms, value: value_millionths / 1_000 }))
  const { intervals, events } = intervalsOf(readings, 10_000)
  const mwh = intervals.reduce((sum, each) => sum + each.mwh, 0)
  expect(mwh).toBeCloseTo((readings.at(-1)?.value ?? 0) - (readings[0]?.value ?? 0), 3)
  expect(events).toEqual([])
})

/** A meter is sent every ten seconds, in order; no reading is refused. */
it.each<[string, (seconds: number) => number]>([
  ['every minute', (seconds: number) => (8_500 * Math.floor(seconds / 60) * 60) / 3_600],
  ...[5, 20, 25, 50, 250, 500].map((size): [string, (seconds: number) => number] => [
    `in steps of ${size} Wh`,
    seconds => Math.floor((8_500 * seconds) / 3_600 / size) * size,
  ]),
])('takes a meter near its limit that moves %s', (_, meter) => {
  const near: { at_ms: number; value_millionths: number }[] = []
  const refused: number[] = []
  for (let seconds = 0; seconds < 7_200; seconds += 10) {
    const sent = { at: seconds * 1_000, value: Math.round((12_345_000 + meter(seconds)) * million), index: seconds }
    const { changed, implausible } = acceptReadings({ ...channel, max_w: 10_000 }, near, [sent])
    refused.push(...implausible)
    for (const [at_ms, value_millionths] of changed) near.push({ at_ms, value_millionths })
  }
  expect(refused).toEqual([])
  const readings = near.map(({ at_ms, value_millionths }) => ({
    at: at_ms,
    value: Math.round(value_millionths / 1_000),
  }))
  expect(intervalsOf(readings, 10_000).events).toEqual([])
})
