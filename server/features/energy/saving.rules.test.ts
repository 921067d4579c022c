import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { createHighsSolver } from '#energy/highs-solver.ts'
import { type Policy, simulate } from '#energy/simulate.ts'
import { startOfBerlinDay } from '#server/clock.ts'
import { slotMs } from './channel-slots.rules.ts'
import { dateAfter, type SlotPrice } from './energy-bill.rules.ts'
import {
  type ReplayedStorage,
  replayOf,
  type SavingFacts,
  savingObstacleOf,
  savingPolicies,
  withBound,
} from './saving.rules.ts'
import type { FlowSlot } from './slot-account.rules.ts'

const solve = await createHighsSolver(() => expect.unreachable('the solver broke down'))
const runs = inject('proofSize') === 'whole' ? { numRuns: 200 } : { numRuns: 5, seed: 1 }

const battery = {
  kind: 'battery' as const,
  ...{ minWh: 500, maxWh: 10_000, maxChargeW: 4000, minChargeW: 0, maxDischargeW: 4000, lossW: 0 },
  ...{ chargeEfficiency: 0.95, dischargeEfficiency: 0.94, gridCharge: true, gridDischarge: false },
  ...{ wearCt: 1, startCt: 0, endCt: null, schedule: { departures: [], awayUntil: null } },
}
const car = {
  ...battery,
  kind: 'car' as const,
  ...{ minWh: 0, maxWh: 60_000, maxChargeW: 11_000, minChargeW: 1380, maxDischargeW: 0 },
  ...{ chargeEfficiency: 0.9, wearCt: 0, startCt: 2 },
}

type House = { date: string; load: number[]; sun: number[]; spot: number[]; startPercent: number; carWh: number }

const arbitraryHouse: fc.Arbitrary<House> = fc.record({
  date: fc.constantFrom('2026-03-29', '2026-05-12', '2026-10-25'),
  load: fc.array(fc.integer({ min: 100, max: 6000 }), { minLength: 100, maxLength: 100 }),
  sun: fc.array(fc.integer({ min: 0, max: 9000 }), { minLength: 100, maxLength: 100 }),
  spot: fc.array(fc.integer({ min: -10, max: 60 }), { minLength: 100, maxLength: 100 }),
  startPercent: fc.integer({ min: 5, max: 100 }),
  carWh: fc.integer({ min: 500, max: 20_000 }),
})

/** The day of a house as its meters would have measured it under a policy. */
function measuredUnder(policy: Policy, house: House): SavingFacts {
  const from = startOfBerlinDay(house.date).getTime()
  const to = startOfBerlinDay(dateAfter(house.date, 1)).getTime()
  const at = Array.from({ length: (to - from) / slotMs }, (_, step) => from + step * slotMs)
  const pvW = at.map((_, step) => (step > 32 && step < 72 ? (house.sun[step] ?? 0) : 0))
  const prices = at.map((start, step): SlotPrice => {
    const importCt = 25 + (house.spot[step] ?? 0)
    return {
      ...{ at: start, spotCt: house.spot[step] ?? 0, isEstimated: false, importCt, exportCt: 7.86 },
      ...{ exchangeCt: 0, supplyCt: 0, gridCt: 0, leviesCt: 0, vatCt: 0 },
    }
  })
  const isAtCable = (step: number) => step < 28 || step >= 70
  const evening = { goals: [{ at: new Date(to).toISOString(), contentWh: house.carWh }], maxWh: house.carWh }
  const output = simulate(
    {
      policy,
      series: true,
      startsAt: new Date(from).toISOString(),
      minutes: at.map(() => 15),
      loadW: house.load.slice(0, at.length),
      pvW,
      importCt: prices.map(({ importCt }) => importCt),
      exportCt: prices.map(({ exportCt }) => exportCt),
      storages: [
        { ...battery, id: 'battery', contentWh: house.startPercent * 100 },
        {
          ...{ ...car, ...evening, id: 'car', contentWh: 0, minChargeW: 0 },
          connected: at.map((_, step) => (step >= 70 ? 1 : 0)),
        },
      ],
    },
    solve,
  )
  if (output.status !== 'done' || output.series === undefined) throw new Error(JSON.stringify(output))
  const { importW, exportW, storages } = output.series
  const [ofBattery, ofCar] = storages
  const mwh = (watts: number | undefined) => Math.round((watts ?? 0) * 250)
  const slots = at.map(
    (start, step): FlowSlot => ({
      ...{ at_ms: start, quality: 'measured', heat_mwh: null, consumer_mwh: null, unexplained_mwh: null },
      import_mwh: mwh(importW[step]),
      export_mwh: mwh(exportW[step]),
      pv_mwh: mwh(pvW[step]),
      charge_mwh: mwh(ofBattery?.chargeW[step]),
      discharge_mwh: mwh(ofBattery?.dischargeW[step]),
      house_mwh: mwh(house.load[step]),
      car_mwh: mwh(ofCar?.chargeW[step]),
    }),
  )
  const storagesThere: ReplayedStorage[] = [
    {
      ...{ ...battery, id: 'battery', startPercent: house.startPercent },
      endPercent: (ofBattery?.contentWh.at(-1) ?? 0) / 100,
      slots: slots.map(slot => ({
        at: slot.at_ms,
        chargeMwh: slot.charge_mwh,
        dischargeMwh: slot.discharge_mwh,
        isConnected: null,
      })),
    },
    {
      ...{ ...car, id: 'car', startPercent: null, endPercent: null },
      slots: slots.map((slot, step) => ({
        at: slot.at_ms,
        chargeMwh: slot.car_mwh,
        dischargeMwh: 0,
        isConnected: isAtCable(step),
      })),
    },
  ]
  return {
    ...{ siteId: 'site', from, to, coveredMs: to - from, slots, prices, storages: storagesThere },
    grid: { maxImportW: null, maxExportW: null, canCurtail: false },
  }
}

function costsOf(facts: SavingFacts) {
  const { input, heldEur, actualEur } = replayOf(facts)
  const costs = { actual: actualEur, none: 0, self_use: 0, rules: 0, bound: 0 }
  for (const policy of savingPolicies) {
    const output = simulate(input(policy), solve)
    if (output.status !== 'done') throw new Error(JSON.stringify(output))
    costs[policy] = output.totalEur + heldEur
  }
  return costs
}

describe('a replayed day', () => {
  it.each(['none', 'self_use'] as const)(
    'that followed %s cost as much as in the replay, also when clocks change',
    policy => {
      fc.assert(
        fc.property(arbitraryHouse, house => {
          const costs = costsOf(measuredUnder(policy, house))
          expect(costs.actual).toBeCloseTo(costs[policy], 2)
        }),
        runs,
      )
    },
  )

  it('never cost less than the bound', () => {
    fc.assert(
      fc.property(arbitraryHouse, fc.constantFrom<Policy>('none', 'self_use', 'rules'), (house, policy) => {
        const costs = costsOf(measuredUnder(policy, house))
        for (const cost of [costs.actual, costs.none, costs.self_use]) {
          expect(costs.bound).toBeLessThanOrEqual(cost + 0.01)
        }
        expect(withBound({ ...costs, bound: costs.actual + 5 }).bound).toBeLessThanOrEqual(costs.actual)
      }),
      runs,
    )
  })

  const usual: House = {
    date: '2026-05-12',
    load: new Array(100).fill(500),
    sun: new Array(100).fill(4000),
    spot: Array.from({ length: 100 }, (_, step) => (step > 80 ? 5 : 30)),
    startPercent: 40,
    carWh: 12_000,
  }

  it('counts the value of the battery content at its end', () => {
    const facts = measuredUnder('self_use', usual)
    const [first, ...others] = facts.storages
    if (first === undefined) throw new Error('no battery')
    const fuller = { ...facts, storages: [{ ...first, endPercent: (first.endPercent ?? 0) + 10 }, ...others] }
    // 1 kWh more at the quantile of the day's prices.
    expect(replayOf(facts).actualEur - replayOf(fuller).actualEur).toBeCloseTo(0.517, 2)
  })

  it('leaves a gap out of its cost and out of all comparisons', () => {
    const facts = measuredUnder('none', { ...usual, carWh: 500 })
    const gap = {
      ...facts,
      slots: facts.slots.map((slot, step) => (step < 8 ? { ...slot, quality: 'gap' as const, import_mwh: 9e9 } : slot)),
    }
    const costs = costsOf(gap)
    expect(costs.actual).toBeCloseTo(costs.none, 2)
    expect(costs.actual).toBeLessThan(costsOf(facts).actual)
  })

  it('charges a car as much as it was charged, and only while it was there', () => {
    const { input } = replayOf(measuredUnder('none', usual))
    const cars = input('bound').storages.filter(({ kind }) => kind === 'car')
    expect(cars.map(({ maxWh }) => Math.round(maxWh))).toEqual([12_000])
    expect(cars[0]?.connected.indexOf(1)).toBe(70)
    // By its schedule, without a channel for the cable.
    const facts = measuredUnder('none', usual)
    const schedule = { departures: [{ weekdays: [2], time: '18:00', levelPercent: 80 }], awayUntil: null }
    const blind = facts.storages.map(storage => ({
      ...storage,
      schedule,
      slots: storage.slots.map(slot => ({ ...slot, isConnected: null })),
    }))
    const stays = replayOf({ ...facts, storages: blind })
      .input('bound')
      .storages.filter(({ kind }) => kind === 'car')
    expect(stays.map(({ connected }) => connected.indexOf(1))).toEqual([0, 72])
  })

  it.each([
    ['coverage', (facts: SavingFacts) => ({ ...facts, coveredMs: facts.coveredMs * 0.89 })],
    ['no_storage', (facts: SavingFacts) => ({ ...facts, storages: [] })],
    [
      'no_level',
      (facts: SavingFacts) => ({ ...facts, storages: facts.storages.map(one => ({ ...one, endPercent: null })) }),
    ],
    ['no_tariff', (facts: SavingFacts) => ({ ...facts, prices: facts.prices.slice(1) })],
    [
      'no_prices',
      (facts: SavingFacts) => ({
        ...facts,
        prices: facts.prices.map((price, step) => ({ ...price, isEstimated: step === 50 })),
      }),
    ],
  ])('has no result: %s', (obstacle, changed) => {
    const facts = measuredUnder('none', usual)
    expect(savingObstacleOf(facts)).toBeNull()
    expect(savingObstacleOf(changed(facts))).toBe(obstacle)
  })
})
