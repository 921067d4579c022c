/** The bill of a month and the prices of a site, from its tariffs, the exchange's prices and its quarter-hours. Pure. */
import type { EnergyBill } from '#contract/energy-tariffs.ts'
import { tariffOf } from '#energy/check-tariff.ts'
import { fillPrices, type PriceParts, pricePartsOf } from '#energy/tariff.ts'
import { calendarDate, dayMs, hourMs, plusMs, startOfBerlinDay } from '#server/clock.ts'
import { slotMs } from './channel-slots.rules.ts'
import type { PriceRow } from './energy-price.queries.ts'
import type { TariffRow } from './energy-tariff.queries.ts'
import { tariffFieldsOf } from './energy-tariff.rules.ts'

/** In thousandths of a ct/kWh, by the start of the quarter-hour. */
export type SpotPrices = ReadonlyMap<number, number>

export function spotOf(rows: readonly PriceRow[]): SpotPrices {
  return new Map(rows.map(({ at_ms: at, spot_thousandths: spot }) => [at, spot]))
}

/** Energy that a site took from the grid and gave to it in a slot; null: unknown. */
export type BilledSlot = {
  readonly at_ms: number
  readonly import_mwh: number | null
  readonly export_mwh: number | null
}

/** A stretch of days with one tariff; null before the first. Dates of Europe/Berlin, `to` exclusive. */
export type TariffSpan = { readonly tariff: TariffRow | null; readonly from: string; readonly to: string }

export type SlotPrice = PriceParts & {
  readonly at: number
  readonly spotCt: number | null
  readonly isEstimated: boolean
}

/** The stretches between two dates. `tariffs`: of one site, the earliest first. */
export function tariffSpans(tariffs: readonly TariffRow[], from: string, to: string): TariffSpan[] {
  const starts = tariffs.map(({ valid_from }) => valid_from).filter(date => date > from && date < to)
  const edges = [from, ...starts, to]
  return edges.slice(0, -1).map((start, index) => ({
    tariff: tariffs.findLast(({ valid_from }) => valid_from <= start) ?? null,
    from: start,
    to: edges[index + 1] ?? to,
  }))
}

/** The prices of each quarter-hour of a span; empty without a tariff. Unknown prices are filled as in plans. */
export function slotPrices({ tariff, from, to }: TariffSpan, spot: SpotPrices): SlotPrice[] {
  if (tariff === null) return []
  const start = startOfBerlinDay(from).getTime()
  const count = (startOfBerlinDay(to).getTime() - start) / slotMs
  // Includes two days before, from which the first ones are filled.
  const earlier = (2 * dayMs) / slotMs
  const starts = Array.from({ length: count + earlier }, (_, index) => start + (index - earlier) * slotMs)
  return pricesAt(tariff, starts, spot).slice(earlier)
}

/** The same for the quarter-hour that begins at an instant; null without a tariff on its day. */
export function slotPrice(tariffs: readonly TariffRow[], at: number, spot: SpotPrices): SlotPrice | null {
  const today = calendarDate(new Date(at))
  const tariff = tariffs.findLast(({ valid_from }) => valid_from <= today)
  if (tariff === undefined) return null
  // The same time of the two days before, also across a clock change.
  const hourSlots = hourMs / slotMs
  const earlier = [2, 1].flatMap(days =>
    Array.from({ length: 2 * hourSlots + 1 }, (_, index) => at - days * dayMs + (index - hourSlots) * slotMs),
  )
  return pricesAt(tariff, [...earlier, at], spot).at(-1) ?? null
}

function pricesAt(tariff: TariffRow, starts: readonly number[], spot: SpotPrices): SlotPrice[] {
  const prices = tariffOf(tariffFieldsOf(tariff).tariff)
  const usesSpot = prices.supply.spotShare > 0 || prices.feedIn.spotShare > 0 || prices.feedIn.zeroWhenSpotNegative
  const known = starts.map(at => {
    const thousandths = spot.get(at)
    return thousandths === undefined ? null : thousandths / 1000
  })
  const filled = fillPrices(
    known,
    starts,
    starts.map(() => 15),
  )
  return starts.map((at, index) => {
    const spotCt = known[index] ?? null
    const parts = pricePartsOf(prices, at, filled[index] ?? 0)
    return { at, spotCt, isEstimated: usesSpot && spotCt === null, ...parts }
  })
}

type Parts = EnergyBill['parts'][number]

/** `month`: `2026-03`. The parts of a bill are whole cents and add up to its total. */
export function billOf(
  month: string,
  tariffs: readonly TariffRow[],
  spot: SpotPrices,
  slots: readonly BilledSlot[],
): Pick<EnergyBill, 'month' | 'parts' | 'totalEur' | 'importWh' | 'exportWh' | 'estimatedPriceWh'> {
  const { from, to } = monthRange(month)
  let estimatedMwh = 0
  const days = daysBetween(from, to)
  const parts = tariffSpans(tariffs, from, to).map(span => {
    const prices = slotPrices(span, spot)
    const first = startOfBerlinDay(span.from).getTime()
    const end = startOfBerlinDay(span.to).getTime()
    const own = slots.filter(({ at_ms: at }) => at >= first && at < end)
    const sums = { exchange: 0, supply: 0, grid: 0, levies: 0, import: 0, export: 0, importMwh: 0, exportMwh: 0 }
    for (const { at_ms: at, import_mwh: imported, export_mwh: exported } of own) {
      const [taken, given] = [imported ?? 0, exported ?? 0]
      sums.importMwh += taken
      sums.exportMwh += given
      const price = prices[(at - first) / slotMs]
      if (price === undefined) continue
      if (price.isEstimated) estimatedMwh += taken + given
      sums.exchange += taken * price.exchangeCt
      sums.supply += taken * price.supplyCt
      sums.grid += taken * price.gridCt
      sums.levies += taken * price.leviesCt
      sums.import += taken * price.importCt
      sums.export += given * price.exportCt
    }
    const monthlyCents = ((span.tariff?.monthly_cents ?? 0) * daysBetween(span.from, span.to)) / days
    return presentPart(span, sums, Math.round(monthlyCents))
  })
  const total = (name: 'importEur' | 'exportEur' | 'monthlyEur' | 'importWh' | 'exportWh') =>
    parts.reduce((all, part) => all + Math.round(part[name] * 100), 0)
  return {
    month,
    parts,
    totalEur: (total('importEur') + total('monthlyEur') - total('exportEur')) / 100,
    importWh: wh(slots.reduce((all, { import_mwh }) => all + (import_mwh ?? 0), 0)),
    exportWh: wh(slots.reduce((all, { export_mwh }) => all + (export_mwh ?? 0), 0)),
    estimatedPriceWh: wh(estimatedMwh),
  }
}

type Sums = Record<'exchange' | 'supply' | 'grid' | 'levies' | 'import' | 'export' | 'importMwh' | 'exportMwh', number>

/** Sums are mWh times ct/kWh: a cent is a million of them. */
function presentPart({ tariff, from, to }: TariffSpan, sums: Sums, monthlyCents: number): Parts {
  const cents = (sum: number) => Math.round(sum / 1e6)
  const net = [sums.exchange, sums.supply, sums.grid, sums.levies].map(cents)
  const [exchange = 0, supply = 0, grid = 0, levies = 0] = net
  const gross = cents(sums.import)
  const vat = gross - exchange - supply - grid - levies
  return {
    tariff: tariff === null ? null : { id: tariff.id, name: tariff.name },
    from,
    to,
    importWh: wh(sums.importMwh),
    exportWh: wh(sums.exportMwh),
    exchangeEur: exchange / 100,
    supplyEur: supply / 100,
    gridEur: grid / 100,
    leviesEur: levies / 100,
    vatEur: vat / 100,
    importEur: gross / 100,
    exportEur: cents(sums.export) / 100,
    monthlyEur: monthlyCents / 100,
    importMeanCt: meanCt(sums.import, sums.importMwh),
    exportMeanCt: meanCt(sums.export, sums.exportMwh),
  }
}

/** A price of few kilowatt-hours cannot be read from an amount in whole cents. */
function meanCt(sum: number, mwh: number): number | null {
  return mwh === 0 ? null : Math.round((sum / mwh) * 1e4) / 1e4
}

/** The first days of a month and of the next. */
export function monthRange(month: string): { from: string; to: string } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10) }
}

/** The date a number of days after another. */
export function dateAfter(date: string, days: number): string {
  return calendarDate(plusMs(startOfBerlinDay(date), (days + 0.5) * dayMs))
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}

const wh = (mwh: number) => mwh / 1000
