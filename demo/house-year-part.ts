/** A past period of a house of the demo under the optimiser, from `simulate`. */
import type { Solver } from '#energy/linear-problem.ts'
import { simulate } from '#energy/simulate.ts'
import { slotMs } from '#server/features/energy/channel-slots.rules.ts'
import { batteryLossless, type HouseContent, type HousePowers } from './house-model.ts'
import type { PlannedSite } from './house-plans.ts'
import { type HousePrice, simulationOf } from './house-simulation.ts'

export type YearPart = {
  /** The start of a day. */
  readonly from: number
  /** Of the quarter-hours from then on. */
  readonly prices: readonly HousePrice[]
  readonly content: HouseContent
  /** The battery's content at the end, where the history continues; null: as it results. */
  readonly endWh: number | null
}

/** For the thread: the house by its key, and the priority of the work in the operating system (0 is the usual one). */
export type YearTask = { readonly key: string; readonly priority: number; readonly part: YearPart }

export type ControlledSlot = { readonly powers: HousePowers; readonly content: HouseContent }

const slotHours = slotMs / 3_600_000
/** The last quarter-hours of a period, in which the battery is brought to the content where the history continues. */
const lastSlots = 16

/** The quarter-hours in order; undefined where they cannot be computed. */
export function controlledPowers(
  site: PlannedSite,
  { from, prices, content, endWh }: YearPart,
  solve: Solver,
): ControlledSlot[] | undefined {
  const { input, expectedAt, slots } = simulationOf(site, { from, prices, endWh }, content)
  const output = simulate(input('optimiser'), solve, expectedAt)
  if (output.status === 'invalid' || output.series === undefined) return undefined
  const storage = (id: string) => output.series?.storages.find(known => known.id === id)
  const [battery, car] = [storage('battery'), storage('car')]
  const last = slots.length - lastSlots
  const heldBefore = battery?.contentWh[last - 1] ?? content.batteryWh
  const endW = endWh === null ? null : batteryPower((endWh - heldBefore) / (lastSlots * slotHours))
  return slots.map(({ houseW, heatW, pvW, isCarConnected }, step) => {
    const isLast = endW !== null && step >= last
    const planned = (battery?.dischargeW[step] ?? 0) - (battery?.chargeW[step] ?? 0)
    const batteryW = Math.round(isLast ? endW : planned)
    const carW = Math.round(car?.chargeW[step] ?? 0)
    const share = (step - last + 1) / lastSlots
    return {
      powers: { gridW: houseW + heatW + carW - pvW - batteryW, pvW, batteryW, houseW, heatW, carW, isCarConnected },
      content: {
        batteryWh: isLast ? heldBefore + ((endWh ?? 0) - heldBefore) * share : (battery?.contentWh[step] ?? 0),
        carWh: car?.contentWh[step] ?? content.carWh,
      },
    }
  })
}

/** The battery's power for a change of its content in W; discharge is above 0. */
function batteryPower(gainedW: number): number {
  return gainedW > 0 ? -gainedW / batteryLossless : -gainedW * batteryLossless
}
