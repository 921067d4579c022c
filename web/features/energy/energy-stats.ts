import type { EnergyHistory } from '#contract/energy-history.ts'
import type { SiteZone } from '#contract/energy-sites.ts'
import { energyDayTexts } from '#web/texts/energy-days.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { figuresOf, gridCo2Of } from './energy-figures.ts'
import { costText, energyText, shareText } from './energy-words.ts'

const texts = energySiteTexts.history

/** The figures of a period; CO₂ only where a figure for the grid exists. */
export function energyStats(sums: EnergyHistory['sums'], zone: SiteZone) {
  const figures = figuresOf(sums)
  const co2 = gridCo2Of(sums, zone)
  return [
    { label: texts.used, value: energyText(figures.usedKwh) },
    { label: texts.generated, value: energyText(figures.generatedKwh) },
    { label: energySiteTexts.flows.import, value: energyText(figures.importedKwh) },
    { label: energySiteTexts.flows.export, value: energyText(figures.exportedKwh) },
    { label: texts.autarky, value: shareText(figures.autarky), note: texts.autarkyNote },
    { label: texts.selfUse, value: shareText(figures.selfUse), note: texts.selfUseNote },
    ...(co2 === null
      ? []
      : [
          {
            label: energyDayTexts.co2.label,
            value: energyDayTexts.co2.kilograms(co2.kilograms),
            note: energyDayTexts.co2.note(energyText(co2.gridKwh), co2.grams),
          },
        ]),
    { label: texts.cost, value: costText(sums.costEur), note: texts.costNote },
  ]
}
