/**
 * The quarter-hours of a site as a CSV file that German spreadsheet programs open: RFC 4180 with semicolons, a byte
 * order mark and decimal commas. Pure. Nothing in it is typed by users.
 */
import { energyFlows } from '#contract/energy-roles.ts'
import { slotColumnNames, slotFlowNames, slotQualityNames } from '#contract/texts/energy-slots.texts.ts'
import { instantText, timeOfDay } from '#server/clock.ts'
import type { AccountColumns, EnergySiteSlotTable } from '#server/database/energy-tables.ts'
import { slotMs } from './channel-slots.rules.ts'

type Slot = EnergySiteSlotTable & AccountColumns
type Column = { readonly header: string; readonly cell: (slot: Slot) => string }

const kwh = (mwh: number | null) => decimal(mwh, 1_000_000, 6)

/** Energies are exact to the mWh: the sums of a spreadsheet are those of the portal. */
const columns: readonly Column[] = [
  { header: slotColumnNames.date, cell: ({ date }) => date.split('-').reverse().join('.') },
  { header: slotColumnNames.time, cell: ({ at_ms: at }) => timeOfDay(new Date(at)) },
  // The local time of an hour is repeated in autumn.
  { header: slotColumnNames.startsAt, cell: ({ at_ms: at }) => instantText(new Date(at)) },
  ...energyFlows.map(
    (flow): Column => ({ header: `${slotFlowNames[flow]} (kWh)`, cell: slot => kwh(slot[`${flow}_mwh`]) }),
  ),
  { header: `${slotColumnNames.originPv} (kWh)`, cell: slot => kwh(slot.origin_pv_mwh) },
  { header: `${slotColumnNames.originBatteryPv} (kWh)`, cell: slot => kwh(slot.origin_battery_pv_mwh) },
  { header: `${slotColumnNames.originBatteryGrid} (kWh)`, cell: slot => kwh(slot.origin_battery_grid_mwh) },
  { header: `${slotColumnNames.originGrid} (kWh)`, cell: slot => kwh(slot.origin_grid_mwh) },
  { header: `${slotColumnNames.cost} (EUR)`, cell: ({ cost_e8: cost }) => decimal(cost, 100_000_000, 8) },
  { header: `${slotColumnNames.level} (%)`, cell: ({ level_thousandths: level }) => decimal(level, 1_000, 3) },
  {
    header: `${slotColumnNames.coverage} (%)`,
    cell: ({ covered_ms: covered }) => decimal(covered * 100, slotMs, 2),
  },
  { header: slotColumnNames.quality, cell: ({ quality }) => slotQualityNames[quality] },
]

export const slotCsvHead = `\uFEFF${lineOf(columns.map(({ header }) => header))}`

/** @param slots in order */
export function slotCsvLines(slots: readonly Slot[]): string {
  return slots.map(slot => lineOf(columns.map(({ cell }) => cell(slot)))).join('')
}

function lineOf(cells: readonly string[]): string {
  return `${cells.join(';')}\r\n`
}

/** Empty for unknown values. */
function decimal(amount: number | null, scale: number, decimals: number): string {
  return amount === null ? '' : (amount / scale).toFixed(decimals).replace('.', ',')
}
