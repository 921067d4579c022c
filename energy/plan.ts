/** The plan of a house: actions and reasons of each storage in each step, cost, and shortfalls. */
import { checkInput, planStepsMax } from './check-input.ts'
import { countedShortfallWh, type Evaluation, evaluate, presentSums, type Shortfall, type Sums } from './evaluate.ts'
import type { Problem } from './field-checks.ts'
import type { Solver } from './linear-problem.ts'
import { ordersOf } from './modes.ts'
import { type Course, followPolicy } from './policies.ts'
import { settleFlows } from './settle-flows.ts'
import { at, type Flows, type Order, type Reason, round, type Situation } from './situation.ts'
import { type SolvedPlan, solvePlan } from './solve-plan.ts'

export type PlannedStorage = {
  id: string
  chargeW: number[]
  dischargeW: number[]
  contentWh: number[]
  valueCt: (number | null)[]
  mode: Order['mode'][]
  powerW: (number | null)[]
  reason: Reason[]
  endCt: number
}

export type Invalid = { id: unknown; status: 'invalid'; problems: Problem[] }

export type PlanOutput =
  | Invalid
  | ({
      id: unknown
      status: 'optimal' | 'feasible' | 'rules'
      startsAt: string
      minutes: readonly number[]
      importCt: readonly number[]
      exportCt: readonly number[]
      isPriceEstimated: readonly boolean[]
      importW: number[]
      exportW: number[]
      curtailW: number[]
      storages: PlannedStorage[]
    } & Sums & { selfUse: Sums; shortfalls: Shortfall[]; solver: { ms: number; gapCt: number } })

type Orders = (Order & { reason: Reason })[][]
export type Planned = {
  status: 'optimal' | 'feasible' | 'rules'
  flows: Flows
  evaluation: Evaluation
  /** For each storage the order of each step. */
  orders: Orders
  solver: { ms: number; gapCt: number }
}

/** Every input gets an answer. Without a solver, or when its plan is worse than the rules, the rules plan. */
export function plan(input: unknown, solve: Solver | undefined): PlanOutput {
  const checked = checkInput(input, planStepsMax, () => undefined)
  if ('problems' in checked) return { id: checked.id, status: 'invalid', problems: checked.problems }
  const { situation } = checked
  const selfUse = courseOf(situation, followPolicy(situation, 'self_use'))
  return present(checked.id, situation, planSituation(situation, solve, selfUse), selfUse.evaluation)
}

/** Like `plan`, for a situation that is already checked. */
export function planSituation(
  situation: Situation,
  solve: Solver | undefined,
  selfUse: Evaluated = courseOf(situation, followPolicy(situation, 'self_use')),
): Planned {
  const rules = courseOf(situation, followPolicy(situation, 'rules'))
  const fallback = isBetter(selfUse.evaluation, rules.evaluation) ? selfUse : rules
  const solved = solve && trySolve(situation, solve, fallback.evaluation)
  const flows = solved && settleFlows(situation, solved.flows)
  const evaluation = flows && evaluate(situation, flows)
  const spent = { ms: round(solved?.ms ?? 0, 3), gapCt: round(solved?.gapCt ?? 0, 4) }
  if (!solved || !flows || !evaluation || isBetter(fallback.evaluation, evaluation)) {
    return {
      status: 'rules',
      flows: fallback.course.flows,
      evaluation: fallback.evaluation,
      orders: situation.storages.map((_, index) =>
        fallback.course.orders.map((orders, step) => ({
          ...at(orders, index),
          reason: at(at(situation.storages, index).ordered, step) === null ? ('rules' as const) : ('demanded' as const),
        })),
      ),
      solver: spent,
    }
  }
  return {
    status: solved.isProven ? 'optimal' : 'feasible',
    flows,
    evaluation,
    orders: situation.storages.map((_, index) =>
      ordersOf(situation, index, flows, evaluation, at(solved.valueCt, index), at(evaluation.contentWh, index)),
    ),
    solver: spent,
  }
}

export type Evaluated = { course: Course; evaluation: Evaluation }

/** Rounds the flows of a course and computes their cost. */
export function courseOf(situation: Situation, { flows, orders }: Course): Evaluated {
  const settled = settleFlows(situation, flows)
  return { course: { flows: settled, orders }, evaluation: evaluate(situation, settled) }
}

/** A fault in the search must not cost the plan. */
function trySolve(situation: Situation, solve: Solver, fallback: Evaluation): SolvedPlan | undefined {
  try {
    return solvePlan(situation, solve, { fallback })
  } catch {
    return undefined
  }
}

/** Fewer shortfalls first, then money; differences of rounding do not count. */
export function isBetter(one: Evaluation, other: Evaluation): boolean {
  const shortfall = one.shortfallWh - other.shortfallWh
  if (Math.abs(shortfall) > countedShortfallWh) return shortfall < 0
  return one.totalEur < other.totalEur - 0.00005
}

function present(id: unknown, situation: Situation, planned: Planned, selfUse: Evaluation): PlanOutput {
  const { flows, evaluation, orders } = planned
  const watts = (list: readonly number[]) => list.map(value => round(value, 2))
  return {
    id,
    status: planned.status,
    startsAt: situation.startsAt,
    minutes: situation.minutes,
    importCt: situation.importCt,
    exportCt: situation.exportCt,
    isPriceEstimated: situation.isPriceEstimated,
    importW: watts(evaluation.importW),
    exportW: watts(evaluation.exportW),
    curtailW: watts(flows.curtailW),
    storages: situation.storages.map((storage, index) => ({
      id: storage.id,
      chargeW: watts(at(flows.chargeW, index)),
      dischargeW: watts(at(flows.dischargeW, index)),
      contentWh: watts(at(evaluation.contentWh, index)),
      valueCt: at(orders, index).map(order => order.valueCt),
      mode: at(orders, index).map(order => order.mode),
      powerW: at(orders, index).map(order => (order.powerW === null ? null : round(order.powerW, 2))),
      reason: at(orders, index).map(order => order.reason),
      endCt: storage.endCt,
    })),
    ...presentSums(evaluation.sums),
    selfUse: presentSums(selfUse.sums),
    shortfalls: evaluation.shortfalls,
    solver: planned.solver,
  }
}
