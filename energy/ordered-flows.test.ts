import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { createHighsSolver } from './highs-solver.ts'
import { plan } from './plan.ts'
import { arbitraryInput } from './testing/arbitrary-inputs.ts'
import { faultsOf, type Input, type InputStorage } from './testing/plan-checker.ts'

const solve = await createHighsSolver(() => expect.unreachable('the solver broke down'))
const runs = inject('proofSize') === 'whole' ? { numRuns: 1500 } : { numRuns: 25, seed: 1 }

const planned = (input: Input, solver: typeof solve | null = solve) => {
  const output = plan(input, solver ?? undefined)
  if (output.status === 'invalid') throw new Error(JSON.stringify(output.problems))
  return output
}

/** Four hours: sun in the second one, expensive evenings; a half-full battery. */
const battery: InputStorage = {
  id: 'b',
  contentWh: 2000,
  maxWh: 4000,
  maxChargeW: 2000,
  maxDischargeW: 2000,
  endCt: 15,
}
const house: Input = {
  startsAt: '2026-06-01T12:00:00Z',
  minutes: [60, 60, 60, 60],
  loadW: [1000, 500, 1000, 1000],
  pvW: [0, 3000, 0, 0],
  importCt: [40, 30, 20, 45],
  exportCt: [8, 8, 8, 8],
  storages: [battery],
}
const until = '2026-06-01T14:00:00Z'
const withOrder = (ordered: InputStorage['ordered'], more: Partial<InputStorage> = {}) =>
  planned({ ...house, storages: [{ ...battery, ...more, ...(ordered && { ordered }) }] })

describe('a storage that somebody ordered', () => {
  test.each([
    ['auto', [0, 2000], [1000, 0]],
    ['hold', [0, 2000], [0, 0]],
    ['pass', [0, 0], [1000, 0]],
    ['idle', [0, 0], [0, 0]],
  ])('to %s does so until the end of the order, and the plan expects it', (mode, chargeW, dischargeW) => {
    const output = withOrder({ mode, until })
    const [storage] = output.storages
    expect(storage?.mode.slice(0, 2)).toEqual([mode, mode])
    expect(storage?.reason.slice(0, 2)).toEqual(['demanded', 'demanded'])
    for (const step of [0, 1]) {
      expect(Math.abs((storage?.chargeW[step] ?? -9) - (chargeW[step] ?? 0))).toBeLessThanOrEqual(1)
      expect(Math.abs((storage?.dischargeW[step] ?? -9) - (dischargeW[step] ?? 0))).toBeLessThanOrEqual(1)
    }
    expect(storage?.reason[2]).not.toBe('demanded')
    expect(faultsOf(house, output)).toEqual([])
  })

  test('to discharge feeds in, though no plan may do so with it', () => {
    const output = withOrder(
      { mode: 'discharge', powerW: 1500, until: '2026-06-01T12:30:00Z' },
      { gridDischarge: false },
    )
    expect(output.storages[0]).toMatchObject({ powerW: [1500, null, null, null] })
    expect(output.storages[0]?.dischargeW[0]).toBeCloseTo(1500, -1)
    expect(output.exportW[0]).toBeCloseTo(500, -1)
    expect(output.storages[0]?.dischargeW.slice(1).every((power, step) => power <= (house.loadW[step + 1] ?? 0))).toBe(
      true,
    )
    const limited = planned({
      ...house,
      grid: { maxExportW: 100 },
      storages: [{ ...battery, ordered: { mode: 'discharge', until } }],
    })
    expect(Math.max(...limited.exportW)).toBeLessThanOrEqual(100)
  })

  test('follows the order without a solver, too', () => {
    const ordered = { mode: 'hold', until }
    const output = planned({ ...house, storages: [{ ...battery, ordered }] }, null)
    expect(output.storages[0]?.dischargeW.slice(0, 2)).toEqual([0, 0])
    expect(output.storages[0]?.reason).toEqual(['demanded', 'demanded', 'rules', 'rules'])
    expect(output.selfUse.costEur).toBeGreaterThan(withOrder(undefined).selfUse.costEur)
  })
})

test('a plan that is as cheap as self-use is no plan by rules, though calm may cost half a cent', () => {
  const output = planned({ ...house, storages: [{ ...battery, ordered: { mode: 'hold', until } }] })
  expect(output.costEur).toBeCloseTo(output.selfUse.costEur, 4)
  expect(output.status).toBe('optimal')
  expect(output.storages[0]?.valueCt).not.toContain(null)
})

describe('every plan with an order', () => {
  const order = fc.record({
    mode: fc.constantFrom('auto', 'hold', 'pass', 'idle', 'charge'),
    steps: fc.nat({ max: 30 }),
  })
  test('keeps balance, limits and directions, and holds the mode', () => {
    fc.assert(
      fc.property(arbitraryInput, order, (input, { mode, steps }) => {
        const [first, ...others] = input.storages ?? []
        if (first === undefined) return
        const minutes = input.minutes.slice(0, steps).reduce((sum, length) => sum + length, 0)
        const end = new Date(Date.parse(input.startsAt) + minutes * 60_000).toISOString()
        const { demandW: _, ...free } = first
        const asked: Input = { ...input, storages: [{ ...free, ordered: { mode, until: end } }, ...others] }
        const output = planned(asked)
        expect(faultsOf(asked, output)).toEqual([])
        const [storage] = output.storages
        for (let step = 0; step < Math.min(steps, input.minutes.length); step += 1) {
          expect(storage?.mode[step]).toBe(mode)
          if (mode === 'hold' || mode === 'idle') expect(storage?.dischargeW[step]).toBe(0)
          if (mode === 'pass' || mode === 'idle') expect(storage?.chargeW[step]).toBe(0)
        }
      }),
      runs,
    )
  })
})

test('a charging limit holds in its steps, and is given as their reason', () => {
  const goals = [{ at: '2026-06-01T16:00:00Z', contentWh: 20_000 }]
  const car: InputStorage = { id: 'car', kind: 'car', contentWh: 0, maxWh: 40_000, maxChargeW: 11_000, goals }
  const chargeLimitW = [4200, 4200, null, null]
  const input = { ...house, importCt: [1, 1, 50, 50], storages: [{ ...car, chargeLimitW }] }
  const output = planned(input)
  expect(output.storages[0]?.chargeW.slice(0, 2)).toEqual([4200, 4200])
  expect(output.storages[0]?.reason.slice(0, 2)).toEqual(['grid_limit', 'grid_limit'])
  expect(output.shortfalls).toEqual([])
  expect(faultsOf(input, output)).toEqual([])
  expect(faultsOf(input, planned(input, undefined))).toEqual([])
})
