import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { createHighsSolver } from './highs-solver.ts'
import { plan } from './plan.ts'
import { type SimulateOutput, simulate } from './simulate.ts'
import { arbitraryInput } from './testing/arbitrary-inputs.ts'
import { type Input, simulationFaultsOf } from './testing/plan-checker.ts'

const solve = await createHighsSolver(() => expect.unreachable('the solver broke down'))
/** Random inputs are searched by `npm run prove -- energy`; here they are the same ones each time. */
const runs = (share = 1) =>
  inject('proofSize') === 'whole' ? { numRuns: 1000 * share } : { numRuns: 15 * share, seed: 1 }

type Done = Exclude<SimulateOutput, { status: 'invalid' }>
type Policy = Done['policy']

function simulated(input: Input, policy: Policy, forecast: object = { loadW: input.loadW, pvW: input.pvW }): Done {
  const output = simulate({ ...input, policy, series: true, forecast }, solve)
  if (output.status === 'invalid') throw new Error(JSON.stringify(output.problems))
  return output
}

describe.each<Policy>(['none', 'self_use', 'rules', 'optimiser'])('the policy %s', policy => {
  test('keeps balance, limits and directions, and its money is right', () => {
    fc.assert(
      fc.property(arbitraryInput, input => {
        expect(simulationFaultsOf(input, simulated(input, policy))).toEqual([])
      }),
      runs(policy === 'optimiser' ? 1 : 10),
    )
  })

  test('never costs less than the bound', () => {
    fc.assert(
      fc.property(arbitraryInput, input => {
        // Without possible shortfalls: they come before money.
        const storages = (input.storages ?? []).map(({ goals, drawW, demandW, ...storage }) => ({
          ...storage,
          minWh: 0,
          lossW: 0,
          contentWh: Math.min(storage.contentWh, storage.maxWh),
        }))
        const free = { ...input, grid: {}, storages }
        expect(simulated(free, 'bound').totalEur).toBeLessThanOrEqual(simulated(free, policy).totalEur + 0.0005)
      }),
      runs(),
    )
  })
})

test('self-use on measured values equals the self-use of a plan with these values as forecast', () => {
  fc.assert(
    fc.property(arbitraryInput, input => {
      const output = plan(input, undefined)
      if (output.status === 'invalid') throw new Error(JSON.stringify(output.problems))
      expect(simulated(input, 'self_use')).toMatchObject(output.selfUse)
    }),
    runs(5),
  )
})

/** Two days with a battery and a car, in hours from midnight in Berlin. */
const days: Input = {
  startsAt: '2026-05-04T22:00:00Z',
  minutes: new Array<number>(48).fill(60),
  loadW: Array.from({ length: 48 }, (_, hour) => 300 + 100 * (hour % 5)),
  pvW: Array.from({ length: 48 }, (_, hour) => (hour % 24 > 7 && hour % 24 < 18 ? 3500 : 0)),
  importCt: Array.from({ length: 48 }, (_, hour) => 25 + ((hour * 7) % 13)),
  exportCt: new Array<number>(48).fill(8),
  storages: [
    { id: 'akku', contentWh: 2000, maxWh: 8000, maxChargeW: 4000, maxDischargeW: 4000, wearCt: 1, endCt: 20 },
    {
      id: 'auto',
      kind: 'car',
      contentWh: 10_000,
      maxWh: 40_000,
      maxChargeW: 11_000,
      goals: [{ at: '2026-05-06T05:00:00Z', contentWh: 39_000 }],
      endCt: 10,
    },
  ],
}
const changedFrom = <Value>(list: readonly Value[], step: number, value: Value) =>
  list.map((entry, index) => (index < step ? entry : value))

// Without a minimum power the plans are found at once: time never runs out, and the same input has the same answer.
describe('the optimiser', () => {
  test('uses forecasts, not later measurements', () => {
    const forecast = { loadW: days.loadW, pvW: days.pvW }
    const morning = (output: Done) => output.series?.storages.map(({ chargeW }) => chargeW.slice(0, 20))
    const usual = simulated(days, 'optimiser', forecast)
    const other = { ...days, loadW: changedFrom(days.loadW, 20, 9000), pvW: changedFrom(days.pvW, 20, 0) }
    expect(morning(simulated(other, 'optimiser', forecast))).toEqual(morning(usual))
    expect(simulated(other, 'optimiser', forecast).series).not.toEqual(usual.series)
  })

  test.each<[Policy]>([['optimiser'], ['rules']])('%s knows the prices of tomorrow from 13:00, not before', policy => {
    const dark = { ...days, pvW: days.pvW.map(() => 0) }
    const other = { ...dark, importCt: changedFrom(days.importCt, 24, 1) }
    const [one, two] = [simulated(dark, policy), simulated(other, policy)]
    const until = (output: Done, step: number) => output.series?.storages.map(({ chargeW }) => chargeW.slice(0, step))
    expect(until(two, 13)).toEqual(until(one, 13))
    expect(until(two, 24)).not.toEqual(until(one, 24))
  })

  test('costs less than self-use where prices differ, and no more than the bound allows', () => {
    const total = (policy: Policy) => simulated(days, policy).totalEur
    expect(total('optimiser')).toBeLessThan(total('self_use') - 0.2)
    expect(total('bound')).toBeLessThanOrEqual(total('optimiser'))
  })

  test('follows rules without a solver', () => {
    const output = simulate({ ...days, policy: 'optimiser', forecast: { loadW: days.loadW, pvW: days.pvW } }, undefined)
    expect(output.status).toBe('done')
  })
})

test('without control a car is charged until its goal is met, and until it is full without a goal', () => {
  const [, car] = days.storages ?? []
  const charged = (goals: { at: string; contentWh: number }[]) =>
    simulated({ ...days, storages: car === undefined ? [] : [{ ...car, goals }] }, 'none').series?.storages[0]
      ?.contentWh
  expect(charged([])?.slice(0, 4)).toEqual([21_000, 32_000, 40_000, 40_000])
  expect(charged(car?.goals ?? [])?.slice(0, 4)).toEqual([21_000, 32_000, 39_000, 39_000])
})

test('a year in quarter-hours is simulated', () => {
  const steps = 35_040
  const list = (of: (step: number) => number) => Array.from({ length: steps }, (_, step) => of(step))
  const year: Input = {
    startsAt: '2026-01-01T00:00:00Z',
    minutes: list(() => 15),
    loadW: list(step => 300 + (step % 7) * 50),
    pvW: list(step => ((step / 4) % 24 > 8 && (step / 4) % 24 < 17 ? 2500 : 0)),
    importCt: list(step => 25 + ((step >> 2) % 11)),
    exportCt: list(() => 8),
    storages: days.storages?.slice(0, 1) ?? [],
  }
  const total = (policy: Policy) => simulated(year, policy).totalEur
  expect(total('self_use')).toBeLessThan(total('none'))
})

test.each<[string, object, string, string]>([
  ['no policy', {}, 'policy', 'required'],
  ['an unknown policy', { policy: 'dream' }, 'policy', 'choice'],
  ['an optimiser without a forecast', { policy: 'optimiser' }, 'forecast', 'required'],
  [
    'a forecast one step short',
    { policy: 'optimiser', forecast: { loadW: [1], pvW: days.pvW } },
    'forecast.loadW',
    'length',
  ],
  [
    'no distance between plans',
    { policy: 'optimiser', forecast: { ...days, replanMinutes: 0 } },
    'forecast.replanMinutes',
    'range',
  ],
  ['a text for the series', { policy: 'none', series: 'yes' }, 'series', 'type'],
  ['40,001 steps', { policy: 'none', minutes: new Array(40_001).fill(15) }, 'minutes', 'length'],
])('%s is invalid', (_, fields, field, code) => {
  const output = simulate({ ...days, id: 'x', ...fields }, solve)
  expect(output).toMatchObject({ id: 'x', status: 'invalid' })
  expect('problems' in output && output.problems).toContainEqual({ field, code })
})
