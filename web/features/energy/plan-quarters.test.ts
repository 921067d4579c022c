import { expect, it } from 'vitest'
import type { PlanDay, SitePlan } from '#contract/energy-plans.ts'
import { planPictureOf } from './plan-quarters.ts'

const limits = { maxImportW: null, maxExportW: 7_000 }
const storage = { id: 's', name: 'Akku', kind: 'battery' } as const
const decided = { ...storage, mode: 'hold', reason: 'worth_more_later', valueCt: 30, levelPercent: 40 } as const
const day: PlanDay = {
  from: '2026-03-10T23:00:00.000Z',
  to: '2026-03-12T23:00:00.000Z',
  first: {
    ...{ madeAt: '2026-03-10T23:00:30.000Z', startsAt: '2026-03-10T23:00:00.000Z' },
    ...{ loadW: [300, 310], pvW: [0, 10], importW: [300, 300], exportW: [0, 0] },
    storages: [{ id: 's', levelPercent: [41, 42] }],
  },
  decisions: [
    {
      ...{ startsAt: '2026-03-10T23:15:00.000Z', status: 'rules', importCt: 30, exportCt: 8, limits, isDimmed: false },
      isPriceEstimated: true,
      storages: [{ ...decided, sentence: 'Akku wartet.' }],
    },
  ],
  changes: [],
}
const plan: SitePlan = {
  ...{ id: 'p', madeAt: '2026-03-10T23:30:20.000Z', status: 'optimal', startsAt: '2026-03-10T23:30:00.000Z' },
  ...{ minutes: [15, 15], loadW: [400, 410], pvW: [0, 0], importCt: [31, 32], exportCt: [8, 8] },
  ...{
    isPriceEstimated: [false, false],
    importW: [400, 0],
    exportW: [0, 0],
    curtailW: [0, 0],
    limits,
    isDimmed: [false, true],
  },
  storages: [
    {
      ...{ ...storage, maxWh: 10_000, chargeW: [0, 0], dischargeW: [0, 410], contentWh: [4_000, 3_900] },
      ...{ valueCt: [30, 31], mode: ['hold', 'auto'], reason: ['worth_more_later', 'self_use'] },
      sentence: ['Akku wartet noch.', 'Akku versorgt das Haus.'],
    },
  ],
  ...{ costEur: 1, selfUseCostEur: 2, endValueEur: 1, selfUseEndValueEur: 1, shortfalls: [] },
}

it('past quarter-hours have measured values and those of the first plan, later ones the plan in force', () => {
  const slot = { startsAt: '2026-03-10T23:15:00.000Z', coverage: 1, houseWh: 80, pvWh: 0, importWh: 75, exportWh: null }
  // The other energies are not read.
  const history = [slot as unknown as Parameters<typeof planPictureOf>[0]['history'][number]]
  const { quarters, levels } = planPictureOf({ day, plan, history, prices: [] })
  expect(quarters).toHaveLength(192)
  expect(quarters[0]).toMatchObject({ measured: null, steps: null, planned: { houseW: 300 }, importCt: null })
  expect(quarters[1]).toMatchObject({
    measured: { houseW: 320, pvW: 0, importW: 300, exportW: null },
    planned: { pvW: 10, houseW: 310 },
    ...{ byRules: true, importCt: 30, isPriceEstimated: true, limits },
  })
  expect(quarters[1]?.steps?.[0]).toMatchObject({ sentence: 'Akku wartet.', valueCt: 30 })
  expect(quarters[2]?.steps?.[0]).toMatchObject({ sentence: 'Akku wartet noch.', mode: 'hold' })
  expect(quarters[3]).toMatchObject({ planned: { houseW: 410 }, byRules: false })
  expect(quarters[4]).toMatchObject({ planned: null, steps: null, limits: null })
  expect(levels).toHaveLength(1)
  expect(levels[0]?.measured.slice(0, 3)).toEqual([null, 40, null])
  // By the first plan at a quarter past, then by the plan in force.
  expect(levels[0]?.planned.slice(0, 6)).toEqual([null, 41, 42, 40, 39, null])
})

it('the level of the only battery is the measured one where no plan was made', () => {
  const slot = { startsAt: '2026-03-10T23:00:00.000Z', coverage: 1, levelPercent: 55 }
  const later = { startsAt: '2026-03-11T00:00:00.000Z', coverage: 1, levelPercent: 35 }
  // The energies are not read.
  const history = [slot, later] as unknown as Parameters<typeof planPictureOf>[0]['history']
  const measured = (decisions: PlanDay['decisions']) =>
    planPictureOf({ day: { ...day, decisions }, plan, history, prices: [] }).levels.map(level => level.measured)
  expect(measured([])[0]?.slice(0, 6)).toEqual([null, 55, null, null, null, 35])
  // The level that the plan was based on takes precedence.
  expect(measured(day.decisions)[0]?.slice(0, 6)).toEqual([null, 40, null, null, null, 35])
  const second = { ...decided, id: 't', name: 'Akku im Keller', sentence: 'Akku im Keller wartet.' }
  const two = day.decisions.map(decision => ({ ...decision, storages: [...decision.storages, second] }))
  expect(measured(two).map(levels => levels[5])).toEqual([null, null])
})

it('without any plan there are only measured values', () => {
  const none = { ...day, first: null, decisions: [] }
  const { quarters, levels } = planPictureOf({ day: none, plan: null, history: [], prices: [] })
  expect(quarters.every(({ planned, steps, measured }) => !planned && !steps && !measured)).toBe(true)
  expect(levels).toEqual([])
})
