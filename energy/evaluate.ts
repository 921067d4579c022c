/** Cost and shortfalls of flows: the one place that computes money, for plans and simulations. */
import { at, type Flows, round, type Situation, type Storage, sum } from './situation.ts'

export type ShortfallKind = 'goal' | 'draw' | 'demand' | 'min' | 'max' | 'import_limit'
export type Shortfall = { storage: string | null; kind: ShortfallKind; step: number; wh: number }

/** Energy alone in `costEur`; the total is cost + wear + starts − end value. */
export type Sums = {
  costEur: number
  wearEur: number
  startsEur: number
  endValueEur: number
  importWh: number
  exportWh: number
}

/** A smaller difference between the shortfalls of two plans comes from rounding. */
export const countedShortfallWh = 0.5

export type Evaluation = {
  importW: number[]
  exportW: number[]
  /** For each storage the content at the end of each step. */
  contentWh: number[][]
  shortfalls: Shortfall[]
  sums: Sums
  totalEur: number
  shortfallWh: number
}

/** Smaller shortfalls come from rounding. */
const leastWh = 0.05

export function evaluate(situation: Situation, flows: Flows): Evaluation {
  const { hours, loadW, pvW, importCt, exportCt, storages } = situation
  const net = hours.map((_, step) =>
    round(
      at(loadW, step) -
        at(pvW, step) +
        at(flows.curtailW, step) +
        sum(flows.chargeW.map(list => at(list, step))) -
        sum(flows.dischargeW.map(list => at(list, step))),
      4,
    ),
  )
  const importW = net.map(value => Math.max(0, value))
  const exportW = net.map(value => Math.max(0, -value))
  const paths = storages.map((storage, index) =>
    followStorage(storage, hours, at(flows.chargeW, index), at(flows.dischargeW, index)),
  )
  const shortfalls = [...gridShortfalls(situation, importW), ...paths.flatMap(path => path.shortfalls)]
  const charged = (index: number) => sum(hours.map((hour, step) => hour * at(at(flows.chargeW, index), step)))
  const discharged = (index: number) => sum(hours.map((hour, step) => hour * at(at(flows.dischargeW, index), step)))
  const sums = {
    costEur: sum(
      hours.map(
        (hour, step) =>
          (hour * (at(importW, step) * at(importCt, step) - at(exportW, step) * at(exportCt, step))) / 100_000,
      ),
    ),
    wearEur: sum(storages.map(({ wearCt }, index) => ((charged(index) + discharged(index)) * wearCt) / 2 / 100_000)),
    startsEur: sum(
      storages.map((storage, index) => (startsOf(storage, at(flows.chargeW, index)) * storage.startCt) / 100),
    ),
    endValueEur: sum(storages.map(({ endCt }, index) => ((at(paths, index).contentWh.at(-1) ?? 0) * endCt) / 100_000)),
    importWh: sum(hours.map((hour, step) => hour * at(importW, step))),
    exportWh: sum(hours.map((hour, step) => hour * at(exportW, step))),
  }
  return {
    importW,
    exportW,
    contentWh: paths.map(path => path.contentWh),
    shortfalls,
    sums,
    totalEur: sums.costEur + sums.wearEur + sums.startsEur - sums.endValueEur,
    // Energy lost at the export limit counts with the shortfalls where it cannot be curtailed at will.
    shortfallWh:
      sum(shortfalls.map(({ wh }) => wh)) +
      (situation.canCurtail ? 0 : sum(hours.map((hour, step) => hour * at(flows.curtailW, step)))),
  }
}

/** Sums as they are printed: EUR to 0.0001, Wh to 0.01. */
export function presentSums(sums: Sums): Sums {
  return {
    costEur: round(sums.costEur, 4),
    wearEur: round(sums.wearEur, 4),
    startsEur: round(sums.startsEur, 4),
    endValueEur: round(sums.endValueEur, 4),
    importWh: round(sums.importWh, 2),
    exportWh: round(sums.exportWh, 2),
  }
}

/** The content at the end of a step and the energy that should have left but was not there. */
export function nextContent(
  storage: Storage,
  step: number,
  hour: number,
  before: number,
  chargeW: number,
  dischargeW: number,
): { contentWh: number; missingWh: number } {
  const gained = hour * (chargeW * at(storage.chargeEfficiency, step) - dischargeW / storage.dischargeEfficiency)
  const leaving = hour * (at(storage.drawW, step) + storage.lossW)
  const content = before + gained - leaving
  const floor = Math.min(storage.minWh, before)
  const missingWh = Math.min(leaving, Math.max(0, floor - content))
  return { contentWh: content + missingWh, missingWh }
}

function followStorage(
  storage: Storage,
  hours: readonly number[],
  chargeW: readonly number[],
  dischargeW: readonly number[],
) {
  const shortfalls: Shortfall[] = []
  const note = (kind: ShortfallKind, step: number, wh: number) => {
    if (wh >= leastWh) shortfalls.push({ storage: storage.id, kind, step, wh: round(wh, 2) })
  }
  const contentWh: number[] = []
  hours.forEach((hour, step) => {
    const before = contentWh.at(-1) ?? storage.contentWh
    const charge = at(chargeW, step)
    const next = nextContent(storage, step, hour, before, charge, at(dischargeW, step))
    contentWh.push(next.contentWh)
    note('draw', step, next.missingWh)
    note('min', step, storage.minWh - next.contentWh)
    note('max', step, next.contentWh - storage.maxWh)
    const demand = at(storage.demandW, step)
    if (demand > 0) note('demand', step, hour * Math.min(demand - charge, roomW(storage, step, hour, before) - charge))
    for (const goal of storage.goals) if (goal.step === step) note('goal', step, goal.contentWh - next.contentWh)
  })
  return { contentWh, shortfalls }
}

/** The power that would fill the storage within the step. */
export function roomW(storage: Storage, step: number, hour: number, before: number): number {
  const leaving = hour * (at(storage.drawW, step) + storage.lossW)
  return Math.max(0, (storage.maxWh - before + leaving) / (hour * at(storage.chargeEfficiency, step)))
}

function gridShortfalls({ hours, maxImportW }: Situation, importW: readonly number[]): Shortfall[] {
  if (maxImportW === null) return []
  return hours.flatMap((hour, step) => {
    const wh = hour * (at(importW, step) - maxImportW)
    return wh >= leastWh ? [{ storage: null, kind: 'import_limit' as const, step, wh: round(wh, 2) }] : []
  })
}

function startsOf({ isCharging }: Storage, chargeW: readonly number[]): number {
  return chargeW.filter((power, step) => power > 0 && !(step === 0 ? isCharging : at(chargeW, step - 1) > 0)).length
}
