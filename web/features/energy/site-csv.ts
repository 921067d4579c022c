import type { ListedEnergySite } from '#contract/energy-sites.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

const { columns, pvKwp, kwp } = energySiteTexts.owner

export const siteCsv: readonly CsvColumn<ListedEnergySite>[] = [
  { header: columns.name, kind: 'text', value: site => site.name },
  { header: columns.customer, kind: 'text', value: site => site.customer.name },
  { header: columns.state, kind: 'text', value: site => energySiteTexts.states[site.state] },
  { header: columns.alarms, kind: 'count', value: site => site.alarms },
  { header: `${columns.pv} (kW)`, kind: 'kwh', value: ({ now }) => (now.pv === null ? null : now.pv.powerW / 1_000) },
  {
    header: `${columns.pvToday} (kWh)`,
    kind: 'kwh',
    value: ({ now }) => (now.pvTodayWh === null ? null : now.pvTodayWh / 1_000),
  },
  { header: `${columns.level} (%)`, kind: 'hours', value: ({ now }) => now.level?.percent ?? null },
  { header: columns.oldest, kind: 'moment', value: ({ now }) => now.oldestAt },
  { header: columns.last, kind: 'moment', value: site => site.lastReadingAt },
  { header: `${pvKwp} (${kwp})`, kind: 'hours', value: site => site.pvKwp },
]
