/** Turns an unknown JSON value into a situation that all other parts can trust, or into a list of its problems. */
import { readStorage } from './check-storage.ts'
import { readTariff } from './check-tariff.ts'
import { createReader, type Fields, type Problem, type Reader } from './field-checks.ts'
import { at, type Situation } from './situation.ts'
import { fillPrices, pricesOf, stepStarts } from './tariff.ts'

/** The solver's limit for an input without one. */
export const usualLimitMs = 2_000

/** Steps of the input, `to` exclusive; the prices from the step `known` on are not published yet. */
export type Span = { from: number; known: number; to: number }
export type PriceSource = (span: Span) => Pick<Situation, 'importCt' | 'exportCt' | 'isPriceEstimated'>

export type Checked<Own> =
  | { id: unknown; situation: Situation; pricesWithin: PriceSource; own: Own }
  | { id: unknown; problems: Problem[] }

/** Reads the other fields of a task; `steps` is the length of its lists. */
export type ReadOwn<Own> = (reader: Reader, input: Fields, steps: number) => Own

export const planStepsMax = 672

export function checkInput<Own>(value: unknown, stepsMax: number, readOwn: ReadOwn<Own>): Checked<Own> {
  const reader = createReader()
  const input = reader.fields(value, '')
  const { situation, pricesWithin } = readSituation(reader, input, stepsMax)
  const own = readOwn(reader, input, situation.minutes.length)
  const id = input.id ?? null
  return reader.problems.length > 0 ? { id, problems: reader.problems } : { id, situation, pricesWithin, own }
}

function readSituation(reader: Reader, input: Fields, stepsMax: number) {
  const id = typeof input.id === 'string' || input.id === undefined ? (input.id ?? '') : ''
  if (input.id !== undefined && typeof input.id !== 'string') reader.note('id', 'type')
  const startsAt = reader.instant(input.startsAt, 'startsAt')
  const minutes = reader
    .list(input.minutes, 'minutes')
    .slice(0, stepsMax + 1)
    .map((entry, index) => reader.number(entry, `minutes.${index}`, { above: 0, max: 1440 }))
  if (Array.isArray(input.minutes) && (minutes.length === 0 || minutes.length > stepsMax)) {
    reader.note('minutes', 'length')
  }
  const grid = input.grid === undefined ? {} : reader.fields(input.grid, 'grid')
  const options = input.options === undefined ? {} : reader.fields(input.options, 'options')
  const starts = stepStarts(startsAt, minutes)
  const pricesWithin = readPrices(reader, input, starts, minutes)
  const prices = pricesWithin({ from: 0, known: minutes.length, to: minutes.length })
  const ends = starts.map((start, step) => start + at(minutes, step) * 60_000)
  const storages = reader
    .list(input.storages, 'storages', [])
    .map((storage, index) =>
      readStorage(reader, storage, `storages.${index}`, { starts, ends, importCt: prices.importCt }),
    )
  storages.forEach((storage, index) => {
    const first = storages.findIndex(other => other.id === storage.id)
    if (first !== index && storage.id !== '') reader.note(`storages.${index}.id`, 'duplicate')
  })
  const situation: Situation = {
    id,
    startsAt,
    minutes,
    hours: minutes.map(length => length / 60),
    loadW: reader.series(input.loadW, 'loadW', minutes.length, { min: 0 }),
    pvW: reader.series(input.pvW, 'pvW', minutes.length, { min: 0 }),
    ...prices,
    maxImportW: reader.optionalNumber(grid.maxImportW, 'grid.maxImportW', { min: 0 }),
    maxExportW: reader.optionalNumber(grid.maxExportW, 'grid.maxExportW', { min: 0 }),
    canCurtail: reader.flag(grid.canCurtail, 'grid.canCurtail', false),
    storages,
    gapCt: reader.number(options.gapCt, 'options.gapCt', { min: 0 }, 1),
    calmCt: reader.number(options.calmCt, 'options.calmCt', { min: 0 }, 0.5),
    limitMs: reader.number(options.limitMs, 'options.limitMs', { min: 1, max: 600_000 }, usualLimitMs),
  }
  return { situation, pricesWithin }
}

/** Either both prices of the household, or a tariff and the spot price. */
function readPrices(reader: Reader, input: Fields, starts: readonly number[], minutes: readonly number[]): PriceSource {
  const read = (name: 'importCt' | 'exportCt' | 'spotCt') => {
    const given = reader.seriesWithGaps(input[name], name, minutes.length)
    if (given.length > 0 && given.every(price => price === null)) reader.note(name, 'unknown')
    return given
  }
  const filled = (given: readonly (number | null)[], { from, known, to }: Span) => {
    const prices = given.slice(from, to).map((price, step) => (from + step < known ? price : null))
    return {
      ct: fillPrices(prices, starts.slice(from, to), minutes.slice(from, to)),
      isEstimated: prices.map(price => price === null),
    }
  }
  if (input.tariff === undefined || input.importCt !== undefined) {
    const given = { importCt: read('importCt'), exportCt: read('exportCt') }
    return span => {
      const [imported, exported] = [filled(given.importCt, span), filled(given.exportCt, span)]
      const isPriceEstimated = imported.isEstimated.map((is, step) => is || exported.isEstimated[step] === true)
      return { importCt: imported.ct, exportCt: exported.ct, isPriceEstimated }
    }
  }
  const tariff = readTariff(reader, input.tariff)
  const isFixed = tariff.supply.spotShare === 0 && tariff.feedIn.spotShare === 0
  const needsSpot = !isFixed || tariff.feedIn.zeroWhenSpotNegative
  // Without spot prices in the tariff every price is known.
  const given = needsSpot || input.spotCt !== undefined ? read('spotCt') : undefined
  return span => {
    const { from, to } = span
    const spot = given === undefined ? undefined : filled(given, span)
    const ct = spot?.ct ?? minutes.slice(from, to).map(() => 0)
    return {
      ...pricesOf(tariff, starts.slice(from, to), minutes.slice(from, to), ct),
      isPriceEstimated: ct.map((_, step) => spot?.isEstimated[step] === true),
    }
  }
}
