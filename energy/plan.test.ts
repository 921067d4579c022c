import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { createHighsSolver } from './highs-solver.ts'
import { noSolution, type Solver } from './linear-problem.ts'
import { plan } from './plan.ts'
import { arbitraryInput } from './testing/arbitrary-inputs.ts'
import { faultsOf, type Input, totalOf } from './testing/plan-checker.ts'

const solve = await createHighsSolver(() => expect.unreachable('the solver broke down'))
const asked = inject('proofSize')
/** Random inputs are searched by `npm run prove -- energy`; here they are the same ones each time. */
const runs = (share = 1) =>
  asked === 'whole' ? { numRuns: 3000 * share } : { numRuns: Math.ceil(25 * share), seed: 1 }

const planned = (input: Input, solver: Solver | undefined = solve) => {
  const output = plan(input, solver)
  if (output.status === 'invalid') throw new Error(JSON.stringify(output.problems))
  return output
}
const missingWh = (output: ReturnType<typeof planned>, input: Input) =>
  output.shortfalls.reduce((all, { wh }) => all + wh, 0) +
  (input.grid?.canCurtail ? 0 : output.curtailW.reduce((all, power) => all + power / 4, 0))

describe('every plan', () => {
  test('keeps balance, limits and directions, and its money is right', () => {
    fc.assert(
      fc.property(arbitraryInput, input => {
        expect(faultsOf(input, planned(input))).toEqual([])
      }),
      runs(),
    )
  })

  test('without a solver is the one by rules, and keeps the same limits', () => {
    fc.assert(
      fc.property(arbitraryInput, input => {
        const output = plan(input, undefined)
        expect(output.status).toBe('rules')
        expect(faultsOf(input, output)).toEqual([])
      }),
      runs(5),
    )
  })

  test('keeps them with a solver that fails on whole numbers, as when time runs out', () => {
    const onlyRelaxed: Solver = (problem, options) =>
      problem.isWhole.includes(true) ? noSolution : solve(problem, options)
    fc.assert(
      fc.property(arbitraryInput, input => {
        expect(faultsOf(input, planned(input, onlyRelaxed))).toEqual([])
      }),
      runs(4),
    )
  })

  test('never gives self-use as the reason of a storage that cannot discharge', () => {
    fc.assert(
      fc.property(arbitraryInput, input => {
        const output = planned(input)
        const takers = output.storages.filter((_, index) => (input.storages?.[index]?.maxDischargeW ?? 0) === 0)
        expect(takers.flatMap(({ reason }) => reason)).not.toContain('self_use')
      }),
      runs(),
    )
  })

  test('is never worse than self-use on the same forecast', () => {
    fc.assert(
      fc.property(arbitraryInput, input => {
        // Without possible shortfalls: otherwise self-use is cheaper because it misses a departure.
        const storages = (input.storages ?? []).map(({ goals, drawW, demandW, ...storage }) => ({
          ...storage,
          minWh: 0,
          lossW: 0,
          contentWh: Math.min(storage.contentWh, storage.maxWh),
        }))
        const output = planned({ ...input, grid: {}, storages })
        expect(output.shortfalls).toEqual([])
        expect(totalOf(output)).toBeLessThanOrEqual(totalOf(output.selfUse) + 0.0003)
      }),
      runs(),
    )
  })

  test('is the same to the byte for the same input', () => {
    fc.assert(
      fc.property(arbitraryInput, input => {
        const text = (output: ReturnType<typeof planned>) => JSON.stringify({ ...output, solver: null })
        expect(text(planned(input))).toBe(text(planned(input)))
      }),
      runs(1 / 4),
    )
  })

  test('costs no more when a limit is relaxed', () => {
    fc.assert(
      fc.property(arbitraryInput, fc.integer({ min: 0, max: 2 }), (input, which) => {
        const [storage, ...others] = input.storages ?? []
        if (storage === undefined || storage.contentWh > storage.maxWh) return
        const relaxed = [
          { ...storage, maxChargeW: storage.maxChargeW * 2 },
          { ...storage, minChargeW: 0 },
          { ...storage, maxDischargeW: (storage.maxDischargeW ?? 0) + 1000 },
        ][which]
        // The value of the final content must not change with the limit.
        const worth = (it: typeof storage) => ({ ...it, endCt: 10, startCt: 0 })
        if (relaxed === undefined) return
        const tight = { ...input, storages: [worth(storage), ...others] }
        const loose = { ...input, storages: [worth(relaxed), ...others] }
        const [one, other] = [planned(tight), planned(loose)]
        if (missingWh(one, tight) > 0.05) return
        expect(totalOf(other)).toBeLessThanOrEqual(totalOf(one) + 0.0004)
      }),
      runs(),
    )
  })
})

const house: Input = {
  startsAt: '2026-06-01T10:00:00Z',
  minutes: [60, 60, 60, 60],
  loadW: [1000, 1000, 1000, 1000],
  pvW: [0, 3000, 0, 0],
  importCt: [20, 30, 40, 25],
  exportCt: [8, 8, 8, 8],
  storages: [{ id: 'b', contentWh: 500, maxWh: 4000, maxChargeW: 2500, maxDischargeW: 2500, endCt: 10 }],
  options: { gapCt: 0, calmCt: 0 },
}

describe('the value of a stored kilowatt-hour', () => {
  const powers = (max: number) => fc.array(fc.integer({ min: 0, max }), { minLength: 4, maxLength: 4 })
  const battery = fc.record({
    contentWh: fc.integer({ min: 5, max: 35 }).map(value => value * 100),
    maxChargeW: fc.constantFrom(800, 2500),
    maxDischargeW: fc.constantFrom(700, 2500),
    chargeEfficiency: fc.constantFrom(1, 0.95),
    dischargeEfficiency: fc.constantFrom(1, 0.9),
    wearCt: fc.constantFrom(0, 1),
    endCt: fc.constantFrom(0, 10, 25),
  })

  test('lies between the differences to both sides, at the end of every step', () => {
    fc.assert(
      fc.property(battery, powers(30), powers(40), powers(45), (storage, load, pv, prices) => {
        // The energy drawn in each step can be changed: the only way to change a content in the middle of a plan.
        const costWith = (drawW: number[]) => {
          const output = planned({
            ...house,
            loadW: load.map(value => value * 100),
            pvW: pv.map(value => value * 100),
            importCt: prices.map(price => price + 9),
            storages: [{ id: 'b', maxWh: 4000, ...storage, drawW }],
          })
          return { ct: totalOf(output) * 100, output }
        }
        const usual = [100, 100, 100, 100]
        const { ct, output } = costWith(usual)
        const values = output.storages[0]?.valueCt ?? []
        expect(values).toHaveLength(4)
        for (const [step, value] of values.entries()) {
          const more = costWith(usual.with(step, 50))
          const less = costWith(usual.with(step, 150))
          if (less.output.shortfalls.length > 0) continue
          // 50 Wh each way, and money to 0.01 ct.
          expect(value).toBeGreaterThanOrEqual((ct - more.ct) * 20 - 0.6)
          expect(value).toBeLessThanOrEqual((less.ct - ct) * 20 + 0.6)
        }
      }),
      runs(1 / 2),
    )
  })
})

describe('a goal that cannot be met', () => {
  test('is a shortfall, as small as possible', () => {
    const car = { id: 'car', kind: 'car' as const, contentWh: 0, maxWh: 40_000, maxChargeW: 11_000, minChargeW: 4000 }
    const goals = [{ at: '2026-06-01T12:30:00Z', contentWh: 30_000 }]
    const output = planned({ ...house, storages: [{ ...car, goals }] })
    expect(output.shortfalls).toEqual([{ storage: 'car', kind: 'goal', step: 1, wh: 8000 }])
  })

  test('is ignored outside the steps', () => {
    const car = { id: 'car', kind: 'car' as const, contentWh: 0, maxWh: 40_000, maxChargeW: 11_000, endCt: 0 }
    const goals = ['2026-05-31T12:00:00Z', '2026-06-01T15:00:00Z', '2026-06-01T10:30:00Z'].map(at => ({
      at,
      contentWh: 30_000,
    }))
    expect(planned({ ...house, storages: [{ ...car, goals }] }).shortfalls).toEqual([])
  })
})

test('an overfull battery has a plan, and the energy it cannot lose is a shortfall', () => {
  const full = { id: 'b', contentWh: 5000, maxWh: 4000, maxChargeW: 1000 }
  const dark = { ...house, pvW: [0, 0, 0, 0] }
  expect(planned({ ...dark, storages: [{ ...full, maxDischargeW: 1000 }] }).shortfalls).toEqual([])
  const kinds = planned({ ...dark, storages: [full] }).shortfalls.map(({ kind }) => kind)
  expect(kinds).toEqual(['max', 'max', 'max', 'max'])
})

describe.each<[string, Solver]>([
  ['answers that there is no solution', () => noSolution],
  [
    'throws',
    () => {
      throw new Error('memory access out of bounds')
    },
  ],
  [
    'answers nonsense',
    problem => ({
      status: 'optimal',
      values: new Float64Array(problem.cost.length).fill(1),
      duals: new Float64Array(),
      gap: 0,
      ms: 1,
    }),
  ],
])('when the solver %s', (_, solver) => {
  test('the rules plan', () => {
    const output = planned(house, solver)
    expect(output.status).toBe('rules')
    expect(new Set(output.storages[0]?.reason)).toEqual(new Set(['rules']))
    expect(faultsOf(house, output)).toEqual([])
  })
})

test('a storage that could only be full by keeping energy that should leave does not count as full', () => {
  const car = { id: 'car', kind: 'car' as const, contentWh: 1309, maxWh: 2000, maxChargeW: 1000, minChargeW: 1000 }
  const input: Input = {
    startsAt: '2026-06-01T10:00:00Z',
    minutes: [15, 15, 15, 15, 15, 15, 15],
    loadW: [900, 0, 0, 0, 0, 0, 0],
    pvW: new Array<number>(7).fill(0),
    importCt: [1, 0, 0, 0, 0, 0, 0],
    exportCt: new Array<number>(7).fill(0),
    storages: [
      { ...car, drawW: [0, 0, 800, 0, 0, 0, 0], lossW: 20, demandW: [0, 0, 1500, 0, 1500, 0, 0] },
      { id: 'b', contentWh: 0, minWh: 200, maxWh: 2000, maxChargeW: 1000 },
    ],
    options: { gapCt: 0.001, calmCt: 0.001 },
  }
  const output = planned(input)
  expect(faultsOf(input, output)).toEqual([])
  expect(output.shortfalls).toEqual([{ storage: 'car', kind: 'demand', step: 2, wh: 125 }])
})

describe('a small house', () => {
  const wholeHouse = fc.record({
    loadW: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 5, maxLength: 5 }),
    pvW: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 5, maxLength: 5 }),
    importCt: fc.array(fc.integer({ min: 5, max: 40 }), { minLength: 5, maxLength: 5 }),
    contentWh: fc.integer({ min: 0, max: 5 }),
    gridDischarge: fc.boolean(),
    minChargeW: fc.constantFrom(0, 2),
    startCt: fc.constantFrom(0, 3),
  })

  test('costs what brute-force dynamic programming finds', () => {
    fc.assert(
      fc.property(wholeHouse, ({ contentWh, gridDischarge, minChargeW, startCt, ...kilowatts }) => {
        const kilo = (list: readonly number[]) => list.map(value => value * 1000)
        const input: Input = {
          startsAt: '2026-06-01T10:00:00Z',
          minutes: [60, 60, 60, 60, 60],
          loadW: kilo(kilowatts.loadW),
          pvW: kilo(kilowatts.pvW),
          importCt: kilowatts.importCt,
          exportCt: [4, 4, 4, 4, 4],
          storages: [
            {
              id: 'b',
              contentWh: contentWh * 1000,
              maxWh: 5000,
              maxChargeW: 2000,
              minChargeW: minChargeW * 1000,
              maxDischargeW: 2000,
              gridDischarge,
              startCt,
              endCt: 9,
            },
          ],
          options: { gapCt: 0, calmCt: 0 },
        }
        const least = leastCt({ ...kilowatts, contentWh, gridDischarge, minChargeW, startCt })
        const total = totalOf(planned(input)) * 100
        // Half a kilowatt may continue charging where whole ones would have to start again.
        const isWhole = startCt === 0 || minChargeW === 2
        expect(total).toBeLessThanOrEqual(least + 0.02)
        if (isWhole) expect(total).toBeCloseTo(least, 1)
      }),
      runs(2),
    )
  })
})

type WholeHouse = {
  loadW: number[]
  pvW: number[]
  importCt: number[]
  contentWh: number
  gridDischarge: boolean
  minChargeW: number
  startCt: number
}

/** Every whole kilowatt in every hour: exact where all numbers are whole, because the corners of the problem are, too. */
function leastCt({ loadW, pvW, importCt, contentWh, gridDischarge, minChargeW, startCt }: WholeHouse): number {
  const best = (step: number, content: number, wasOn: boolean): number => {
    if (step === loadW.length) return -9 * content
    let least = Number.POSITIVE_INFINITY
    for (let power = -2; power <= 2; power++) {
      if (content + power < 0 || content + power > 5 || (power > 0 && power < minChargeW)) continue
      const net = (loadW[step] ?? 0) - (pvW[step] ?? 0) + power
      if (power < 0 && net < 0 && !gridDischarge) continue
      const cost = net > 0 ? net * (importCt[step] ?? 0) : net * 4
      const start = power > 0 && !wasOn ? startCt : 0
      least = Math.min(least, cost + start + best(step + 1, content + power, power > 0))
    }
    return least
  }
  return best(0, contentWh, false)
}
