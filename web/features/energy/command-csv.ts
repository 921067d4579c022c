import type { EnergyCommand } from '#contract/energy-commands.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { energyControlTexts } from '#web/texts/energy-control.texts.ts'

const { columns, modes, states } = energyControlTexts.log

export const commandCsv: readonly CsvColumn<EnergyCommand>[] = [
  { header: columns.at, kind: 'moment', value: ({ at }) => at },
  { header: columns.storage, kind: 'text', value: ({ storage }) => storage.name },
  { header: columns.mode, kind: 'text', value: ({ mode }) => modes[mode] },
  { header: `${columns.power} (W)`, kind: 'count', value: ({ powerW }) => powerW },
  { header: columns.state, kind: 'text', value: ({ state }) => states[state] },
  { header: columns.reason, kind: 'text', value: ({ sentence }) => sentence },
  { header: columns.answer, kind: 'text', value: ({ answer }) => answer },
  { header: columns.end, kind: 'moment', value: ({ endedAt }) => endedAt },
]
