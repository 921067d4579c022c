/** Energies and shares as words; a dash for unknown values. */
import { formatEur } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

export function energyText(kwh: number | null): string {
  if (kwh === null) return '–'
  return kwh < gigawattHoursFrom ? energySiteTexts.kilowattHours(hundredths(kwh)) : energySiteTexts.gigawattHours(kwh)
}

/** In kWh. Longer figures do not fit on a phone. */
const gigawattHoursFrom = 10_000_000

/** The same figure where a header has the unit. */
export function energyNumber(kwh: number | null): string {
  return kwh === null ? '–' : formatNumber(hundredths(kwh), 2, 2)
}

/** As displayed. Half a hundredth is rounded up, although binary fractions fall short of it. */
export function hundredths(kwh: number): number {
  return Math.round(kwh * 100) / 100
}

export function costText(eur: number | null): string {
  return eur === null ? '–' : formatEur(eur)
}

export function shareText(share: number | null): string {
  return share === null ? '–' : energySiteTexts.percent(share * 100)
}

export function levelText(percent: number | null): string {
  return percent === null ? '–' : energySiteTexts.percent(percent)
}
