/** Between a site and the planning engine: the engine's input, and its output in readable form. Pure. */
import type { PlanMode } from '#contract/energy-plan-words.ts'
import type { PlanObstacle, SitePlan } from '#contract/energy-plans.ts'
import type { EnergyStorageInput } from '#contract/energy-storages.ts'
import { reasonSentence } from '#contract/texts/plan-reasons.texts.ts'
import { usualLimitMs } from '#energy/check-input.ts'
import type { PlanOutput } from '#energy/plan.ts'
import { hourMs, instantText, timeOfDay } from '#server/clock.ts'
import { slotMs } from './channel-slots.rules.ts'
import { departuresOf } from './departure.rules.ts'
import type { SlotPrice } from './energy-bill.rules.ts'

/** Two days of quarter-hours. */
export const planSteps = 192
/** A limit of the network operator has no announced end: plans assume it for this long, and are remade when it ends. */
const dimmedSteps = 4
/** An older level is not current. */
export const levelAgeMsMax = hourMs

export type PlannedStorage = EnergyStorageInput & {
  readonly id: string
  /** % of the most; null without a current reading. */
  readonly levelPercent: number | null
  /** Of a car; null: unknown, then it counts as connected. */
  readonly isConnected: boolean | null
  /** The override in force instead of a plan. */
  readonly ordered: { readonly mode: PlanMode; readonly powerW: number | null; readonly until: string } | null
  /** The most from the grid while the network operator limits (§ 14a EnWG); null while it does not. */
  readonly dimmedW: number | null
}

export type PlanFacts = {
  readonly siteId: string
  readonly from: number
  readonly isHeard: boolean
  readonly storages: readonly PlannedStorage[]
  /** Of the steps; empty without a tariff. */
  readonly prices: readonly SlotPrice[]
  readonly knowsPrices: boolean
  readonly loadW: readonly number[] | null
  readonly pvW: readonly number[] | null
  readonly grid: {
    readonly maxImportW: number | null
    readonly maxExportW: number | null
    readonly canCurtail: boolean
  }
  readonly former: StoredPlan | null
}

/** As stored: put through the same command, the input gives the same output. */
export type StoredPlan = { readonly input: PlanInput; readonly output: Planned }
export type PlanInput = ReturnType<typeof inputOf> & { readonly options?: { readonly limitMs: number } }
export type Planned = Exclude<PlanOutput, { status: 'invalid' }>

/** The obstacle to a plan; null for none. */
export function obstacleOf(facts: PlanFacts): PlanObstacle | null {
  if (!facts.isHeard) return 'silent'
  if (facts.storages.every(({ levelPercent }) => levelPercent === null)) return 'no_storage'
  if (facts.prices.length < planSteps) return 'no_tariff'
  if (!facts.knowsPrices) return 'no_prices'
  return facts.loadW === null || facts.pvW === null ? 'no_history' : null
}

/** The input of the engine, for facts without an obstacle. Storages without a level are left out. */
export function inputOf({ siteId, from, storages, prices, loadW, pvW, grid, former }: PlanFacts) {
  return {
    id: siteId,
    startsAt: instantText(new Date(from)),
    minutes: new Array<number>(planSteps).fill(slotMs / 60_000),
    loadW: [...(loadW ?? [])],
    pvW: [...(pvW ?? [])],
    importCt: prices.slice(0, planSteps).map(({ importCt }) => importCt),
    exportCt: prices.slice(0, planSteps).map(({ exportCt }) => exportCt),
    grid,
    storages: storages.flatMap(storage => {
      const {
        levelPercent,
        id,
        name: _,
        schedule,
        commandTarget: __,
        isConnected,
        ordered: ___,
        dimmedW: ____,
        ...technical
      } = storage
      if (levelPercent === null) return []
      return [
        {
          id,
          ...technical,
          contentWh: Math.round((storage.maxWh * levelPercent) / 100),
          connected: connectedSteps(storage, from),
          goals: storage.kind === 'car' ? goalsOf(storage, from) : [],
          ...orderOf(storage, from),
          ...limitOf(storage, { loadW, pvW }),
          ...formerly(former, id, from),
        },
      ]
    }),
  }
}

/** Of the solver: a slow or busy machine needs more than the usual limit for the same plan. */
const patientLimitMs = 10_000

/**
 * Asks for the same plan with more time; null when the first answer had enough, or the other sites need the time.
 * @param shareMs of the rest of the quarter-hour, for this site
 */
export function inputWithMoreTime({ input, output }: StoredPlan, shareMs: number): PlanInput | null {
  const { status, solver } = output
  // Zero: no solution was found, in time or at all.
  const isInTime = status !== 'rules' || (solver.ms > 0 && solver.ms < usualLimitMs)
  return isInTime || shareMs < patientLimitMs ? null : { ...input, options: { limitMs: patientLimitMs } }
}

/** An absent car comes back at the time in its schedule, otherwise not within the plan. */
function connectedSteps({ isConnected, schedule }: PlannedStorage, from: number): number[] {
  const back = schedule.awayUntil === null ? null : Date.parse(schedule.awayUntil)
  return steps(at => {
    if (back !== null && at < back) return 0
    return isConnected === false && back === null ? 0 : 1
  }, from)
}

/** The departures of the next two days. */
function goalsOf({ schedule, maxWh }: PlannedStorage, from: number): { at: string; contentWh: number }[] {
  return departuresOf(schedule, from, from + planSteps * slotMs).map(({ at, levelPercent }) => ({
    at: instantText(new Date(at)),
    contentWh: Math.round((maxWh * levelPercent) / 100),
  }))
}

/** An override: charging is a demand that ends when the storage is full; otherwise the storage follows the mode. */
function orderOf(
  { ordered }: PlannedStorage,
  from: number,
): { demandW?: number[]; ordered?: NonNullable<PlannedStorage['ordered']> } {
  if (ordered === null) return {}
  const { mode, powerW, until } = ordered
  if (mode !== 'charge') return { ordered: { mode, powerW, until } }
  return { demandW: steps(at => (at < Date.parse(until) ? (powerW ?? 0) : 0), from) }
}

/** In addition to the network operator's limit, a storage takes the solar power that the house does not need. */
function limitOf({ dimmedW }: PlannedStorage, { loadW, pvW }: Pick<PlanFacts, 'loadW' | 'pvW'>) {
  if (dimmedW === null) return {}
  const chargeLimitW = Array.from({ length: planSteps }, (_, step) =>
    step < dimmedSteps ? dimmedW + Math.max(0, (pvW?.[step] ?? 0) - (loadW?.[step] ?? 0)) : null,
  )
  return { chargeLimitW }
}

/** Whether the network operator limits in a step. */
export function isDimmedAt({ storages }: PlanInput, step: number): boolean {
  return storages.some(({ chargeLimitW }) => typeof chargeLimitW?.[step] === 'number')
}

function steps(valueAt: (at: number) => number, from: number): number[] {
  return Array.from({ length: planSteps }, (_, step) => valueAt(from + step * slotMs))
}

/** The intention of the last plan, and whether it charges now: plans stay calm. */
function formerly(former: StoredPlan | null, id: string, from: number) {
  const storage = former?.output.storages.find(planned => planned.id === id)
  if (former === null || storage === undefined) return {}
  const passed = Math.round((from - Date.parse(former.input.startsAt)) / slotMs)
  if (passed < 0 || passed >= planSteps) return {}
  const meant = Array.from({ length: planSteps }, (_, step) => {
    const [charge, discharge] = [storage.chargeW[step + passed], storage.dischargeW[step + passed]]
    return charge === undefined || discharge === undefined ? null : charge - discharge
  })
  return { previousW: meant, isCharging: (storage.chargeW[Math.max(0, passed - 1)] ?? 0) > 0 }
}

/** A plan in readable form. Names are today's; a deleted storage has none. */
export function presentPlan(
  row: { readonly id: string; readonly made_at: string },
  { input, output }: StoredPlan,
  prices: readonly SlotPrice[],
  names: ReadonlyMap<string, string>,
): SitePlan {
  const estimated = new Set(prices.filter(({ isEstimated }) => isEstimated).map(({ at }) => at))
  const start = Date.parse(input.startsAt)
  return {
    id: row.id,
    madeAt: row.made_at,
    status: output.status,
    startsAt: instantText(new Date(start)),
    minutes: [...output.minutes],
    loadW: input.loadW,
    pvW: input.pvW,
    importCt: [...output.importCt],
    exportCt: [...output.exportCt],
    isPriceEstimated: output.minutes.map((_, step) => estimated.has(start + step * slotMs)),
    importW: output.importW,
    exportW: output.exportW,
    curtailW: output.curtailW,
    limits: { maxImportW: input.grid.maxImportW, maxExportW: input.grid.maxExportW },
    isDimmed: output.minutes.map((_, step) => isDimmedAt(input, step)),
    storages: output.storages.flatMap((planned, index) => {
      const asked = input.storages[index]
      const name = names.get(planned.id)
      if (asked === undefined || name === undefined) return []
      const { chargeW, dischargeW, contentWh, valueCt, mode, reason } = planned
      return [
        {
          ...{
            id: planned.id,
            name,
            kind: asked.kind,
            maxWh: asked.maxWh,
            chargeW,
            dischargeW,
            contentWh,
            valueCt,
            mode,
            reason,
          },
          sentence: mode.map((stepMode, step) =>
            reasonSentence({
              name,
              kind: asked.kind,
              mode: stepMode,
              reason: reason[step] ?? 'rules',
              valueCt: valueCt[step] ?? null,
              chargeEfficiency: asked.chargeEfficiency,
              importCt: output.importCt[step] ?? 0,
              exportCt: output.exportCt[step] ?? 0,
              time: timeOf(reason[step], planned.dischargeW, asked.goals, start, step),
            }),
          ),
        },
      ]
    }),
    costEur: output.costEur,
    selfUseCostEur: output.selfUse.costEur,
    endValueEur: output.endValueEur,
    selfUseEndValueEur: output.selfUse.endValueEur,
    shortfalls: output.shortfalls,
  }
}

/** The time that a reason names: the next departure, or when the stored energy is used. */
export function timeOf(
  reason: string | undefined,
  dischargeW: readonly number[],
  goals: readonly { at: string }[],
  start: number,
  step: number,
): string | null {
  if (reason === 'goal') {
    const now = start + step * slotMs
    const next = goals.map(({ at }) => Date.parse(at)).filter(at => at > now)
    return next.length === 0 ? null : timeOfDay(new Date(Math.min(...next)))
  }
  if (reason !== 'worth_more_later') return null
  const later = dischargeW.findIndex((power, index) => index > step && power > 0)
  return later === -1 ? null : timeOfDay(new Date(start + later * slotMs))
}
