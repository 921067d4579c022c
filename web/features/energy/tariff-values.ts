/** The values of a tariff's form, flat and in the words of a contract, and the prices that follow from them. */
import * as z from 'zod/mini'
import { tariffWindowsMax } from '#contract/energy-limits.ts'
import {
  decimal,
  type EnergyTariff,
  type EnergyTariffInput,
  energyTariffInput,
  type TariffPrices,
  tariffPrices,
  tariffWindow,
} from '#contract/energy-tariffs.ts'
import { energyTariffTexts } from '#web/texts/energy-tariffs.texts.ts'

const { leviesCt: ct } = tariffPrices.shape
const { from, to } = tariffWindow.shape

const windowValues = z.strictObject({
  from: z.pipe(z.string().check(z.overwrite(asTime)), from),
  to: z.pipe(z.string().check(z.overwrite(asTime)), to),
  ct,
  months: z.array(z.int()).check(z.minLength(1, energyTariffTexts.noMonths)),
})
export type WindowValues = z.output<typeof windowValues>

export const tariffValues = z.strictObject({
  name: energyTariffInput.shape.name,
  validFrom: energyTariffInput.shape.validFrom,
  kind: z.enum(['fixed', 'dynamic']),
  vatPercent: decimal(0, 100, 2),
  supplyCt: ct,
  gridCt: ct,
  windows: z.array(windowValues).check(z.maxLength(tariffWindowsMax, 'too_long'), ({ value, issues }) => {
    for (const [index, message] of windowProblems(value)) {
      issues.push({ code: 'custom', message, path: [index, 'from'], input: value })
    }
  }),
  leviesCt: ct,
  feedInCt: ct,
  feedInFollowsSpot: z.boolean(),
  zeroWhenSpotNegative: z.boolean(),
  monthlyEur: energyTariffInput.shape.monthlyEur,
})
export type TariffValues = z.output<typeof tariffValues>

export const allMonths: readonly number[] = Array.from({ length: 12 }, (_, index) => index + 1)
const dayMinutes = 1440

/** `7` and `7:00` are 07:00; anything else stays as typed and is refused. */
function asTime(text: string): string {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(text.trim()) ?? []
  return hours === undefined ? text.trim() : `${hours.padStart(2, '0')}:${minutes}`
}

/** Windows that are empty or overlap an earlier one, by their index. */
export function windowProblems(windows: readonly WindowValues[]): [index: number, sentence: string][] {
  return windows.flatMap((window, index): [number, string][] => {
    if (window.from === window.to) return [[index, energyTariffTexts.windowEmpty]]
    const other = windows.slice(0, index).findIndex(earlier => overlaps(window, earlier))
    return other === -1 ? [] : [[index, energyTariffTexts.windowOverlaps(other + 1)]]
  })
}

function overlaps(one: WindowValues, other: WindowValues): boolean {
  return (
    one.months.some(month => other.months.includes(month)) &&
    spansOf(one).some(([start, end]) => spansOf(other).some(([first, last]) => start < last && first < end))
  )
}

/** Minutes of the day; a window over midnight has two spans. */
function spansOf(window: WindowValues): [number, number][] {
  const [start, end] = [minuteOf(window.from), minuteOf(window.to)]
  return start < end
    ? [[start, end]]
    : [
        [start, dayMinutes],
        [0, end],
      ]
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Prices have no usual value; a new tariff is fixed, with the usual VAT. */
export const newTariffValues: TariffValues = {
  name: '',
  validFrom: '',
  kind: 'fixed',
  vatPercent: 19,
  supplyCt: Number.NaN,
  gridCt: Number.NaN,
  windows: [],
  leviesCt: Number.NaN,
  feedInCt: Number.NaN,
  feedInFollowsSpot: false,
  zeroWhenSpotNegative: false,
  monthlyEur: 0,
}

export function tariffValuesOf({ name, validFrom, tariff, monthlyEur }: EnergyTariff): TariffValues {
  return {
    name,
    validFrom,
    kind: tariff.supply.spotShare > 0 ? 'dynamic' : 'fixed',
    vatPercent: rounded(tariff.vat * 100),
    supplyCt: tariff.supply.ct,
    gridCt: tariff.gridFee.ct,
    windows: tariff.gridFee.windows.map(({ months, ...window }) => ({
      ...window,
      months: [...(months ?? allMonths)].sort((one, other) => one - other),
    })),
    leviesCt: tariff.leviesCt,
    feedInCt: tariff.feedIn.ct,
    feedInFollowsSpot: tariff.feedIn.spotShare > 0,
    zeroWhenSpotNegative: tariff.feedIn.zeroWhenSpotNegative,
    monthlyEur,
  }
}

/** `stored`: the tariff to change, whose shares of the exchange's price stay if the form cannot show them. */
export function tariffInputOf(values: TariffValues, stored: TariffPrices | null): EnergyTariffInput {
  const share = (isOn: boolean, before = 0) => (isOn ? before || 1 : 0)
  return {
    name: values.name,
    validFrom: values.validFrom,
    tariff: {
      vat: rounded(values.vatPercent / 100),
      supply: { spotShare: share(values.kind === 'dynamic', stored?.supply.spotShare), ct: values.supplyCt },
      gridFee: {
        ct: values.gridCt,
        windows: values.windows.map(({ months, ...window }) =>
          months.length === allMonths.length ? window : { ...window, months },
        ),
      },
      leviesCt: values.leviesCt,
      feedIn: {
        ct: values.feedInCt,
        spotShare: share(values.feedInFollowsSpot, stored?.feedIn.spotShare),
        zeroWhenSpotNegative: values.zeroWhenSpotNegative,
      },
    },
    monthlyEur: values.monthlyEur,
  }
}

export type GrossPrices = { usualCt: number; leastCt: number; mostCt: number }

/** Gross ct/kWh without the exchange's part: the usual price, and the range over all windows. */
export function grossPrices({ vat, supply, gridFee, leviesCt }: Omit<TariffPrices, 'feedIn'>): GrossPrices {
  const gross = (gridCt: number) => (supply.ct + gridCt + leviesCt) * (1 + vat)
  const all = [gridFee.ct, ...gridFee.windows.map(window => window.ct)].map(gross)
  return { usualCt: gross(gridFee.ct), leastCt: Math.min(...all), mostCt: Math.max(...all) }
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
