import type { EnergyResult } from '#contract/energy-history.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { type CsvColumn, csvText } from '#web/lib/format/csv.ts'
import { berlinDate, formatDate } from '#web/lib/format/format.ts'
import { energyDayTexts } from '#web/texts/energy-days.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { origins, sources, uses } from './energy-figures.ts'
import type { EnergyRange, RangeStep } from './energy-range.ts'
import { stepName } from './step-name.ts'

const texts = energySiteTexts.history

/** Saves the steps as a file, in kWh. A quarter-hour has its day too: a file is read without its name. */
export function saveEnergyCsv(siteName: string, { from, step }: EnergyRange, results: readonly EnergyResult[]): void {
  const columns: CsvColumn<EnergyResult>[] = [
    { header: texts.time, kind: 'text', value: result => nameOf(result.startsAt, step) },
    ...[...sources, ...uses, ...origins].map(
      ({ name, of }): CsvColumn<EnergyResult> => ({ header: `${name} (kWh)`, kind: 'kwh', value: of }),
    ),
    { header: `${energyDayTexts.picture.level} (%)`, kind: 'count', value: result => result.levelPercent },
    { header: `${texts.cost} (EUR)`, kind: 'eur', value: result => result.costEur },
    { header: `${texts.coverage} (%)`, kind: 'count', value: result => result.coverage * 100 },
  ]
  const content = new Blob([csvText(columns, results)], { type: 'text/csv;charset=utf-8' })
  saveFile({ name: `${siteName}-${from}.csv`, content })
}

function nameOf(startsAt: string, step: RangeStep): string {
  const name = stepName(startsAt, step)
  return step === 'slot' ? `${formatDate(berlinDate(new Date(startsAt)))} ${name}` : name
}
