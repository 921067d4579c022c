import type { EnergySite } from '#contract/energy-sites.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

const { columns, pvKwp, kwp } = energySiteTexts.owner

export const siteCsv: readonly CsvColumn<EnergySite>[] = [
  { header: columns.name, kind: 'text', value: site => site.name },
  { header: columns.customer, kind: 'text', value: site => site.customer.name },
  { header: columns.state, kind: 'text', value: site => energySiteTexts.states[site.state] },
  { header: columns.last, kind: 'moment', value: site => site.lastReadingAt },
  { header: `${pvKwp} (${kwp})`, kind: 'hours', value: site => site.pvKwp },
]
