/**
 * The plan as a linear problem in kW, kWh and ct. Whole-number columns only where physics needs them: for minimum
 * powers, starts and demands, and for directions in the steps that a first solution breaks.
 */
import { addColumn, addRow, type LinearProblem, type Term } from './linear-problem.ts'
import { type OrderedFlows, orderedFlows } from './ordered-flows.ts'
import { at, mayFeedIn, mostChargeW, type Situation, type Storage, sum } from './situation.ts'

/** The steps whose direction needs a whole number: of the grid, and of each storage. */
export type Directions = { grid: ReadonlySet<number>; storages: readonly ReadonlySet<number>[] }

export type StorageColumns = {
  charge: number[]
  discharge: number[]
  content: number[]
  /** Whether the storage charges; none without minimum power and start cost, or when it is not connected. */
  isOn: (number | undefined)[]
  /** Whether the storage starts to charge; none without start cost. */
  starts: (number | undefined)[]
  /** The shortfall at each goal. */
  missing: number[]
  /** The row of the content of each step: its dual is the value of one kWh more. */
  balance: number[]
}

export type PlanModel = {
  problem: LinearProblem
  /** ct for one unit of each column. */
  money: number[]
  /** kWh that fall short for one unit of each column, weighted. */
  shortfall: number[]
  import: number[]
  export: number[]
  curtail: (number | undefined)[]
  storages: StorageColumns[]
}

const k = 1000
/** Without a minimum power charging counts from here: staying on at 0 W would save the cost of the next start. */
const countedW = 1

/** W by which a plan may stay below an order: room for rounding at the limits of the content. */
const orderedBandW = 1

/** The steps in which prices make it pay to go both ways at once. */
export function payingDirections({ importCt, exportCt, canCurtail, storages }: Situation) {
  const steps = importCt.map((_, step) => step)
  const wasting = steps.filter(step => at(importCt, step) <= 0 || (at(exportCt, step) < 0 && !canCurtail))
  return {
    grid: new Set(steps.filter(step => at(exportCt, step) > at(importCt, step))),
    storages: storages.map(storage => new Set(storage.maxDischargeW > 0 ? wasting : [])),
  }
}

export function buildPlanModel(situation: Situation, directions: Directions): PlanModel {
  const problem: LinearProblem = { cost: [], lower: [], upper: [], isWhole: [], rows: [] }
  const model: PlanModel = {
    problem,
    money: [],
    shortfall: [],
    import: [],
    export: [],
    curtail: [],
    storages: [],
  }
  addGrid(model, situation)
  const ordered = orderedFlows(situation)
  model.storages = situation.storages.map((storage, index) =>
    addStorage(model, situation, storage, at(directions.storages, index), at(ordered, index)),
  )
  addBalances(model, situation)
  for (const step of directions.grid) addGridDirection(model, situation, step)
  while (model.money.length < problem.cost.length) model.money.push(0)
  while (model.shortfall.length < problem.cost.length) model.shortfall.push(0)
  return model
}

/** A column with the cost and the shortfall of one unit. */
function column(model: PlanModel, upper: number, price = 0, weight = 0, isWhole = false, lower = 0): number {
  const index = addColumn(model.problem, lower, upper, isWhole)
  model.money[index] = price
  model.shortfall[index] = weight
  return index
}

function addGrid(model: PlanModel, { hours, importCt, exportCt, loadW, pvW, storages, ...grid }: Situation): void {
  const mostCharge = sum(storages.map(storage => storage.maxChargeW))
  const mostDischarge = sum(storages.map(storage => storage.maxDischargeW))
  hours.forEach((hour, step) => {
    const load = at(loadW, step)
    const pv = at(pvW, step)
    const mostImport = (load + mostCharge) / k
    const neverFromStore = storages.every(each => !mayFeedIn(each, step) || each.maxDischargeW === 0)
    const mostExport = neverFromStore ? Math.max(0, pv - load) : pv + mostDischarge
    const exportLimit = Math.min(mostExport, grid.maxExportW ?? Number.POSITIVE_INFINITY) / k
    const within = grid.maxImportW === null ? mostImport : Math.min(mostImport, grid.maxImportW / k)
    const imported = column(model, mostImport, hour * at(importCt, step))
    if (within < mostImport) {
      const over = column(model, mostImport - within, 0, hour)
      addRow(model.problem, Number.NEGATIVE_INFINITY, within, [
        [imported, 1],
        [over, -1],
      ])
    }
    model.import.push(imported)
    model.export.push(column(model, exportLimit, -hour * at(exportCt, step)))
    const mayCurtail = pv > 0 && (grid.canCurtail || grid.maxExportW !== null)
    // Weighs more than the same energy falling short in every step: it may be lost only where the export limit forces it.
    const loss = grid.canCurtail ? 0 : hour * (hours.length + 1)
    model.curtail.push(mayCurtail ? column(model, pv / k, 0, loss) : undefined)
  })
}

function addStorage(
  model: PlanModel,
  situation: Situation,
  storage: Storage,
  directions: ReadonlySet<number>,
  ordered: OrderedFlows[number],
): StorageColumns {
  const { hours } = situation
  const columns: StorageColumns = {
    charge: [],
    discharge: [],
    content: [],
    isOn: [],
    starts: [],
    missing: [],
    balance: [],
  }
  const last = hours.length - 1
  const wear = storage.wearCt / 2
  hours.forEach((hour, step) => {
    const mostDischargeW = at(storage.isConnected, step) ? storage.maxDischargeW : 0
    const flow = (mostW: number, orderedW: number | undefined) =>
      orderedW === undefined
        ? column(model, mostW / k, hour * wear)
        : column(model, orderedW / k, hour * wear, 0, false, Math.max(0, orderedW - orderedBandW) / k)
    columns.charge.push(flow(mostChargeW(storage, step), ordered.chargeW[step]))
    columns.discharge.push(flow(mostDischargeW, ordered.dischargeW[step]))
    const low = Math.min(storage.minWh, storage.contentWh) / k
    const high = Math.max(storage.maxWh, storage.contentWh) / k
    columns.content.push(column(model, high, step === last ? -storage.endCt : 0, 0, false, low))
    addContent(model, storage, columns, step, hour)
    addBrokenLimits(model, storage, at(columns.content, step))
    addCharging(model, storage, columns, step, hour)
    if (directions.has(step)) addDirection(model, storage, columns, step)
  })
  for (const goal of storage.goals) {
    const missing = column(model, goal.contentWh / k, 0, 1)
    columns.missing.push(missing)
    addRow(model.problem, goal.contentWh / k, Number.POSITIVE_INFINITY, [
      [at(columns.content, goal.step), 1],
      [missing, 1],
    ])
  }
  return columns
}

function addContent(model: PlanModel, storage: Storage, columns: StorageColumns, step: number, hour: number): void {
  const leaving = (hour * (at(storage.drawW, step) + storage.lossW)) / k
  const terms: Term[] = [
    [at(columns.content, step), 1],
    [at(columns.charge, step), -hour * at(storage.chargeEfficiency, step)],
    [at(columns.discharge, step), hour / storage.dischargeEfficiency],
  ]
  if (step > 0) terms.push([at(columns.content, step - 1), -1])
  if (leaving > 0) terms.push([addMissingDraw(model, storage, columns, step, leaving), -1])
  const gained = (step === 0 ? storage.contentWh / k : 0) - leaving
  columns.balance.push(addRow(model.problem, gained, gained, terms))
}

/**
 * Energy that should leave but is missing. Where a demand follows, only an empty storage may miss it: otherwise keeping
 * the energy would make the storage full, and being full ends the demand.
 */
function addMissingDraw(
  model: PlanModel,
  { demandW, minWh, maxWh, contentWh }: Storage,
  { content }: StorageColumns,
  step: number,
  leaving: number,
): number {
  const missing = column(model, leaving, 0, 1)
  if (!demandW.some((demand, later) => later >= step && demand > 0)) return missing
  const isEmpty = column(model, 1, 0, 0, true)
  const floor = Math.min(minWh, contentWh) / k
  const high = Math.max(maxWh, contentWh) / k
  addRow(model.problem, Number.NEGATIVE_INFINITY, 0, [
    [missing, 1],
    [isEmpty, -leaving],
  ])
  addRow(model.problem, Number.NEGATIVE_INFINITY, high, [
    [at(content, step), 1],
    [isEmpty, high - floor],
  ])
  return missing
}

/** A limit that is broken at the start falls short until it is kept. */
function addBrokenLimits(model: PlanModel, { contentWh, minWh, maxWh }: Storage, content: number): void {
  if (contentWh < minWh) {
    addRow(model.problem, minWh / k, Number.POSITIVE_INFINITY, [
      [content, 1],
      [column(model, (minWh - contentWh) / k, 0, 1), 1],
    ])
  }
  if (contentWh > maxWh) {
    addRow(model.problem, Number.NEGATIVE_INFINITY, maxWh / k, [
      [content, 1],
      [column(model, (contentWh - maxWh) / k, 0, 1), -1],
    ])
  }
}

/** Minimum power, starts, and demands. */
function addCharging(model: PlanModel, storage: Storage, columns: StorageColumns, step: number, hour: number): void {
  const charge = at(columns.charge, step)
  const isConnected = at(storage.isConnected, step)
  const full = addDemand(model, storage, columns, step, hour)
  if (!isConnected || (storage.minChargeW === 0 && storage.startCt === 0)) {
    columns.isOn.push(undefined)
    return
  }
  const isOn = column(model, 1, 0, 0, true)
  columns.isOn.push(isOn)
  addRow(model.problem, Number.NEGATIVE_INFINITY, 0, [
    [charge, 1],
    [isOn, -storage.maxChargeW / k],
  ])
  const leastW = Math.max(storage.minChargeW, Math.min(countedW, storage.maxChargeW))
  if (leastW > 0) {
    const least = leastW / k
    addRow(model.problem, 0, Number.POSITIVE_INFINITY, [
      [charge, 1],
      [isOn, -least],
      ...(full === undefined ? [] : [[full, least] as const]),
    ])
  }
  if (storage.startCt > 0) addStart(model, storage, columns, step, isOn)
}

function addStart(model: PlanModel, storage: Storage, columns: StorageColumns, step: number, isOn: number): void {
  const before = step > 0 ? columns.isOn[step - 1] : undefined
  const wasOn = step === 0 && storage.isCharging ? 1 : 0
  const start = column(model, 1, storage.startCt)
  columns.starts[step] = start
  addRow(model.problem, -wasOn, Number.POSITIVE_INFINITY, [
    [start, 1],
    [isOn, -1],
    ...(before === undefined ? [] : [[before, 1] as const]),
  ])
}

/**
 * A goal above the current content needs a whole start before it, or the whole difference is missing. This holds anyway
 * where charging is on or off; where it may be fractional, only this row prevents a fraction of a start.
 */
export function addNeededStarts({ problem, storages: columnsOf }: PlanModel, { storages }: Situation): void {
  for (const [index, { goals, contentWh, startCt, isCharging }] of storages.entries()) {
    if (startCt === 0 || isCharging) continue
    const { starts, missing } = at(columnsOf, index)
    for (const [place, goal] of goals.entries()) {
      const before = starts.slice(0, goal.step + 1).filter(start => start !== undefined)
      if (goal.contentWh <= contentWh || before.length === 0) continue
      addRow(problem, 1, Number.POSITIVE_INFINITY, [
        ...before.map(start => [start, 1] as const),
        [at(missing, place), k / (goal.contentWh - contentWh)],
      ])
    }
  }
}

/** Returns the column that is 1 when the step ends full. Of several demands the earlier one weighs more. */
function addDemand(model: PlanModel, storage: Storage, columns: StorageColumns, step: number, hour: number) {
  const demand = (hour * at(storage.demandW, step)) / k
  if (demand === 0) return undefined
  const full = column(model, 1, 0, 0, true)
  const missing = column(model, demand, 0, 1 + 1 / (step + 2))
  addRow(model.problem, demand, Number.POSITIVE_INFINITY, [
    [at(columns.charge, step), hour],
    [missing, 1],
    [full, demand],
  ])
  addRow(model.problem, 0, Number.POSITIVE_INFINITY, [
    [at(columns.content, step), 1],
    [full, -storage.maxWh / k],
    // A storage that is not connected misses no more than its free room.
    ...(at(storage.isConnected, step) ? [] : [[missing, at(storage.chargeEfficiency, step)] as const]),
  ])
  return full
}

/** Either charges or discharges. */
function addDirection(model: PlanModel, storage: Storage, columns: StorageColumns, step: number): void {
  const charges = column(model, 1, 0, 0, true)
  addRow(model.problem, Number.NEGATIVE_INFINITY, 0, [
    [at(columns.charge, step), 1],
    [charges, -storage.maxChargeW / k],
  ])
  addRow(model.problem, Number.NEGATIVE_INFINITY, storage.maxDischargeW / k, [
    [at(columns.discharge, step), 1],
    [charges, storage.maxDischargeW / k],
  ])
}

function addBalances(model: PlanModel, { loadW, pvW }: Situation): void {
  loadW.forEach((load, step) => {
    const needed = (load - at(pvW, step)) / k
    const curtail = model.curtail[step]
    addRow(model.problem, needed, needed, [
      [at(model.import, step), 1],
      [at(model.export, step), -1],
      ...(curtail === undefined ? [] : [[curtail, -1] as const]),
      ...model.storages.flatMap(
        ({ charge, discharge }) =>
          [
            [at(charge, step), -1],
            [at(discharge, step), 1],
          ] as const,
      ),
    ])
  })
}

/** Either imports or exports; a storage charges from the grid, or discharges into it, only where it may do so. */
function addGridDirection(model: PlanModel, { storages }: Situation, step: number): void {
  const { problem } = model
  const imports = column(model, 1, 0, 0, true)
  const exports = column(model, 1, 0, 0, true)
  const bounded = (bound: number, direction: number) =>
    addRow(problem, Number.NEGATIVE_INFINITY, 0, [
      [bound, 1],
      [direction, -at(problem.upper, bound)],
    ])
  bounded(at(model.import, step), imports)
  bounded(at(model.export, step), exports)
  addRow(problem, Number.NEGATIVE_INFINITY, 1, [
    [imports, 1],
    [exports, 1],
  ])
  const excluded = (flow: number, direction: number) =>
    addRow(problem, Number.NEGATIVE_INFINITY, at(problem.upper, flow), [
      [flow, 1],
      [direction, at(problem.upper, flow)],
    ])
  storages.forEach((storage, index) => {
    const { charge, discharge } = at(model.storages, index)
    if (!storage.gridCharge) excluded(at(charge, step), imports)
    if (!mayFeedIn(storage, step) && storage.maxDischargeW > 0) excluded(at(discharge, step), exports)
  })
}
