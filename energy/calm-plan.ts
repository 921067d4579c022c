/**
 * The calmest of all plans within `slackCt` of the least cost: close to the previous plan, few changes of power,
 * charging before export. Keeps the directions of the cheapest plan, so that no step goes both ways.
 */
import { addColumn, addRow, copyProblem, type LinearProblem, type Term } from './linear-problem.ts'
import type { PlanModel } from './plan-model.ts'
import { at, mayFeedIn, type Situation, type Storage, sum } from './situation.ts'

/** Weights of one kW off the previous plan, of one kW of change, and of one kWh in store for one step. */
const previousWeight = 1
const changeWeight = 0.3
const earlyWeight = 0.002
/** ct; tolerance of the solver. */
const tolerance = 1e-6
const flowKw = 1e-5

export function calmFlows(
  situation: Situation,
  model: PlanModel,
  cheapest: LinearProblem,
  values: Float64Array,
  slackCt: number,
): LinearProblem {
  const problem = copyProblem(cheapest)
  const least = sum(cheapest.cost.map((price, column) => price * at(values, column)))
  const terms = cheapest.cost.flatMap((price, column) => (price === 0 ? [] : [[column, price] as const]))
  addRow(problem, Number.NEGATIVE_INFINITY, least + slackCt + tolerance, terms)
  problem.cost.fill(0)
  keepDirections(situation, model, problem, values)
  for (const [index, storage] of situation.storages.entries()) preferCalm(storage, model, index, problem)
  return problem
}

function keepDirections(situation: Situation, model: PlanModel, problem: LinearProblem, values: Float64Array): void {
  const flows = (column: number) => at(values, column) > flowKw
  const close = (column: number) => {
    problem.upper[column] = 0
  }
  situation.hours.forEach((_, step) => {
    const imports = flows(at(model.import, step))
    const exports = !imports && flows(at(model.export, step))
    const surplus = at(situation.pvW, step) > at(situation.loadW, step)
    const mayExport = exports || (!imports && surplus)
    close(at(mayExport ? model.import : model.export, step))
    model.storages.forEach(({ charge, discharge }, index) => {
      const { gridCharge } = at(situation.storages, index)
      const feedsIn = mayFeedIn(at(situation.storages, index), step)
      const charges = flows(at(charge, step))
      const discharges = flows(at(discharge, step))
      if (charges || (!discharges && surplus)) close(at(discharge, step))
      else close(at(charge, step))
      if (!gridCharge && !mayExport && !charges) close(at(charge, step))
      if (!gridCharge && charges) close(at(model.import, step))
      if (!feedsIn && mayExport && !discharges) close(at(discharge, step))
      if (!feedsIn && discharges) close(at(model.export, step))
    })
  })
}

function preferCalm(storage: Storage, model: PlanModel, index: number, problem: LinearProblem): void {
  const { charge, discharge, content } = at(model.storages, index)
  /** A column that is at least the distance of `terms` from `target`. */
  const distance = (terms: readonly Term[], target: number, weight: number) => {
    const off = addColumn(problem, 0, Number.POSITIVE_INFINITY)
    problem.cost[off] = weight
    addRow(problem, Number.NEGATIVE_INFINITY, target, [...terms, [off, -1]])
    addRow(problem, target, Number.POSITIVE_INFINITY, [...terms, [off, 1]])
  }
  const net = (step: number, sign = 1): Term[] => [
    [at(charge, step), sign],
    [at(discharge, step), -sign],
  ]
  content.forEach((column, step) => {
    const previous = at(storage.previousW, step)
    if (previous !== null) distance(net(step), previous / 1000, previousWeight)
    if (step > 0) distance([...net(step), ...net(step - 1, -1)], 0, changeWeight)
    problem.cost[column] = (problem.cost[column] ?? 0) - earlyWeight
    // Discourages pointless flows through the storage.
    problem.cost[at(charge, step)] = 2 * earlyWeight
    problem.cost[at(discharge, step)] = 2 * earlyWeight
  })
}
