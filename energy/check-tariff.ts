/** Reads the tariff of an input. */
import { createReader, type Reader } from './field-checks.ts'
import type { Tariff, TariffWindow } from './tariff.ts'

const timePattern = /^([01]\d|2[0-3]):([0-5]\d)$/
const dayMinutes = 1440

/** The tariff of a value that was checked before; invalid fields of any other value get defaults. */
export function tariffOf(value: unknown): Tariff {
  return readTariff(createReader(), value)
}

export function readTariff(reader: Reader, value: unknown): Tariff {
  const tariff = reader.fields(value, 'tariff')
  const supply = reader.fields(tariff.supply, 'tariff.supply')
  const gridFee = reader.fields(tariff.gridFee, 'tariff.gridFee')
  const feedIn = reader.fields(tariff.feedIn, 'tariff.feedIn')
  return {
    vat: reader.number(tariff.vat, 'tariff.vat', { min: 0, max: 1 }),
    supply: {
      spotShare: reader.number(supply.spotShare, 'tariff.supply.spotShare', { min: 0, max: 10 }, 0),
      ct: reader.number(supply.ct, 'tariff.supply.ct', {}, 0),
    },
    gridFee: {
      ct: reader.number(gridFee.ct, 'tariff.gridFee.ct', {}, 0),
      windows: reader
        .list(gridFee.windows, 'tariff.gridFee.windows', [])
        .map((window, index) => readWindow(reader, window, `tariff.gridFee.windows.${index}`)),
    },
    leviesCt: reader.number(tariff.leviesCt, 'tariff.leviesCt', {}, 0),
    feedIn: {
      ct: reader.number(feedIn.ct, 'tariff.feedIn.ct', {}, 0),
      spotShare: reader.number(feedIn.spotShare, 'tariff.feedIn.spotShare', { min: 0, max: 10 }, 0),
      zeroWhenSpotNegative: reader.flag(feedIn.zeroWhenSpotNegative, 'tariff.feedIn.zeroWhenSpotNegative', false),
    },
  }
}

function readWindow(reader: Reader, value: unknown, field: string): TariffWindow {
  const window = reader.fields(value, field)
  return {
    fromMinute: readTime(reader, window.from, `${field}.from`),
    toMinute: readTime(reader, window.to, `${field}.to`),
    ct: reader.number(window.ct, `${field}.ct`, {}),
    months: window.months === undefined || window.months === null ? null : readMonths(reader, window.months, field),
  }
}

/** `24:00` is the end of the day. */
function readTime(reader: Reader, value: unknown, field: string): number {
  if (value === '24:00' && field.endsWith('.to')) return dayMinutes
  const [, hours, minutes] = (typeof value === 'string' && timePattern.exec(value)) || []
  if (hours === undefined || minutes === undefined) {
    reader.note(field, value === undefined ? 'required' : 'time')
    return 0
  }
  return Number(hours) * 60 + Number(minutes)
}

function readMonths(reader: Reader, value: unknown, field: string): number[] {
  return reader.list(value, `${field}.months`).map((month, index) => {
    const number = reader.number(month, `${field}.months.${index}`, { min: 1, max: 12 })
    if (!Number.isInteger(number)) reader.note(`${field}.months.${index}`, 'range')
    return number
  })
}
