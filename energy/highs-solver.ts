/** The solver HiGHS in WebAssembly, the same in a thread of the server and in a worker of the browser. */
import loadHighs, { type Highs, type Model } from 'highs'
import { type LinearProblem, noSolution, type Solution, type SolveOptions, type Solver } from './linear-problem.ts'

/**
 * Loads the program once; the solver itself blocks its thread until it has an answer. After a fault of the program its
 * memory cannot be trusted: `onFault` gives its thread up.
 */
export async function createHighsSolver(onFault: () => void): Promise<Solver> {
  const highs = await loadHighs()
  return (problem, options) => {
    let model: Model | undefined
    try {
      model = highs.createModel()
      return run(highs, model, problem, options)
    } catch {
      onFault()
      return noSolution
    } finally {
      dispose(model, onFault)
    }
  }
}

function dispose(model: Model | undefined, onFault: () => void): void {
  try {
    model?.raw.dispose()
  } catch {
    onFault()
  }
}

function run({ constants }: Highs, model: Model, problem: LinearProblem, { gap, limitMs }: SolveOptions): Solution {
  const isMixed = problem.isWhole.includes(true)
  model.options.set({
    output_flag: false,
    time_limit: limitMs / 1000,
    ...(isMixed ? { mip_abs_gap: gap, mip_rel_gap: 0, ...forSchedules } : {}),
  })
  model.passModel({ ...asModel(problem), ...(isMixed ? { integrality: problem.isWhole.map(asType) } : {}) })
  const { modelStatus } = model.run()
  const ms = model.getRunTime() * 1000
  const isOptimal = modelStatus === constants.modelStatus.optimal
  const hasValues = Number(model.info.get('primal_solution_status')) === 2
  if (!isOptimal && !(isMixed && hasValues)) return { ...noSolution, ms }
  const { colValue, rowDual } = model.getSolution()
  const left = isMixed ? Math.abs(model.getObjectiveValue() - Number(model.info.get('mip_dual_bound'))) : 0
  return { status: isOptimal ? 'optimal' : 'feasible', values: colValue, duals: rowDual, gap: left, ms }
}

/**
 * Found by experiment; halves the time of plans with a heat pump. These heuristics find nothing here that others do
 * not, and a small pool of cuts keeps the linear problems small.
 */
const forSchedules = {
  mip_heuristic_run_feasibility_jump: false,
  mip_heuristic_run_root_reduced_cost: false,
  mip_pool_soft_limit: 500,
  mip_pool_age_limit: 5,
  mip_lp_age_limit: 5,
}

function asType(isWhole: boolean): 0 | 1 {
  return isWhole ? 1 : 0
}

/** Only divisions yield coefficients of more than 12 digits; fewer digits keep HiGHS away from unstable paths. */
const rounded = (value: number) => (isShort(value) || !Number.isFinite(value) ? value : Number(value.toPrecision(12)))

/** At most six digits on each side of the point, like almost all: printing and parsing takes a hundred times longer. */
const isShort = (value: number) => Math.abs(value) < 1e6 && Math.round(value * 1e6) / 1e6 === value

function asModel({ cost, lower, upper, rows }: LinearProblem) {
  const starts = [0]
  const indices: number[] = []
  const values: number[] = []
  for (const { terms } of rows) {
    for (const [column, factor] of terms) {
      indices.push(column)
      values.push(rounded(factor))
    }
    starts.push(indices.length)
  }
  return {
    numCols: cost.length,
    numRows: rows.length,
    colCost: cost.map(rounded),
    colLower: lower.map(rounded),
    colUpper: upper.map(rounded),
    rowLower: rows.map(row => rounded(row.lower)),
    rowUpper: rows.map(row => rounded(row.upper)),
    matrix: { format: 'csr' as const, numRows: rows.length, numCols: cost.length, starts, indices, values },
  }
}
