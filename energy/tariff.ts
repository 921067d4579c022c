/** Prices of a household: the parts of its tariff, time windows, and spot prices that are not known yet. */
import { type BerlinTime, berlinTime } from './berlin-time.ts'
import { at, round, sum } from './situation.ts'

/** Minutes of the local day, `to` exclusive; a window whose end is not after its start goes over midnight. */
export type TariffWindow = { fromMinute: number; toMinute: number; ct: number; months: readonly number[] | null }

/** All parts are net ct/kWh; VAT is added to imports, never to feed-in. */
export type Tariff = {
  vat: number
  supply: { spotShare: number; ct: number }
  gridFee: { ct: number; windows: readonly TariffWindow[] }
  leviesCt: number
  feedIn: { ct: number; spotShare: number; zeroWhenSpotNegative: boolean }
}

/** The parts of the price of one kWh, net except `vatCt`; those of an import add up to it. */
export type PriceParts = {
  exchangeCt: number
  supplyCt: number
  gridCt: number
  leviesCt: number
  vatCt: number
  importCt: number
  exportCt: number
}

type Prices = { importCt: number[]; exportCt: number[] }

const minuteMs = 60_000
const slotMs = 15 * minuteMs

/** When each step begins, in milliseconds since 1970. */
export function stepStarts(startsAt: string, minutes: readonly number[]): number[] {
  let next = Date.parse(startsAt)
  return minutes.map(length => {
    const start = next
    next += length * minuteMs
    return start
  })
}

/** The prices of each step. A step over several windows of the grid fee has their mean by time. */
export function pricesOf(
  tariff: Tariff,
  starts: readonly number[],
  minutes: readonly number[],
  spotCt: readonly number[],
): Prices {
  const { supply, feedIn, leviesCt, vat } = tariff
  return {
    importCt: spotCt.map((spot, step) => {
      const fee = meanGridFee(tariff, at(starts, step), at(minutes, step))
      return round((supply.spotShare * spot + supply.ct + fee + leviesCt) * (1 + vat), 4)
    }),
    exportCt: spotCt.map(spot =>
      spot < 0 && feedIn.zeroWhenSpotNegative ? 0 : round(feedIn.ct + feedIn.spotShare * spot, 4),
    ),
  }
}

/** The parts of the prices in the quarter-hour that begins at `start`, in milliseconds since 1970. */
export function pricePartsOf(tariff: Tariff, start: number, spotCt: number): PriceParts {
  const prices = pricesOf(tariff, [start], [slotMs / minuteMs], [spotCt])
  const [importCt, exportCt] = [at(prices.importCt, 0), at(prices.exportCt, 0)]
  const exchangeCt = round(tariff.supply.spotShare * spotCt, 4)
  const { ct: supplyCt } = tariff.supply
  const gridCt = meanGridFee(tariff, start, slotMs / minuteMs)
  const { leviesCt } = tariff
  const vatCt = round(importCt - exchangeCt - supplyCt - gridCt - leviesCt, 4)
  return { exchangeCt, supplyCt, gridCt, leviesCt, vatCt, importCt, exportCt }
}

function meanGridFee(tariff: Tariff, start: number, minutes: number): number {
  const { ct, windows } = tariff.gridFee
  if (windows.length === 0) return ct
  const isOfQuarters = windows.every(({ fromMinute, toMinute }) => fromMinute % 15 === 0 && toMinute % 15 === 0)
  const stepMs = isOfQuarters ? slotMs : minuteMs
  const end = start + minutes * minuteMs
  const pieces: number[] = []
  for (let from = start; from < end; ) {
    const to = Math.min(end, (Math.floor(from / stepMs) + 1) * stepMs)
    pieces.push(gridFeeAt(tariff, berlinTime(from)) * (to - from))
    from = to
  }
  return sum(pieces) / (end - start)
}

function gridFeeAt({ gridFee }: Tariff, { minute, month }: BerlinTime): number {
  const window = gridFee.windows.find(
    ({ fromMinute, toMinute, months }) =>
      (months === null || months.includes(month)) &&
      (fromMinute < toMinute ? minute >= fromMinute && minute < toMinute : minute >= fromMinute || minute < toMinute),
  )
  return window?.ct ?? gridFee.ct
}

type Known = { day: number; value: number }

/**
 * Fills unknown prices from the same local time of the latest known day before, else with the mean of the known ones,
 * 0 without any.
 */
export function fillPrices(
  prices: readonly (number | null)[],
  starts: readonly number[],
  minutes: readonly number[],
): number[] {
  const known = prices.filter(price => price !== null)
  if (known.length === prices.length) return known
  const mean = known.length === 0 ? 0 : round(sum(known) / known.length, 4)
  /** For each minute of the day the latest known day and the one before: a repeated hour knows itself already. */
  const latest: (readonly Known[] | undefined)[] = new Array(1440)
  return prices.map((price, step) => {
    const start = at(starts, step)
    const { day, minute } = berlinTime(start)
    if (price === null) return latest[minute]?.find(entry => entry.day < day)?.value ?? mean
    for (let passed = 0; passed < at(minutes, step); passed++) {
      const local = berlinTime(start + passed * minuteMs)
      const before = latest[local.minute]?.filter(entry => entry.day < local.day) ?? []
      latest[local.minute] = [{ day: local.day, value: price }, ...before.slice(0, 1)]
    }
    return price
  })
}

/** The quantile by linear interpolation between the sorted values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = (sorted.length - 1) * share
  const below = Math.floor(place)
  const low = at(sorted, below)
  return low + (at(sorted, Math.min(below + 1, sorted.length - 1)) - low) * (place - below)
}
