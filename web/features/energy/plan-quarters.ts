/** The quarter-hours of today and tomorrow: measured and expected values, and the modes with their reasons. Pure. */
import type { EnergyResult } from '#contract/energy-history.ts'
import type { PlanMode } from '#contract/energy-plan-words.ts'
import type { PlanDay, SitePlan } from '#contract/energy-plans.ts'
import type { StorageKind } from '#contract/energy-storages.ts'
import type { SitePrices } from '#contract/energy-tariffs.ts'

/** W, mean over the quarter-hour; null: unknown. */
export type QuarterFlows = {
  pvW: number | null
  houseW: number | null
  importW: number | null
  exportW: number | null
}

/** The mode of a storage in a quarter-hour, with its reason. */
export type StorageStep = {
  id: string
  name: string
  kind: StorageKind
  mode: PlanMode
  sentence: string
  /** Worth of one more stored kWh; null when rules decided. */
  valueCt: number | null
}

export type Quarter = {
  startsAt: string
  measured: QuarterFlows | null
  planned: QuarterFlows | null
  /** null: neither planned nor decided. */
  steps: readonly StorageStep[] | null
  byRules: boolean
  limits: SitePlan['limits'] | null
  /** The network operator limits the site. */
  isDimmed: boolean
  importCt: number | null
  exportCt: number | null
  isPriceEstimated: boolean
}

/** The level of a storage in %, at the beginning of each quarter-hour. */
export type StorageLevels = {
  id: string
  name: string
  kind: StorageKind
  measured: (number | null)[]
  planned: (number | null)[]
}

export type PlanPicture = { quarters: Quarter[]; levels: StorageLevels[] }

interface PlanSources {
  day: PlanDay
  plan: SitePlan | null
  /** Slots of today. */
  history: readonly EnergyResult[]
  prices: SitePrices['results']
}

const slotMs = 900_000

export function planPictureOf({ day, plan, history, prices }: PlanSources): PlanPicture {
  const start = Date.parse(day.from)
  const count = Math.round((Date.parse(day.to) - start) / slotMs)
  const starts = Array.from({ length: count }, (_, index) => start + index * slotMs)
  const measured = byStart(history)
  const decided = byStart(day.decisions)
  const priced = byStart(prices)
  const quarters = starts.map((at): Quarter => {
    const step = plan === null ? -1 : stepOf(plan.startsAt, at)
    const [decision, price, slot] = [decided.get(at), priced.get(at), measured.get(at)]
    const isPlanned = plan !== null && step >= 0 && step < plan.minutes.length
    return {
      startsAt: new Date(at).toISOString(),
      measured: slot && slot.coverage >= 0.5 ? flowsOf(slot) : null,
      planned: isPlanned ? plannedFlows(plan, step) : firstFlows(day.first, at),
      steps: isPlanned ? stepsOf(plan, step) : (decision?.storages ?? null),
      byRules: isPlanned ? plan.status === 'rules' : decision?.status === 'rules',
      isDimmed: (isPlanned ? plan.isDimmed[step] : decision?.isDimmed) ?? false,
      limits: (isPlanned ? plan.limits : decision?.limits) ?? null,
      importCt: price?.importCt ?? decision?.importCt ?? null,
      exportCt: price?.exportCt ?? decision?.exportCt ?? null,
      isPriceEstimated: price?.isEstimated ?? decision?.isPriceEstimated ?? false,
    }
  })
  return { quarters, levels: levelsOf(day, plan, starts, measured) }
}

function byStart<Row extends { startsAt: string }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map(row => [Date.parse(row.startsAt), row]))
}

function stepOf(startsAt: string, at: number): number {
  return Math.round((at - Date.parse(startsAt)) / slotMs)
}

/** Energy of a quarter-hour as mean power. The house is the use without car, heat pump and battery. */
function flowsOf({ pvWh, houseWh, importWh, exportWh }: EnergyResult): QuarterFlows {
  const watts = (wh: number | null) => (wh === null ? null : wh * 4)
  return { pvW: watts(pvWh), houseW: watts(houseWh), importW: watts(importWh), exportW: watts(exportWh) }
}

function plannedFlows(plan: SitePlan, step: number): QuarterFlows {
  return {
    pvW: plan.pvW[step] ?? null,
    houseW: plan.loadW[step] ?? null,
    importW: plan.importW[step] ?? null,
    exportW: plan.exportW[step] ?? null,
  }
}

/** The values expected by the day's first plan. */
function firstFlows(first: PlanDay['first'], at: number): QuarterFlows | null {
  const step = first === null ? -1 : stepOf(first.startsAt, at)
  if (first === null || step < 0 || step >= first.pvW.length) return null
  return {
    pvW: first.pvW[step] ?? null,
    houseW: first.loadW[step] ?? null,
    importW: first.importW[step] ?? null,
    exportW: first.exportW[step] ?? null,
  }
}

function stepsOf(plan: SitePlan, step: number): StorageStep[] {
  return plan.storages.flatMap(({ id, name, kind, mode, sentence, valueCt }) => {
    const [is, why] = [mode[step], sentence[step]]
    return is === undefined || why === undefined
      ? []
      : [{ id, name, kind, mode: is, sentence: why, valueCt: valueCt[step] ?? null }]
  })
}

/**
 * Measured when plans were made, for a house's only battery also without a plan; planned by the first plan until now,
 * then by the plan in force.
 */
function levelsOf(
  day: PlanDay,
  plan: SitePlan | null,
  starts: readonly number[],
  history: ReadonlyMap<number, EnergyResult>,
): StorageLevels[] {
  const known = [...day.decisions.flatMap(({ storages }) => storages), ...(plan?.storages ?? [])]
  const storages = new Map(known.map(({ id, name, kind }) => [id, { id, name, kind }]))
  const decided = byStart(day.decisions)
  const [battery, ...others] = [...storages.values()].filter(({ kind }) => kind === 'battery')
  const onlyBattery = others.length === 0 ? battery?.id : undefined
  return [...storages.values()].map(storage => {
    const decidedLevel = (at: number) => decided.get(at)?.storages.find(({ id }) => id === storage.id)?.levelPercent
    // The level of a slot is that at its end.
    const levelBefore = (at: number) =>
      storage.id === onlyBattery ? history.get(at - slotMs)?.levelPercent : undefined
    const first = day.first?.storages.find(({ id }) => id === storage.id)
    const later = plan?.storages.find(({ id }) => id === storage.id)
    return {
      ...storage,
      measured: starts.map(at => decidedLevel(at) ?? levelBefore(at) ?? null),
      planned: starts.map(at => {
        // Contents are those at the end of the previous step.
        const ahead = plan === null ? -1 : stepOf(plan.startsAt, at) - 1
        const content = later?.contentWh[ahead]
        if (later && content !== undefined) return later.maxWh === 0 ? 0 : (content / later.maxWh) * 100
        return (day.first && first?.levelPercent[stepOf(day.first.startsAt, at) - 1]) ?? null
      }),
    }
  })
}
