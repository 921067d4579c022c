/** Where the energy that a site used came from, and what it cost, by the quarter-hour. Pure. */
import type { EnergyFlow, SlotQuality } from '#contract/energy-roles.ts'
import type { AccountColumns } from '#server/database/energy-tables.ts'
import { dateAfter, type SlotPrice, type SpotPrices, slotPrices, tariffSpans } from './energy-bill.rules.ts'
import type { TariffRow } from './energy-tariff.queries.ts'

export type FlowSlot = Readonly<Record<`${EnergyFlow}_mwh`, number | null>> & {
  readonly at_ms: number
  readonly quality: SlotQuality
}

export const accountColumns = [
  'origin_pv_mwh',
  'origin_battery_pv_mwh',
  'origin_battery_grid_mwh',
  'origin_grid_mwh',
  'cost_e8',
  'unpriced_mwh',
  'estimated_price_mwh',
] as const satisfies readonly (keyof AccountColumns)[]

/** An account without known values. */
export const noAccount = sumAccounts([])

/** Sums of the known values; null without any. */
export function sumAccounts(accounts: readonly AccountColumns[]): AccountColumns {
  const sums = accountColumns.map(column => {
    const known = accounts.map(account => account[column]).filter(amount => amount !== null)
    return [column, known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0)]
  })
  // One field for each column.
  return Object.fromEntries(sums) as AccountColumns
}

type Asked = {
  readonly tariffs: readonly TariffRow[]
  /** Of the day and the two before. */
  readonly spot: SpotPrices
  /** Slots of the day before, from which the content of the batteries is known. */
  readonly before: readonly FlowSlot[]
}

/** The accounts of the slots of a calendar date. All slots are in order. */
export function accountDay<Slot extends FlowSlot>(
  date: string,
  slots: readonly Slot[],
  { tariffs, spot, before }: Asked,
): (Slot & AccountColumns)[] {
  const content = { pv: 0, grid: 0 }
  for (const slot of before) originOf(slot, content)
  const span = tariffSpans(tariffs, date, dateAfter(date, 1))
  const prices = span.flatMap(part => slotPrices(part, spot)).filter(({ isEstimated }) => !isEstimated || spot.size > 0)
  const byStart = new Map(prices.map(price => [price.at, price]))
  return slots.map(slot => ({ ...slot, ...originOf(slot, content), ...costOf(slot, byStart.get(slot.at_ms)) }))
}

/** The content of the batteries by origin, in mWh. */
type Content = { pv: number; grid: number }
type OriginColumns = Pick<AccountColumns, Extract<keyof AccountColumns, `origin_${string}`>>

const unknownOrigin: OriginColumns = {
  origin_pv_mwh: null,
  origin_battery_pv_mwh: null,
  origin_battery_grid_mwh: null,
  origin_grid_mwh: null,
}

/**
 * The origin of the used energy; its four parts add up to it. Exported energy is the sun's first, then the battery's.
 * The remaining solar energy serves the house first and then the battery; the grid gives the rest. A battery gives a
 * mixture of its content; without known content it counts as charged from the grid. Changes `content`.
 */
function originOf(slot: FlowSlot, content: Content): OriginColumns {
  const used = usedOf(slot)
  if (slot.quality === 'gap' || used === null) return unknownOrigin
  const [pv, exported] = [slot.pv_mwh ?? 0, slot.export_mwh ?? 0]
  const [charged, discharged] = [slot.charge_mwh ?? 0, slot.discharge_mwh ?? 0]
  const kept = Math.max(0, pv - exported)
  const fromPv = Math.min(used, kept)
  const chargedFromPv = Math.min(charged, kept - fromPv)
  const fromBattery = Math.min(used - fromPv, Math.max(0, discharged - Math.max(0, exported - pv)))
  content.pv += chargedFromPv
  content.grid += charged - chargedFromPv
  const fromBatteryPv = Math.round(fromBattery * pvShareOf(content))
  take(discharged, content)
  return {
    origin_pv_mwh: fromPv,
    origin_battery_pv_mwh: fromBatteryPv,
    origin_battery_grid_mwh: fromBattery - fromBatteryPv,
    origin_grid_mwh: used - fromPv - fromBattery,
  }
}

/** The energy used in a slot, in mWh; null: unknown. */
export function usedOf({ house_mwh, car_mwh, heat_mwh, consumer_mwh }: FlowSlot): number | null {
  const known = [house_mwh, car_mwh, heat_mwh, consumer_mwh].filter(mwh => mwh !== null)
  return known.length === 0 ? null : known.reduce((sum, mwh) => sum + mwh, 0)
}

function pvShareOf({ pv, grid }: Content): number {
  return pv + grid === 0 ? 0 : pv / (pv + grid)
}

/** More than is known may leave a battery, because its earlier content is not known. The mixture stays. */
function take(mwh: number, content: Content): void {
  const all = content.pv + content.grid
  // A rest of one part in a million keeps the share of an empty battery.
  const left = all === 0 ? 0 : Math.max(1e-6, (all - mwh) / all)
  content.pv *= left
  content.grid *= left
}

type CostColumns = Omit<AccountColumns, keyof OriginColumns>

/** Import less export at the prices of the bill, each slot rounded to a hundred-millionth of an EUR. */
function costOf({ import_mwh, export_mwh }: FlowSlot, price: SlotPrice | undefined): CostColumns {
  if (import_mwh === null && export_mwh === null) {
    return { cost_e8: null, unpriced_mwh: null, estimated_price_mwh: null }
  }
  const [taken, given] = [import_mwh ?? 0, export_mwh ?? 0]
  const flowed = taken + given
  if (price === undefined) return { cost_e8: null, unpriced_mwh: flowed, estimated_price_mwh: 0 }
  return {
    cost_e8: Math.round(taken * price.importCt - given * price.exportCt),
    unpriced_mwh: 0,
    estimated_price_mwh: price.isEstimated ? flowed : 0,
  }
}
