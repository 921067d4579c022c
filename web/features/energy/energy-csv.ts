import type { EnergyResult } from '#contract/energy-history.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { type CsvColumn, csvText } from '#web/lib/format/csv.ts'
import { berlinDate, formatDate } from '#web/lib/format/format.ts'
import { energyDayTexts } from '#web/texts/energy-days.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { origins, sources, uses } from './energy-figures.ts'
import { dayAfter, type EnergyRange, type RangeStep } from './energy-range.ts'
import type { TableGaps } from './gap-words.ts'
import { stepName } from './step-name.ts'

const texts = energySiteTexts.history
type Steps = { range: EnergyRange; results: readonly EnergyResult[]; gaps: TableGaps | undefined }

export function saveEnergyCsv(siteName: string, steps: Steps): void {
  const content = new Blob([energyCsv(steps)], { type: 'text/csv;charset=utf-8' })
  saveFile({ name: energyFileName(siteName, steps.range), content })
}

/** Energies are exact to the mWh, costs to the hundred-millionth of an EUR. */
const [kwhDecimals, eurDecimals] = [6, 8]

/**
 * The steps in kWh and EUR, not rounded: the sums of a spreadsheet are those of the portal. A quarter-hour has its day,
 * too, because a file may be read without its name. Files of all periods have the same columns.
 */
export function energyCsv({ range, results, gaps }: Steps): string {
  const columns: CsvColumn<EnergyResult>[] = [
    { header: texts.time, kind: 'text', value: result => nameOf(result.startsAt, range.step) },
    ...[...sources, ...uses, ...origins].map(
      ({ name, of }): CsvColumn<EnergyResult> => ({
        header: energyDayTexts.inKilowattHours(name),
        kind: 'decimal',
        decimals: kwhDecimals,
        value: of,
      }),
    ),
    { header: `${energyDayTexts.picture.level} (%)`, kind: 'count', value: result => result.levelPercent },
    { header: `${texts.cost} (EUR)`, kind: 'decimal', decimals: eurDecimals, value: result => result.costEur },
    { header: energyDayTexts.gaps.column, kind: 'text', value: ({ startsAt }) => gaps?.noteOf(startsAt) ?? '' },
    { header: `${texts.coverage} (%)`, kind: 'count', value: result => result.coverage * 100 },
  ]
  return csvText(columns, results)
}

/** Named by its steps and its first and last day: a week and its Monday are two files. */
export function energyFileName(siteName: string, { kind, from, to, step }: EnergyRange): string {
  const { steps, days, total } = energyDayTexts.file
  return `${siteName}-${steps[step]}-${kind === 'total' ? total : days(from, dayAfter(to, -1))}.csv`
}

function nameOf(startsAt: string, step: RangeStep): string {
  const name = stepName(startsAt, step)
  return step === 'slot' ? `${formatDate(berlinDate(new Date(startsAt)))} ${name}` : name
}
