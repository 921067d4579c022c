/** From an unknown JSON value to a situation that every other part can trust, or to all its problems. */
import { readStorage } from './check-storage.ts'
import { readTariff } from './check-tariff.ts'
import { createReader, type Fields, type Problem, type Reader } from './field-checks.ts'
import { at, type Situation } from './situation.ts'
import { fillPrices, pricesOf, stepStarts } from './tariff.ts'

export type Checked = { id: unknown; fields: Fields; situation: Situation } | { id: unknown; problems: Problem[] }

export const planStepsMax = 672

export function checkInput(value: unknown, stepsMax = planStepsMax): Checked {
  const reader = createReader()
  const input = reader.fields(value, '')
  const situation = readSituation(reader, input, stepsMax)
  const id = input.id ?? null
  return reader.problems.length > 0 ? { id, problems: reader.problems } : { id, fields: input, situation }
}

function readSituation(reader: Reader, input: Fields, stepsMax: number): Situation {
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
  const prices = readPrices(reader, input, stepStarts(startsAt, minutes), minutes)
  const starts = stepStarts(startsAt, minutes)
  const ends = starts.map((start, step) => start + at(minutes, step) * 60_000)
  const storages = reader
    .list(input.storages, 'storages', [])
    .map((storage, index) => readStorage(reader, storage, `storages.${index}`, { ends, importCt: prices.importCt }))
  storages.forEach((storage, index) => {
    const first = storages.findIndex(other => other.id === storage.id)
    if (first !== index && storage.id !== '') reader.note(`storages.${index}.id`, 'duplicate')
  })
  return {
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
    limitMs: reader.number(options.limitMs, 'options.limitMs', { min: 1, max: 600_000 }, 2000),
  }
}

/** Either both prices of the household, or a tariff and the spot price. */
function readPrices(reader: Reader, input: Fields, starts: readonly number[], minutes: readonly number[]) {
  const filled = (name: 'importCt' | 'exportCt' | 'spotCt') => {
    const given = reader.seriesWithGaps(input[name], name, minutes.length)
    const hasPrice = given.some(price => price !== null)
    if (given.length > 0 && !hasPrice) reader.note(name, 'unknown')
    return { given, prices: hasPrice ? fillPrices(given, starts, minutes) : [] }
  }
  if (input.tariff === undefined || input.importCt !== undefined) {
    const imported = filled('importCt')
    const exported = filled('exportCt')
    return {
      importCt: imported.prices,
      exportCt: exported.prices,
      isPriceEstimated: imported.given.map((price, step) => price === null || exported.given[step] === null),
    }
  }
  const tariff = readTariff(reader, input.tariff)
  const isFixed = tariff.supply.spotShare === 0 && tariff.feedIn.spotShare === 0
  if (isFixed && !tariff.feedIn.zeroWhenSpotNegative && input.spotCt === undefined) {
    const none = minutes.map(() => 0)
    return { ...pricesOf(tariff, starts, minutes, none), isPriceEstimated: minutes.map(() => false) }
  }
  const spot = filled('spotCt')
  return {
    ...pricesOf(tariff, starts, minutes.slice(0, spot.prices.length), spot.prices),
    isPriceEstimated: spot.given.map(price => price === null),
  }
}
