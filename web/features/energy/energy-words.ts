/** Energies and shares as words; a dash for what is not known. */
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

export function energyText(kwh: number | null): string {
  return kwh === null ? '–' : energySiteTexts.kilowattHours(Math.round(kwh * 100) / 100)
}

export function shareText(share: number | null): string {
  return share === null ? '–' : energySiteTexts.percent(share * 100)
}
