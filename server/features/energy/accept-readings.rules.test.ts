import fc from 'fast-check'
import { expect, it } from 'vitest'
import { acceptReadings } from './accept-readings.rules.ts'
import { canRise, intervalsOf, outliersMax } from './counter.rules.ts'
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
  fc.array(fc.record({ at: fc.integer({ min: 0, max: 40 }), wh: fc.integer({ min: 0, max: 60 }) }), {
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
        const isBetween = after !== undefined && after.value_millionths >= value
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
    { numRuns: 500 },
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

it('takes a late reading whose value lies between its neighbours, and refuses one above both', () => {
  const near = [
    { at_ms: 0, value_millionths: 10_000 * million },
    { at_ms: 3_600_000, value_millionths: 25_000 * million },
  ]
  const late = { at: 60_000, value: 15_000 * million, index: 0 }
  expect(acceptReadings(channel, near, [late]).implausible).toEqual([])
  expect(acceptReadings(channel, near, [{ ...late, value: 25_001 * million }]).implausible).toEqual([0])
})

/** Of a meter that moves every minute and is sent every ten seconds, in order: how many readings are refused. */
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
