/** Houses of every kind, small enough to be planned in thousands. */
import fc from 'fast-check'
import type { Input, InputStorage } from './plan-checker.ts'

const startsAt = '2026-06-01T10:00:00Z'
const watts = (max: number) => fc.integer({ min: 0, max: max / 100 }).map(value => value * 100)

function arbitraryStorage(steps: number, id: string): fc.Arbitrary<InputStorage> {
  return fc
    .record({
      kind: fc.constantFrom('battery' as const, 'car' as const, 'heat' as const),
      maxWh: fc.constantFrom(2000, 5000, 10_000),
      share: fc.double({ min: 0, max: 1.1, noNaN: true }),
      minShare: fc.constantFrom(0, 0, 0.1),
      maxChargeW: fc.constantFrom(1000, 3000, 11_000),
      leastShare: fc.constantFrom(0, 0, 0.4, 1),
      maxDischargeW: fc.constantFrom(0, 2000, 5000),
      chargeEfficiency: fc.constantFrom(1, 0.9, 3),
      dischargeEfficiency: fc.constantFrom(1, 0.95),
      connected: fc.array(fc.constantFrom(1, 1, 1, 0), { minLength: steps, maxLength: steps }),
      drawW: fc.array(fc.constantFrom(0, 0, 0, 800), { minLength: steps, maxLength: steps }),
      lossW: fc.constantFrom(0, 0, 20),
      demandW: fc.array(fc.constantFrom(0, 0, 0, 0, 1500), { minLength: steps, maxLength: steps }),
      goals: fc.array(
        fc.record({ step: fc.integer({ min: 0, max: steps }), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
        { maxLength: 1 },
      ),
      gridCharge: fc.boolean(),
      gridDischarge: fc.boolean(),
      wearCt: fc.constantFrom(0, 1),
      startCt: fc.constantFrom(0, 0, 2),
      isCharging: fc.boolean(),
      endCt: fc.constantFrom(null, 0, 15),
    })
    .map(({ share, minShare, leastShare, goals, ...storage }) => ({
      ...storage,
      id,
      contentWh: Math.round(share * storage.maxWh),
      minWh: minShare * storage.maxWh,
      minChargeW: leastShare * storage.maxChargeW,
      goals: goals.map(goal => ({
        at: new Date(Date.parse(startsAt) + goal.step * 900_000).toISOString(),
        contentWh: Math.round(goal.share * storage.maxWh),
      })),
    }))
}

export const arbitraryInput: fc.Arbitrary<Input> = fc.integer({ min: 1, max: 10 }).chain(steps => {
  const list = (value: fc.Arbitrary<number>) => fc.array(value, { minLength: steps, maxLength: steps })
  return fc.record({
    startsAt: fc.constant(startsAt),
    minutes: fc.constant(new Array<number>(steps).fill(15)),
    loadW: list(watts(4000)),
    pvW: list(fc.oneof(fc.constant(0), watts(9000))),
    importCt: list(fc.integer({ min: -10, max: 45 })),
    exportCt: list(fc.constantFrom(0, 8, 8, -4, 30)),
    grid: fc.record({
      maxImportW: fc.constantFrom(null, null, 5000),
      maxExportW: fc.constantFrom(null, null, 3000, 0),
      canCurtail: fc.boolean(),
    }),
    storages: fc
      .integer({ min: 0, max: 2 })
      .chain(count => fc.tuple(...Array.from({ length: count }, (_, index) => arbitraryStorage(steps, `s${index}`)))),
    options: fc.constant({ gapCt: 0.001, calmCt: 0.001, limitMs: 20_000 }),
  })
})
