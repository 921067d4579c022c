import { useQuery } from '@tanstack/react-query'
import type { EnergyCommand } from '#contract/energy-commands.ts'
import { energyCommandList } from '#contract/lists.ts'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { choiceFields } from '#web/components/list/choice-fields.ts'
import { ListSection } from '#web/components/list/list-section.tsx'
import type { ListView } from '#web/components/list/list-view.ts'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { energyControlTexts } from '#web/texts/energy-control.texts.ts'
import { type CommandFilter, commandsQuery, loadCommands } from './control.query-options.ts'
import { commandLooks } from './controlled-storage.tsx'
import { storagesQuery } from './energy.query-options.ts'

const texts = energyControlTexts.log
const titleId = 'energy-commands'

export interface CommandLogProps {
  siteId: string
  /** As in the address of the page. */
  filter: CommandFilter
  onFilterChange: (change: CommandFilter, isCorrection?: boolean) => void
}

/** The log of commands to the devices of a site, inside its page. */
export function CommandLog({ siteId, filter, onFilterChange }: CommandLogProps) {
  const { data } = useQuery(storagesQuery(siteId))
  const storages = data?.results.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <ListSection
      list={commandListView}
      titleId={titleId}
      filter={filter}
      asked={{ ...filter, site: siteId }}
      onFilterChange={(change, isCorrection) => {
        onFilterChange(change, isCorrection)
        // The page keeps its scroll position, so it scrolls to the first of the next commands.
        if (change.page !== undefined && !isCorrection) document.getElementById(titleId)?.scrollIntoView()
      }}
      ownFields={storages.length > 1 ? [{ name: 'storage', label: texts.storage, choices: storages }] : []}
      empty={texts.empty}
      skeletonRows={4}
    />
  )
}

const commandListView: ListView<EnergyCommand, CommandFilter> = {
  title: texts.title,
  failed: texts.failed,
  nothingFiltered: texts.nothingFiltered,
  contract: energyCommandList,
  query: commandsQuery,
  loadPage: loadCommands,
  rowName: ({ storage, at }) => `${storage.name}, ${formatDateTime(at)}`,
  columns: () => columns,
  csv: async () => (await import('./command-csv.ts')).commandCsv,
  fields: () => fields,
}

const fields = choiceFields(energyCommandList, { state: { label: texts.state, words: texts.states } })

const columns: readonly TableColumn<EnergyCommand>[] = [
  { key: 'at', header: texts.columns.at, cell: ({ at }) => formatDateTime(at), width: '12rem', phone: 'left' },
  {
    key: 'storage',
    header: texts.columns.storage,
    cell: ({ storage }) => storage.name,
    width: '11rem',
    phone: 'title',
  },
  { key: 'mode', header: texts.columns.mode, cell: modeText, width: '11rem', phone: 'left' },
  {
    key: 'state',
    header: texts.columns.state,
    cell: ({ state }) => <StateBadge state={state} looks={commandLooks} />,
    width: '11rem',
    // Next to the reason, it would leave it half the width of a phone.
    phone: 'left',
  },
  { key: 'reason', header: texts.columns.reason, cell: ({ sentence }) => sentence, phone: 'left' },
]

function modeText({ mode, powerW }: EnergyCommand): string {
  const name = texts.modes[mode]
  const hasPower = powerW !== null && (mode === 'charge' || mode === 'discharge')
  return hasPower ? texts.withPower(name, powerW) : name
}
