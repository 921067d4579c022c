/**
 * The cost of a measured day under other policies: the input of the engine's simulation, and the real cost of the day,
 * computed alike. Pure. See decision 0096.
 */
import type { SavingObstacle } from '#contract/energy-savings.ts'
import type { EnergyStorageInput } from '#contract/energy-storages.ts'
import { berlinTime } from '#energy/berlin-time.ts'
import { usualEndCt } from '#energy/check-storage.ts'
import { instantText, minuteMs } from '#server/clock.ts'
import { slotMs } from './channel-slots.rules.ts'
import type { SlotPrice } from './energy-bill.rules.ts'
import type { FlowSlot } from './slot-account.rules.ts'

export const savingPolicies = ['none', 'self_use', 'rules', 'bound'] as const
export type SavingPolicy = (typeof savingPolicies)[number]

/** The least share of a day that has to be measured. */
export const leastSavingCoverage = 0.9
/** A car that took less was not charged. */
const leastCarWh = 20
/** Below this a charger only waits. */
const leastCarW = 50

/** Energy of a storage in a quarter-hour, in mWh; null: unknown. */
export type StorageSlot = {
  readonly at: number
  readonly chargeMwh: number | null
  readonly dischargeMwh: number | null
  /** null: unknown. */
  readonly isConnected: boolean | null
}

/** Levels in %, at the edges of the day; null: not measured. */
export type ReplayedStorage = Omit<EnergyStorageInput, 'name' | 'commandTarget'> & {
  readonly id: string
  readonly startPercent: number | null
  readonly endPercent: number | null
  readonly slots: readonly StorageSlot[]
}

export type SavingFacts = {
  readonly siteId: string
  /** The edges of the day, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly coveredMs: number
  readonly slots: readonly FlowSlot[]
  /** Of the day; empty without a tariff. */
  readonly prices: readonly SlotPrice[]
  readonly storages: readonly ReplayedStorage[]
  readonly grid: {
    readonly maxImportW: number | null
    readonly maxExportW: number | null
    readonly canCurtail: boolean
  }
}

/** Why a day has no result; null when it can have one. A heat pump runs as measured in every comparison. */
export function savingObstacleOf({ from, to, coveredMs, prices, storages }: SavingFacts): SavingObstacle | null {
  if (coveredMs < leastSavingCoverage * (to - from)) return 'coverage'
  const replayed = storages.filter(({ kind }) => kind !== 'heat')
  if (replayed.length === 0) return 'no_storage'
  const batteries = replayed.filter(({ kind }) => kind === 'battery')
  if (batteries.some(({ startPercent, endPercent }) => startPercent === null || endPercent === null)) return 'no_level'
  if (prices.length < (to - from) / slotMs) return 'no_tariff'
  // An estimated price would make the saving an estimate.
  return prices.some(({ isEstimated }) => isEstimated) ? 'no_prices' : null
}

/** A battery, or a car for one stay at the cable: the car takes the energy it took, within that time. */
type Replayed = {
  readonly id: string
  readonly kind: 'battery' | 'car'
  readonly contentWh: number
  readonly minWh: number
  readonly maxWh: number
  readonly maxChargeW: number
  readonly minChargeW: number
  readonly maxDischargeW: number
  readonly chargeEfficiency: number
  readonly dischargeEfficiency: number
  readonly lossW: number
  readonly connected: readonly number[]
  readonly goals: readonly { readonly at: string; readonly contentWh: number }[]
  readonly gridCharge: boolean
  readonly gridDischarge: boolean
  readonly wearCt: number
  readonly startCt: number
  readonly endCt: number
}

type Steps = {
  /** The start of each quarter-hour. */
  readonly at: readonly number[]
  readonly importCt: readonly number[]
  readonly exportCt: readonly number[]
}

/** The real cost of the day with wear and starts, in EUR, and the input for all policies. */
export function replayOf(facts: SavingFacts) {
  const steps = stepsOf(facts)
  const batteries = facts.storages.filter(({ kind }) => kind === 'battery')
  const cars = facts.storages.filter(({ kind }) => kind === 'car')
  const stays = cars.flatMap(car => staysOf(car, facts, steps))
  const storages = [
    ...batteries.map(battery => batteryOf(battery, facts, steps)),
    ...stays.map(({ storage }) => storage),
  ]
  const { loadW, pvW } = flowsOf(facts, steps)
  // Energy that storages held at the start, and that cars took, is worth the same in every comparison.
  const heldEur = sum([
    ...storages.map(({ contentWh, endCt }) => eur(contentWh, endCt)),
    ...stays.map(({ storage, takenWh }) => eur(takenWh, storage.endCt)),
  ])
  const leftEur = sum([
    ...batteries.map(({ maxWh, endPercent }, index) =>
      eur((maxWh * (endPercent ?? 0)) / 100, storages[index]?.endCt ?? 0),
    ),
    ...stays.map(({ storage, takenWh }) => eur(takenWh, storage.endCt)),
  ])
  const input = (policy: SavingPolicy) => ({
    id: facts.siteId,
    policy,
    startsAt: instantText(new Date(facts.from)),
    minutes: steps.at.map(() => slotMs / minuteMs),
    loadW,
    pvW,
    importCt: steps.importCt,
    exportCt: steps.exportCt,
    grid: facts.grid,
    // Only the good rules wait for the surplus that a minimum power needs; the others charge at full power or are free.
    storages: storages.map(storage => (policy === 'rules' ? withRoom(storage) : { ...storage, minChargeW: 0 })),
  })
  return { input, heldEur, actualEur: costOf(facts, steps) + wearOf(facts) - leftEur + heldEur }
}

/** A stay ends full also where the last step is charged with the minimum power. */
function withRoom(storage: Replayed): Replayed {
  if (storage.kind !== 'car') return storage
  const stepWh = (storage.minChargeW * storage.chargeEfficiency * slotMs) / 3_600_000
  return { ...storage, maxWh: storage.maxWh + stepWh }
}

function stepsOf({ prices }: SavingFacts): Steps {
  return {
    at: prices.map(({ at }) => at),
    importCt: prices.map(({ importCt }) => importCt),
    exportCt: prices.map(({ exportCt }) => exportCt),
  }
}

/**
 * The use of the house without its storages: together with theirs it results in the measured values of the grid's
 * meter. A gap is left out everywhere: nothing is used, generated or paid in it, and the storages rest.
 */
function flowsOf(facts: SavingFacts, { at }: Steps): { loadW: number[]; pvW: number[] } {
  const known = knownSlots(facts)
  const moved = new Map<number, number>()
  for (const { kind, slots } of facts.storages) {
    if (kind === 'heat') continue
    for (const slot of slots) {
      const taken = (slot.chargeMwh ?? 0) - (slot.dischargeMwh ?? 0)
      moved.set(slot.at, (moved.get(slot.at) ?? 0) + taken)
    }
  }
  const flows = at.map(start => {
    const slot = known.get(start)
    if (slot === undefined) return { load: 0, pv: 0 }
    const pv = slot.pv_mwh ?? 0
    const load = (slot.import_mwh ?? 0) - (slot.export_mwh ?? 0) + pv - (moved.get(start) ?? 0)
    // Differences between meters must not get lost: negative use counts as generation.
    return { load: Math.max(0, load), pv: pv + Math.max(0, -load) }
  })
  return { loadW: flows.map(({ load }) => watts(load)), pvW: flows.map(({ pv }) => watts(pv)) }
}

function knownSlots({ slots }: SavingFacts): ReadonlyMap<number, FlowSlot> {
  return new Map(
    slots.filter(({ quality, import_mwh }) => quality !== 'gap' && import_mwh !== null).map(s => [s.at_ms, s]),
  )
}

function batteryOf(battery: ReplayedStorage, facts: SavingFacts, { at, importCt }: Steps): Replayed {
  const { slots: _, startPercent, endPercent: __, schedule: ___, kind: ____, ...technical } = battery
  const known = knownSlots(facts)
  return {
    ...technical,
    kind: 'battery',
    contentWh: (battery.maxWh * (startPercent ?? 0)) / 100,
    connected: at.map(start => (known.has(start) ? 1 : 0)),
    goals: [],
    endCt: battery.endCt ?? usualEndCt(battery, importCt),
  }
}

type Stay = { readonly storage: Replayed; readonly takenWh: number }

/** The stays of a car at the cable in which it was charged, each with the energy it took. */
function staysOf(car: ReplayedStorage, facts: SavingFacts, { at, importCt }: Steps): Stay[] {
  const known = knownSlots(facts)
  const slots = new Map(car.slots.map(slot => [slot.at, slot]))
  const chargedMwh = (start: number) => (known.has(start) ? (slots.get(start)?.chargeMwh ?? 0) : 0)
  const isThere = (start: number) => watts(chargedMwh(start)) >= leastCarW || (slots.get(start)?.isConnected ?? true)
  const departures = departuresOf(car, at)
  const groups: number[][] = []
  for (const [step, start] of at.entries()) {
    if (!isThere(start)) continue
    const last = groups.at(-1)
    if (last !== undefined && last.at(-1) === step - 1 && !departures.has(start)) last.push(step)
    else groups.push([step])
  }
  return groups.flatMap((group, index): Stay[] => {
    const takenWh = (sum(group.map(step => chargedMwh(at[step] ?? 0))) / 1000) * car.chargeEfficiency
    if (takenWh < leastCarWh) return []
    const inside = new Set(group)
    const peakW = Math.max(...group.map(step => watts(chargedMwh(at[step] ?? 0))))
    const end = (at[group.at(-1) ?? 0] ?? 0) + slotMs
    return [
      {
        takenWh,
        storage: {
          id: `${car.id}:${index}`,
          kind: 'car',
          ...{ contentWh: 0, minWh: 0, maxWh: takenWh, lossW: 0, maxDischargeW: 0, dischargeEfficiency: 1 },
          // The measured power was possible.
          maxChargeW: Math.max(car.maxChargeW, peakW),
          minChargeW: car.minChargeW,
          chargeEfficiency: car.chargeEfficiency,
          connected: at.map((start, step) => (inside.has(step) && known.has(start) ? 1 : 0)),
          goals: [{ at: instantText(new Date(end)), contentWh: takenWh }],
          gridCharge: car.gridCharge,
          gridDischarge: false,
          wearCt: car.wearCt,
          startCt: car.startCt,
          endCt: car.endCt ?? usualEndCt({ maxDischargeW: 0, dischargeEfficiency: 1 }, importCt),
        },
      },
    ]
  })
}

/** Without a channel that reports whether it is there, a car leaves by its schedule. */
function departuresOf({ slots, schedule }: ReplayedStorage, at: readonly number[]): ReadonlySet<number> {
  if (slots.some(({ isConnected }) => isConnected !== null)) return new Set()
  const minutes = new Map(at.map(start => [berlinTime(start).minute, start]))
  // Days count from Thursday, 1 January 1970.
  const weekday = ((berlinTime(at[0] ?? 0).day + 3) % 7) + 1
  return new Set(
    schedule.departures.flatMap(({ weekdays, time }) => {
      const [hour = 0, minute = 0] = time.split(':').map(Number)
      const start = minutes.get(hour * 60 + minute - (minute % 15))
      return weekdays.includes(weekday) && start !== undefined ? [start] : []
    }),
  )
}

/** The bill of the day: import less export. */
function costOf(facts: SavingFacts, { at, importCt, exportCt }: Steps): number {
  const known = knownSlots(facts)
  return sum(
    at.map((start, step) => {
      const slot = known.get(start)
      if (slot === undefined) return 0
      return eur(
        1,
        ((slot.import_mwh ?? 0) * (importCt[step] ?? 0) - (slot.export_mwh ?? 0) * (exportCt[step] ?? 0)) / 1000,
      )
    }),
  )
}

/** As the simulation counts it: per kWh in and out, halved, and per start. */
function wearOf({ storages }: SavingFacts): number {
  return sum(
    storages.map(({ kind, slots, wearCt, startCt }) => {
      if (kind === 'heat') return 0
      const moved = sum(slots.map(({ chargeMwh, dischargeMwh }) => (chargeMwh ?? 0) + (dischargeMwh ?? 0))) / 1000
      const isCharging = slots.map(({ chargeMwh }) => watts(chargeMwh ?? 0) >= leastCarW)
      const starts = isCharging.filter((charging, index) => charging && isCharging[index - 1] !== true).length
      return eur(moved, wearCt / 2) + (starts * startCt) / 100
    }),
  )
}

export type SavingCosts = { readonly actual: number } & Readonly<Record<SavingPolicy, number>>

/** The other results were possible: the bound is never above them. */
export function withBound(costs: SavingCosts): SavingCosts {
  return { ...costs, bound: Math.min(costs.bound, costs.actual, costs.rules, costs.self_use, costs.none) }
}

const watts = (mwh: number) => Math.round((mwh / 1000) * (3_600_000 / slotMs) * 100) / 100
const eur = (wh: number, ct: number) => (wh * ct) / 100_000
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
