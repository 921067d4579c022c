/** A linear problem with whole-number columns, and its solution. */

export type Term = readonly [column: number, factor: number]
export type Row = { lower: number; upper: number; terms: readonly Term[] }

/** Minimises `cost` over the columns, each within its bounds, so that each row stays within its own. */
export type LinearProblem = {
  cost: number[]
  lower: number[]
  upper: number[]
  isWhole: boolean[]
  rows: Row[]
}

/**
 * `optimal` within the gap that was asked for, `feasible` when the time ran out, `failed` without a solution. `duals`
 * has one value for each row of a problem without whole-number columns: the change of the cost for one unit more.
 */
export type Solution = {
  status: 'optimal' | 'feasible' | 'failed'
  values: Float64Array
  duals: Float64Array
  gap: number
  ms: number
}

export type SolveOptions = { gap: number; limitMs: number }

/** Never throws: a problem that cannot be solved has failed. */
export type Solver = (problem: LinearProblem, options: SolveOptions) => Solution

export const noSolution: Solution = {
  status: 'failed',
  values: new Float64Array(),
  duals: new Float64Array(),
  gap: 0,
  ms: 0,
}

export function addColumn(problem: LinearProblem, lower: number, upper: number, isWhole = false): number {
  problem.cost.push(0)
  problem.lower.push(lower)
  problem.upper.push(upper)
  problem.isWhole.push(isWhole)
  return problem.cost.length - 1
}

/** Returns the row's index. */
export function addRow(problem: LinearProblem, lower: number, upper: number, terms: readonly Term[]): number {
  problem.rows.push({ lower, upper, terms })
  return problem.rows.length - 1
}

/** A copy whose columns and rows can change without the original. */
export function copyProblem(problem: LinearProblem): LinearProblem {
  return {
    cost: [...problem.cost],
    lower: [...problem.lower],
    upper: [...problem.upper],
    isWhole: [...problem.isWhole],
    rows: [...problem.rows],
  }
}
