import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FlowsOfSite, sumSites } from './site-now.rules.ts'

const nothing: FlowsOfSite = {
  import_w: null,
  export_w: null,
  pv_w: null,
  charge_w: null,
  discharge_w: null,
  house_w: null,
  car_w: null,
  heat_w: null,
  consumer_w: null,
  doubted: 0,
}

test.each<[string, Partial<FlowsOfSite>, number | null]>([
  ['nothing is known', {}, null],
  ['a measured house counts as it is', { import_w: 100, house_w: 900, pv_w: 50 }, 900],
  ['without one it is the remainder', { import_w: 100, export_w: 0, pv_w: 900, charge_w: 300, discharge_w: 0 }, 700],
  ['the remainder is never below 0', { import_w: 0, export_w: 800, pv_w: 300 }, 0],
  ['parts are not counted twice', { import_w: 1_000, car_w: 700, heat_w: 200, consumer_w: 50 }, 1_000],
  ['the house is unknown while a value is in doubt', { import_w: 100, pv_w: null, car_w: 30, doubted: 1 }, 30],
  ['the house is unknown without the grid', { pv_w: 900, car_w: 300 }, 300],
])('what a site uses: %s', (_, flows, usedW) => {
  expect(sumSites([{ ...nothing, ...flows }]).usedW).toBe(usedW)
})

test('sums of two parks are the sum of both', () => {
  const power = fc.option(fc.integer({ min: 0, max: 30_000 }), { nil: null })
  const site: fc.Arbitrary<FlowsOfSite> = fc.record({
    import_w: power,
    export_w: power,
    pv_w: power,
    charge_w: power,
    discharge_w: power,
    house_w: power,
    car_w: power,
    heat_w: power,
    consumer_w: power,
    doubted: fc.nat({ max: 1 }),
  })
  fc.assert(
    fc.property(fc.array(site), fc.array(site), (one, other) => {
      const [first, second, both] = [sumSites(one), sumSites(other), sumSites([...one, ...other])]
      for (const name of ['measuredCount', 'pvW', 'usedW', 'importW', 'exportW'] as const) {
        expect(both[name] ?? 0).toBe((first[name] ?? 0) + (second[name] ?? 0))
      }
    }),
  )
})
