/**
 * The least that a house could have paid with everything known beforehand. Charging need not keep its minimum power,
 * and starts may be fractional: both only lower the bound.
 */

import { noFlows } from './carry-out.ts'
import { evaluate } from './evaluate.ts'
import type { Solver } from './linear-problem.ts'
import { partOf, stepsBetween } from './part-of.ts'
import { courseOf, type Evaluated, isBetter } from './plan.ts'
import { followPolicy } from './policies.ts'
import { settleFlows } from './settle-flows.ts'
import { at, type Flows, type Situation, sum } from './situation.ts'
import { solvePlan } from './solve-plan.ts'
import { stepStarts } from './tariff.ts'

/** Steps kept of each solution, and steps that it covers: the storages of a house turn over within days. */
const keptSteps = 1344
const seenSteps = 2688
const gapCt = 0.01
/** A solution over four weeks takes longer than a plan over two days. */
export const boundLimitFactor = 10

/** Without a solver, or when it fails, the cheaper one of self-use and rules. */
export function boundOf(situation: Situation, solve: Solver | undefined): Evaluated {
  const selfUse = courseOf(situation, followPolicy(situation, 'self_use'))
  const rules = courseOf(situation, followPolicy(situation, 'rules'))
  const fallback = isBetter(selfUse.evaluation, rules.evaluation) ? selfUse : rules
  const found = solve && least(situation, solve)
  return found === undefined || isBetter(fallback.evaluation, found.evaluation) ? fallback : found
}

function least(situation: Situation, solve: Solver): Evaluated | undefined {
  const steps = situation.hours.length
  const flows = noFlows(situation)
  const startsCt: number[] = []
  let contents = situation.storages.map(({ contentWh }) => contentWh)
  for (let from = 0; from < steps; from = startsCt.length) {
    const to = Math.min(steps, from + seenSteps)
    const seen = seenFrom(situation, from, to, flows, contents)
    const solved = solvePlan({ ...seen, gapCt, limitMs: seen.limitMs * boundLimitFactor }, solve, {
      isBound: true,
    })
    if (solved === undefined) return undefined
    const settled = settleFlows(seen, solved.flows)
    const kept = to === steps ? to - from : keptSteps
    const add = (list: number[], more: readonly number[]) => void list.push(...more.slice(0, kept))
    for (const name of ['chargeW', 'dischargeW'] as const) {
      for (const [index, list] of flows[name].entries()) add(list, at(settled[name], index))
    }
    add(flows.curtailW, settled.curtailW)
    add(startsCt, solved.startsCt)
    contents = evaluate(seen, settled).contentWh.map(path => at(path, kept - 1))
  }
  const evaluation = evaluate(situation, flows)
  const startsEur = sum(startsCt) / 100
  return {
    course: { flows, orders: [] },
    evaluation: {
      ...evaluation,
      sums: { ...evaluation.sums, startsEur },
      totalEur: evaluation.totalEur - evaluation.sums.startsEur + startsEur,
    },
  }
}

function seenFrom(
  situation: Situation,
  from: number,
  to: number,
  flows: Flows,
  contents: readonly number[],
): Situation {
  const { startsAt, minutes, storages } = situation
  return partOf(situation, {
    blocks: stepsBetween(from, to),
    startsAt: new Date(at(stepStarts(startsAt, minutes), from)).toISOString(),
    expected: { from: 0, ...situation },
    prices: { from: 0, ...situation },
    contents,
    isCharging: storages.map(({ isCharging }, index) =>
      from === 0 ? isCharging : at(at(flows.chargeW, index), from - 1) > 0,
    ),
    previous: undefined,
    endCt: storages.map(({ endCt }) => endCt),
  })
}
