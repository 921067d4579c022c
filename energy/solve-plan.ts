/**
 * Solves the plan: shortfalls first, then money, then calm. A first solution shows in which steps it goes both ways at
 * once; only these get whole numbers, and it is solved again.
 */

import { calmFlows } from './calm-plan.ts'
import { type Evaluation, evaluate } from './evaluate.ts'
import { addRow, copyProblem, type LinearProblem, type Solution, type Solver, type Term } from './linear-problem.ts'
import { addNeededStarts, buildPlanModel, type Directions, type PlanModel, payingDirections } from './plan-model.ts'
import { settleFlows } from './settle-flows.ts'
import { at, type Flows, mayFeedIn, round, type Situation, type Storage, sum } from './situation.ts'

export type SolvedPlan = {
  flows: Flows
  valueCt: number[][]
  /** The cost of starts in each step; a bound may have fractional starts. */
  startsCt: number[]
  isProven: boolean
  gapCt: number
  ms: number
}

/** kW that count as a flow when a solution is checked. */
const flowKw = 1e-5
/** kW that remain a flow when it is rounded. */
const settledKw = 2e-5
/** kWh of shortfall that count: ten times the solver's tolerance. */
const shortfallKwh = 1e-6
/** The solver's own tolerance of whole numbers. */
const wholeBand = 1e-6
/** The share of `gapCt` that a rounded solution may cost more than the relaxed one. */
const roundedShare = 0.1
/** With more steps below the minimum power than this, rounding moves too much energy to cost nothing. */
const movedMax = 4
/** After this many solutions every step gets a whole number. */
const looksMax = 4
/** A shortfall costs this many times the most expensive kilowatt-hour. */
const penalty = 50

type Search = {
  situation: Situation
  /** Charging need not be on or off: a lower bound of the cost. */
  isBound: boolean
  /** Calm must not make the plan more expensive than it. */
  fallback: Evaluation | undefined
  solve: Solver
  grid: Set<number>
  storages: Set<number>[]
  ms: number
}
type CostOf = (model: PlanModel) => number[]
type Found = {
  model: PlanModel
  solution: Solution
  costOf: CostOf
  cap: number | undefined
  /** The columns that have to be whole numbers. */
  whole: number[]
  /** No step goes both ways at once that may not. */
  isSound: boolean
  /** The solution with the whole numbers fixed, when it is known already. */
  settled?: Solution
}

/**
 * Undefined when there is no solution, in time or at all.
 * @param isBound charging need not be on or off: a lower bound of the cost
 * @param fallback the plan that is at hand without a solver
 */
export function solvePlan(
  situation: Situation,
  solve: Solver,
  { isBound = false, fallback }: { isBound?: boolean; fallback?: Evaluation } = {},
): SolvedPlan | undefined {
  const { grid, storages } = payingDirections(situation)
  const search: Search = {
    situation,
    isBound,
    fallback,
    solve,
    grid,
    storages: storages.map(steps => new Set(steps)),
    ms: 0,
  }
  const dearest = Math.max(20, ...situation.importCt.map(Math.abs), ...situation.exportCt.map(Math.abs))
  const weigh = ({ money, shortfall }: PlanModel) =>
    money.map((price, column) => price + penalty * dearest * at(shortfall, column))
  const relaxed = look(search, weigh, undefined, true)
  if (relaxed === undefined) return undefined
  return finish(search, cheapest(search, relaxed, weigh))
}

function cheapest(search: Search, relaxed: Found, weigh: CostOf): Found {
  const isEnough = relaxed.isSound && isWhole(relaxed)
  if (missingOf(relaxed) <= shortfallKwh) {
    if (isEnough) return { ...relaxed, costOf: moneyOf, cap: 0 }
    const rounded = relaxed.isSound ? roundedTo(search, relaxed, weigh) : undefined
    if (rounded !== undefined) return rounded
    // Without columns for shortfalls the search is many times faster, and it almost always suffices.
    const whole = look(search, moneyOf, 0, false)
    if (whole !== undefined) return whole
  }
  const best = isEnough ? relaxed : (look(search, weigh, undefined, false) ?? nearest(relaxed))
  return missingOf(best) <= shortfallKwh ? best : shortfallsFirst(search, best)
}

const moneyOf: CostOf = ({ money }) => money

function isWhole({ whole, solution }: Found): boolean {
  return whole.every(
    column => Math.abs(at(solution.values, column) - Math.round(at(solution.values, column))) < wholeBand,
  )
}

/**
 * The relaxed solution with every storage either on or off, where that costs next to nothing more than the relaxed
 * solution: a search could only prove it.
 */
function roundedTo(search: Search, relaxed: Found, weigh: CostOf): Found | undefined {
  const { model, solution } = relaxed
  const values = solution.values.slice()
  let moved = 0
  for (const [index, storage] of search.situation.storages.entries()) {
    const { isOn, charge } = at(model.storages, index)
    const powers = charge.map(column => at(solution.values, column))
    const on = onWhere(powers, storage)
    moved += powers.filter(power => power > flowKw && power < storage.minChargeW / 1000 - flowKw).length
    for (const [step, column] of isOn.entries()) if (column !== undefined) values[column] = at(on, step) ? 1 : 0
  }
  const found = { ...relaxed, solution: { ...solution, values }, costOf: moneyOf, cap: 0 }
  if (moved > movedMax || !isWhole(found)) return undefined
  const settled = solveWithin(search, fixedTo(found))
  if (settled.status === 'failed') return undefined
  const gap = costAt(moneyOf(model), settled.values) - costAt(weigh(model), solution.values)
  if (gap > search.situation.gapCt * roundedShare) return undefined
  if (addBrokenDirections(search, model, settled.values, false)) return undefined
  return { ...found, solution: { ...found.solution, gap: Math.max(0, gap) }, settled }
}

/** From half of the minimum power on; a little in between two such steps saves a start. */
function onWhere(powers: readonly number[], { minChargeW, startCt }: Storage): boolean[] {
  const isMuch = powers.map(power => power > Math.max(flowKw, minChargeW / 2000))
  return isMuch.map(
    (is, step) =>
      is || (startCt > 0 && at(powers, step) > flowKw && isMuch[step - 1] === true && isMuch[step + 1] === true),
  )
}

function costAt(cost: readonly number[], values: Float64Array): number {
  return sum(cost.map((price, column) => price * at(values, column)))
}

/** Time ran out before a first whole solution: every storage is on where the relaxed solution is more on than off. */
function nearest(relaxed: Found): Found {
  return { ...relaxed, solution: { ...relaxed.solution, status: 'feasible', gap: Number.POSITIVE_INFINITY } }
}

/** The least shortfall, then the least money with no more than that. */
function shortfallsFirst(search: Search, best: Found): Found {
  const least = look(search, ({ shortfall }) => shortfall, undefined, false)
  if (least === undefined) return best
  const cap = Math.min(missingOf(least), missingOf(best)) + shortfallKwh
  return look(search, moneyOf, cap, false) ?? best
}

function missingOf({ model, solution }: Found): number {
  return sum(model.shortfall.map((weight, column) => weight * at(solution.values, column)))
}

/** Solves, looks for steps that go both ways, gives them whole numbers, and solves again. */
function look(search: Search, costOf: CostOf, cap: number | undefined, isRelaxed: boolean): Found | undefined {
  for (let looks = 1; ; looks++) {
    const model = buildPlanModel(search.situation, directionsOf(search))
    if (!search.isBound) addNeededStarts(model, search.situation)
    const problem = withCap(model, cap)
    problem.cost = costOf(model)
    if (search.isBound) for (const { isOn } of model.storages) relax(problem, isOn)
    const whole = [...problem.isWhole.keys()].filter(column => problem.isWhole[column])
    if (isRelaxed) problem.isWhole.fill(false)
    const solution = solveWithin(search, problem)
    if (solution.status === 'failed') return undefined
    const isSound = !addBrokenDirections(search, model, solution.values, looks >= looksMax)
    if (isSound || isRelaxed) return { model, solution, costOf, cap, whole, isSound }
  }
}

function relax({ isWhole }: LinearProblem, columns: readonly (number | undefined)[]): void {
  for (const column of columns) if (column !== undefined) isWhole[column] = false
}

function directionsOf({ grid, storages }: Search): Directions {
  return { grid, storages }
}

function withCap(model: PlanModel, cap: number | undefined): LinearProblem {
  const problem = copyProblem(model.problem)
  if (cap === 0) {
    problem.upper = problem.upper.map((upper, column) => (at(model.shortfall, column) > 0 ? 0 : upper))
  } else if (cap !== undefined) addRow(problem, Number.NEGATIVE_INFINITY, cap, termsOf(model.shortfall))
  return problem
}

export function termsOf(factors: readonly number[]): Term[] {
  return factors.flatMap((factor, column) => (factor === 0 ? [] : [[column, factor] as const]))
}

function solveWithin(search: Search, problem: LinearProblem): Solution {
  const { limitMs, gapCt } = search.situation
  const solution = search.solve(problem, { gap: gapCt, limitMs: Math.max(limitMs - search.ms, limitMs / 4) })
  search.ms += solution.ms
  return solution
}

/**
 * Whether a step goes both ways at once, a storage charges from or discharges into a grid that it must not, or energy is
 * lost below the export limit. Happens where time ran out, or the solver failed, before the steps of a relaxed solution
 * had whole numbers, and where losing energy would make a battery less overfull: then the rules plan.
 */
function isBroken(
  { storages, hours, canCurtail, maxExportW }: Situation,
  model: PlanModel,
  values: Float64Array,
): boolean {
  const flows = (column: number) => at(values, column) > settledKw
  return hours.some((_, step) => {
    const imports = flows(at(model.import, step))
    const exports = flows(at(model.export, step))
    if (imports && exports) return true
    const lost = model.curtail[step]
    const limitKw = (maxExportW ?? 0) / 1000
    if (!canCurtail && lost !== undefined && flows(lost) && at(values, at(model.export, step)) < limitKw - settledKw) {
      return true
    }
    return storages.some((storage, index) => {
      const { charge, discharge } = at(model.storages, index)
      const [charges, discharges] = [flows(at(charge, step)), flows(at(discharge, step))]
      return (
        (charges && discharges) ||
        (imports && charges && !storage.gridCharge) ||
        (exports && discharges && !mayFeedIn(storage, step))
      )
    })
  })
}

/** Returns whether a step was added. */
function addBrokenDirections(search: Search, model: PlanModel, values: Float64Array, isAll: boolean): boolean {
  const { situation, grid, storages } = search
  let isBroken = false
  const flows = (column: number) => at(values, column) > flowKw
  situation.hours.forEach((_, step) => {
    const imports = flows(at(model.import, step))
    const exports = flows(at(model.export, step))
    let isGridBroken = imports && exports
    situation.storages.forEach((storage, index) => {
      const columns = at(model.storages, index)
      const charges = flows(at(columns.charge, step))
      const discharges = flows(at(columns.discharge, step))
      if (imports && charges && !storage.gridCharge) isGridBroken = true
      if (exports && discharges && !mayFeedIn(storage, step)) isGridBroken = true
      if (charges && discharges && !at(storages, index).has(step)) {
        at(storages, index).add(step)
        isBroken = true
      }
    })
    if (isGridBroken && !grid.has(step)) {
      grid.add(step)
      isBroken = true
    }
  })
  if (isBroken && isAll) {
    situation.hours.forEach((_, step) => {
      grid.add(step)
      for (const [index, steps] of storages.entries()) {
        if (at(situation.storages, index).maxDischargeW > 0) steps.add(step)
      }
    })
  }
  return isBroken
}

/** The problem with its whole numbers as they were found. */
function fixedTo({ model, solution, costOf, cap, whole }: Found): LinearProblem {
  const fixed = withCap(model, cap === undefined ? undefined : cap + shortfallKwh)
  fixed.cost = costOf(model)
  fixed.isWhole.fill(false)
  for (const column of whole) {
    fixed.lower[column] = Math.round(at(solution.values, column))
    fixed.upper[column] = at(fixed.lower, column)
  }
  return fixed
}

/** The whole numbers stay; the values come from the money alone, the flows from the calmest of the cheapest plans. */
function finish(search: Search, found: Found): SolvedPlan | undefined {
  const { situation } = search
  const { model, solution, costOf, cap, whole } = found
  const fixed = fixedTo(found)
  // Without whole numbers it is solved already.
  const settled = found.settled ?? (whole.length === 0 ? solution : solveWithin(search, fixed))
  if (settled.status === 'failed') return undefined
  // Of several cheapest flows this one may go both ways where the first did not.
  if (!search.isBound && addBrokenDirections(search, model, settled.values, false)) {
    return finish(search, look(search, costOf, cap, false) ?? found)
  }
  const calmest = () => calmFlows(situation, model, fixed, settled.values, slackCt(search, model, settled.values))
  const calm = search.isBound ? settled : solveWithin(search, calmest())
  const values = calm.status === 'optimal' ? calm.values : settled.values
  if (!search.isBound && isBroken(situation, model, values)) return undefined
  const startCt = (column: number | undefined) =>
    column === undefined ? 0 : at(values, column) * at(model.money, column)
  return {
    flows: flowsOf(model, values),
    valueCt: model.storages.map(columns => columns.balance.map(row => round(-at(settled.duals, row), 4))),
    startsCt: situation.hours.map((_, step) => sum(model.storages.map(({ starts }) => startCt(starts[step])))),
    isProven: solution.status === 'optimal',
    gapCt: solution.gap,
    ms: search.ms,
  }
}

/** ct that calm may cost. */
function slackCt({ situation, fallback }: Search, model: PlanModel, values: Float64Array): number {
  if (fallback === undefined) return situation.calmCt
  const { totalEur, shortfallWh } = evaluate(situation, settleFlows(situation, flowsOf(model, values)))
  // Another shortfall weighs more than money.
  if (shortfallWh !== fallback.shortfallWh) return situation.calmCt
  return Math.min(situation.calmCt, Math.max(0, (fallback.totalEur - totalEur) * 100))
}

function flowsOf(model: PlanModel, values: Float64Array): Flows {
  const watts = (columns: readonly number[]) => columns.map(column => Math.max(0, at(values, column)) * 1000)
  return {
    chargeW: model.storages.map(columns => watts(columns.charge)),
    dischargeW: model.storages.map(columns => watts(columns.discharge)),
    curtailW: model.curtail.map(column => (column === undefined ? 0 : Math.max(0, at(values, column)) * 1000)),
  }
}
