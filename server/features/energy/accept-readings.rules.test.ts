import fc from 'fast-check'
import { expect, it } from 'vitest'
import { acceptReadings } from './accept-readings.rules.ts'
import { canRise, outliersMax } from './counter.rules.ts'

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

it('takes the readings of a counter that can follow the one before or one of ten after which it fell, one by one', () => {
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
          .slice(-outliersMax)
          .map(([time, millionths]) => ({ at: time, value: millionths / 1_000 }))
        const reading = { at, value: value / 1_000 }
        const fits = before.some(
          (each, place) =>
            (place === before.length - 1 || before.slice(place + 1).some(({ value: later }) => later < each.value)) &&
            (reading.value < each.value || canRise(each, reading, channel.max_w)),
        )
        if (before.length > 0 && !fits) refused.push(index)
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
