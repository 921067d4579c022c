import { describe, expect, it } from 'vitest'
import { slotMs } from './channel-slots.rules.ts'
import { planChangeOf } from './plan-change.rules.ts'
import type { StoredPlan } from './site-plan.rules.ts'

const start = Date.parse('2026-03-10T12:00:00Z')
const steps = 8
const all = (value: number) => new Array<number>(steps).fill(value)

type Facts = { importW?: number; importCt?: number; pvW?: number; loadW?: number; contentWh?: number; goalWh?: number }

/** A plan with the same values in each step; the content at its end is worth 30 ct/kWh. */
function plan(
  step: number,
  { importW = 0, importCt = 30, pvW = 0, loadW = 0, contentWh = 5_000, goalWh }: Facts,
): StoredPlan {
  const goals = goalWh === undefined ? [] : [{ at: '2026-03-10T13:30:00Z', contentWh: goalWh }]
  const stored = {
    input: {
      startsAt: new Date(start + step * slotMs).toISOString(),
      ...{ loadW: all(loadW), pvW: all(pvW) },
      storages: [{ id: 's', maxWh: 10_000, maxChargeW: 5_000, contentWh, goals, connected: all(1) }],
    },
    output: {
      ...{ importW: all(importW), exportW: all(0), importCt: all(importCt), exportCt: all(8) },
      storages: [{ id: 's', endCt: 30, valueCt: all(30), contentWh: all(contentWh) }],
    },
  }
  // Only the fields that the rule reads.
  return stored as unknown as StoredPlan
}

/** kW over the seven common quarter-hours. */
const kwh = (steps - 1) / 4

describe('a change of plan', () => {
  it('is not stated without a previous plan, or with one that is over', () => {
    expect(planChangeOf(null, plan(1, {}))).toBeNull()
    expect(planChangeOf(plan(0, {}), plan(steps, {}))).toBeNull()
  })

  it('is zero while nothing changes', () => {
    expect(planChangeOf(plan(0, { importW: 1_000 }), plan(1, { importW: 1_000 }))?.changedEur).toBe(0)
  })

  it.each([
    ['prices', { importW: 1_000 }, { importW: 1_000, importCt: 50 }, kwh * 0.2],
    ['prices', { importW: 1_000 }, { importW: 1_000, importCt: 10 }, -kwh * 0.2],
    ['sun', { pvW: 1_000 }, { importW: 1_000 }, kwh * 0.3],
    ['load', {}, { importW: 1_000, loadW: 1_000 }, kwh * 0.3],
    ['level', { contentWh: 5_000 }, { contentWh: 2_000 }, 3 * 0.3],
    ['schedule', {}, { importW: 2_000, goalWh: 9_000 }, 2 * kwh * 0.3],
  ] as const)('has its cause in %s', (cause, before, after, eur) => {
    const change = planChangeOf(plan(0, before), plan(1, after))
    expect(change?.cause).toBe(cause)
    expect(change?.changedEur).toBeCloseTo(eur, 3)
  })
})
