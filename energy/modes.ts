/** Modes follow from the value of the stored kilowatt-hour, so that a wrong forecast costs little. */
import {
  at,
  type Flows,
  type Mode,
  mostChargeW,
  type Order,
  type Reason,
  round,
  type Situation,
  type Storage,
} from './situation.ts'

/** ct/kWh by which feeding in must pay more than storing, and storing more than covering; found by a back-test. */
const feedInBand = 0.3
const coverBand = 2
/** The share of the planned surplus from which a storage with a minimum power starts. */
const startShare = 0.8
/** W and Wh below this are rounding. */
const nothing = 0.005
/** A plan that charges with this many W more than the surplus means the grid or another storage. */
const beyondW = 1
/** ct/kWh: a value is rounded, and where the plan buys just enough it equals the price. */
const equalCt = 0.001

/** The facts that decide a mode. */
type ModeFacts = {
  storage: Storage
  step: number
  value: number
  importCt: number
  exportCt: number
  surplusW: number
  chargeW: number
  dischargeW: number
  importW: number
  exportW: number
  curtailW: number
  /** Whether the steps after this one are too few for a goal. */
  isPressing: boolean
}

export type PlannedGrid = { importW: readonly number[]; exportW: readonly number[] }

/** The order of each step for one storage, with its reason. */
export function ordersOf(
  situation: Situation,
  index: number,
  flows: Flows,
  grid: PlannedGrid,
  valueCt: readonly number[],
  contentWh: readonly number[],
): (Order & { reason: Reason })[] {
  const storage = at(situation.storages, index)
  return situation.hours.map((_, step) => {
    const facts: ModeFacts = {
      storage,
      step,
      value: at(valueCt, step),
      importCt: at(situation.importCt, step),
      exportCt: at(situation.exportCt, step),
      surplusW: at(situation.pvW, step) - at(situation.loadW, step),
      chargeW: at(at(flows.chargeW, index), step),
      dischargeW: at(at(flows.dischargeW, index), step),
      importW: at(grid.importW, step),
      exportW: at(grid.exportW, step),
      curtailW: at(flows.curtailW, step),
      isPressing: isPressing(situation, storage, step, step === 0 ? storage.contentWh : at(contentWh, step - 1)),
    }
    const { mode, powerW } = modeOf(facts)
    const isFull = at(contentWh, step) >= storage.maxWh - 1
    return { mode, powerW, valueCt: facts.value, reason: reasonOf(situation, facts, mode, isFull) }
  })
}

function isPressing({ hours }: Situation, storage: Storage, step: number, content: number): boolean {
  return storage.goals.some(goal => {
    if (goal.step < step || goal.contentWh <= content) return false
    let laterWh = 0
    for (let later = step + 1; later <= goal.step; later++) {
      if (at(storage.isConnected, later)) {
        laterWh += at(hours, later) * mostChargeW(storage, later) * at(storage.chargeEfficiency, later)
      }
    }
    return goal.contentWh - content > laterWh
  })
}

function modeOf(facts: ModeFacts): { mode: Mode; powerW: number | null } {
  const { storage, step, value, importCt, exportCt, chargeW, dischargeW } = facts
  const ordered = at(storage.ordered, step)
  if (ordered !== null) return ordered
  if (!at(storage.isConnected, step)) return { mode: 'idle', powerW: null }
  const demandW = Math.min(at(storage.demandW, step), storage.maxChargeW)
  if (demandW > 0) return { mode: 'charge', powerW: Math.max(demandW, chargeW) }
  const stored = value * at(storage.chargeEfficiency, step)
  if (storage.minChargeW > 0 && storage.maxDischargeW === 0) return modeWithMinimumPower(facts, stored)
  if (isOrdered(facts, stored)) return { mode: 'charge', powerW: chargeW }
  if (dischargeW > nothing && facts.exportW > nothing) return { mode: 'discharge', powerW: dischargeW }
  const charges = stored >= exportCt - feedInBand
  const covers = importCt * storage.dischargeEfficiency >= value - coverBand
  const mode = charges ? (covers ? 'auto' : 'hold') : covers ? 'pass' : 'idle'
  const powerW = charges && storage.minChargeW > 0 ? startPower(facts, stored) : null
  return { mode, powerW }
}

/**
 * From the grid where that pays, from another storage, and when a goal leaves no more time: `auto` would wait for a
 * surplus. A storage that cannot discharge, such as a car or a heat pump, has no other way to get its energy.
 */
function isOrdered({ storage, chargeW, surplusW, importW, importCt, isPressing }: ModeFacts, stored: number): boolean {
  if (chargeW <= nothing) return false
  if (isPressing || (importW > nothing && stored >= importCt - equalCt)) return true
  return (storage.maxDischargeW === 0 || importW <= nothing) && chargeW > Math.max(0, surplusW) + beyondW
}

function modeWithMinimumPower(facts: ModeFacts, stored: number): { mode: Mode; powerW: number | null } {
  const { storage, chargeW, surplusW, importCt, exportCt, isPressing } = facts
  const isBeyondSurplus = surplusW <= nothing || chargeW > Math.max(surplusW, storage.minChargeW) + beyondW
  if (chargeW > nothing && (isPressing || stored >= importCt - equalCt || isBeyondSurplus)) {
    return { mode: 'charge', powerW: chargeW }
  }
  return stored >= exportCt - equalCt
    ? { mode: 'auto', powerW: startPower(facts, stored) }
    : { mode: 'idle', powerW: null }
}

/** The surplus from which the minimum power pays, although the rest of it comes from the grid. */
function startPower({ storage, importCt, exportCt, chargeW, surplusW }: ModeFacts, stored: number): number {
  const share = importCt > exportCt ? (importCt - stored) / (importCt - exportCt) : 0
  const pays = Math.min(storage.minChargeW, Math.max(0, storage.minChargeW * share))
  const most = chargeW > nothing && surplusW > 0 ? startShare * surplusW : Number.POSITIVE_INFINITY
  return round(Math.min(pays, most), 2)
}

function reasonOf(situation: Situation, facts: ModeFacts, mode: Mode, isFull: boolean): Reason {
  const { storage, step, importCt, surplusW, chargeW, value, importW, curtailW } = facts
  if (at(storage.ordered, step) !== null) return 'demanded'
  if (!at(storage.isConnected, step)) return 'not_connected'
  if (at(storage.demandW, step) > 0) return 'demanded'
  const { maxImportW } = situation
  if (curtailW > nothing && chargeW > nothing) return 'grid_limit'
  if (mode === 'charge') {
    if (importCt < 0) return 'negative_price'
    if (maxImportW !== null && importW >= maxImportW - nothing) return 'grid_limit'
    if (isLimited(storage, step, chargeW)) return 'grid_limit'
    if (storage.goals.some(goal => goal.step >= step)) return 'goal'
    return surplusW >= chargeW ? 'surplus' : 'cheap_now'
  }
  if (mode === 'discharge') return 'feed_in_pays_more'
  if (isFull && surplusW > 0) return 'enough'
  if (storage.maxDischargeW === 0 && chargeW <= nothing && surplusW <= 0) return waitingReason(facts, mode, isFull)
  if (mode === 'auto') return chargeW > nothing || surplusW > 0 ? 'surplus' : 'self_use'
  if (mode === 'pass') return surplusW > 0 ? 'feed_in_pays_more' : 'self_use'
  if (mode === 'hold') return surplusW > 0 ? 'surplus' : 'worth_more_later'
  if (surplusW > 0) return 'feed_in_pays_more'
  return value > 0 ? 'worth_more_later' : 'enough'
}

/** A storage that cannot discharge (car, heat pump) never supplies the house: it waits for the sun or a lower price. */
function waitingReason({ storage, step, value, importCt }: ModeFacts, mode: Mode, isFull: boolean): Reason {
  const stored = value * at(storage.chargeEfficiency, step)
  return mode === 'auto' && !isFull && stored < importCt - equalCt ? 'worth_more_later' : 'enough'
}

/** Whether it charges as much as a limit of the step allows, and could charge more. */
function isLimited(storage: Storage, step: number, chargeW: number): boolean {
  const most = mostChargeW(storage, step)
  return most < storage.maxChargeW && chargeW >= most - nothing
}
