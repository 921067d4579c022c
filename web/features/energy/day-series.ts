/** The quarter-hours of a day as mean powers in kW, each at its place: 92, 96 or 100 of them. */
import type { EnergyGap } from '#contract/energy-gaps.ts'
import type { EnergyResult } from '#contract/energy-history.ts'
import { scaleSteps } from '#web/components/display/scale-steps.ts'
import { dayAfter, midnightOf } from './energy-range.ts'
import { coverageMin } from './energy-steps.ts'

const slotMs = 900_000
const slotsPerHour = 4

export type DaySlot = {
  startsAt: string
  /** null: unknown. */
  result: EnergyResult | null
  /** `later`: not over yet, or not computed yet. */
  state: 'measured' | 'gap' | 'later'
  generationKw: number | null
  useKw: number | null
  importKw: number | null
  exportKw: number | null
  levelPercent: number | null
}

/** A slot is computed some minutes after its end. */
const lateMs = 5 * 60_000

/** `gaps`: those of the day; undefined: not known yet. */
export function daySlots(
  day: string,
  results: readonly EnergyResult[],
  nowMs: number,
  gaps?: readonly EnergyGap[],
): DaySlot[] {
  const start = midnightOf(day)
  const count = (midnightOf(dayAfter(day, 1)) - start) / slotMs
  const found = new Map(results.map(result => [Date.parse(result.startsAt), result]))
  const measured = measuredFlows(results)
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * slotMs
    const result = found.get(at) ?? null
    const isGap =
      result === null || measured.some(flow => result[flow] === null) || (lacksFlow(result) && isInside(at, gaps))
    return {
      startsAt: new Date(at).toISOString(),
      result,
      state: !isGap ? 'measured' : at + slotMs + lateMs > nowMs ? 'later' : 'gap',
      generationKw: kilowatts(result?.pvWh),
      // If the rest of the house is unknown, its use would be too small.
      useKw: isGap && result?.houseWh === null ? null : kilowatts(usedWh(result)),
      importKw: kilowatts(result?.importWh),
      exportKw: kilowatts(result?.exportWh),
      levelPercent: result?.levelPercent ?? null,
    }
  })
}

const flows = [
  'pvWh',
  'importWh',
  'exportWh',
  'chargeWh',
  'dischargeWh',
  'houseWh',
  'carWh',
  'heatWh',
  'consumerWh',
] as const

/** A house has the flows that are known in any of its slots; a slot that lacks one of them is a gap. */
function measuredFlows(results: readonly EnergyResult[]) {
  return flows.filter(flow => results.some(result => result[flow] !== null))
}

/**
 * A flow of the house is unknown, perhaps all day. Estimated energy does not count as covered either, but then the
 * balance of all flows is known.
 */
function lacksFlow({ coverage, unexplainedWh }: EnergyResult): boolean {
  return coverage < coverageMin && unexplainedWh === null
}

/** A house without a channel of the grid has no balance: once the gaps are known, they decide. */
function isInside(at: number, gaps: readonly EnergyGap[] | undefined): boolean {
  return gaps === undefined || gaps.some(({ from, to }) => Date.parse(from) <= at && at < Date.parse(to))
}

/** The grid lines in kW, starting below 0 if energy was fed in. */
export function dayScale(slots: readonly DaySlot[]): number[] {
  const most = (of: (slot: DaySlot) => number | null) => Math.max(0, ...slots.map(slot => of(slot) ?? 0))
  const above = Math.max(
    most(slot => slot.generationKw),
    most(slot => slot.useKw),
    most(slot => slot.importKw),
  )
  const below = most(slot => slot.exportKw)
  const [, step = 1] = scaleSteps(Math.max(above, below))
  const lines = Math.max(1, Math.ceil(above / step - 1e-9))
  const under = Math.ceil(below / step - 1e-9)
  return Array.from({ length: lines + under + 1 }, (_, index) => (index - under) * step)
}

/** A line through the known values, in the middle of each slot; it breaks at unknown values. */
export function linePath(values: readonly (number | null)[], toY: (value: number) => number): string {
  return values
    .map((value, index) => {
      if (value === null) return ''
      const before = values[index - 1] ?? null
      // A single value between two gaps is a short line.
      if (before === null) return `M${index} ${toY(value).toFixed(2)}H${index + 0.5}`
      return `L${index + 0.5} ${toY(value).toFixed(2)}`
    })
    .join('')
}

/** The areas below a line, each down to 0. */
export function areaPath(values: readonly (number | null)[], toY: (value: number) => number): string {
  let path = ''
  for (let index = 0; index < values.length; index += 1) {
    if ((values[index] ?? null) === null) continue
    const start = index
    path += `M${start} ${toY(0).toFixed(2)}`
    for (let value = values[index] ?? null; value !== null; value = values[index] ?? null) {
      path += `L${index + 0.5} ${toY(value).toFixed(2)}`
      index += 1
    }
    path += `L${index} ${toY(0).toFixed(2)}Z`
  }
  return path
}

/** Consecutive slots in a state, as indexes; the end is exclusive. */
export function stretchesOf(slots: readonly DaySlot[], state: DaySlot['state']): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  for (const [index, slot] of slots.entries()) {
    const last = found.at(-1)
    if (slot.state !== state) continue
    if (last?.to === index) last.to = index + 1
    else found.push({ from: index, to: index + 1 })
  }
  return found
}

function usedWh(result: EnergyResult | null): number | null {
  if (result === null) return null
  const known = [result.houseWh, result.carWh, result.heatWh, result.consumerWh].filter(wh => wh !== null)
  return known.length === 0 ? null : known.reduce((sum, wh) => sum + wh, 0)
}

function kilowatts(wh: number | null | undefined): number | null {
  return wh === null || wh === undefined ? null : (wh * slotsPerHour) / 1_000
}
