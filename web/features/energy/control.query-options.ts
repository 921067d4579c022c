import { queryOptions } from '@tanstack/react-query'
import { energyCommands } from '#contract/energy-commands.ts'
import { energyControl } from '#contract/energy-control.ts'
import { call } from '#web/lib/api/api-client.ts'
import { type ListQueryOf, rowsQuery } from '#web/lib/api/rows-query.ts'

/** Commands cause events; a site that falls silent does not. */
const lookedAtEveryMs = 30_000

/** The modes of the storages of a site, and who decides them. */
export function controlQuery(id: string) {
  return queryOptions({
    queryKey: ['energy', 'control', id],
    queryFn: ({ signal }) => call(energyControl.get, { params: { id }, signal, silent: true }),
    refetchInterval: lookedAtEveryMs,
  })
}

/** The targets that devices of a site offer. */
export function foundTargetsQuery(id: string) {
  return queryOptions({
    queryKey: ['energy', 'targets', id],
    queryFn: ({ signal }) => call(energyControl.targets, { params: { id }, signal }),
  })
}

export type CommandFilter = ListQueryOf<typeof energyCommands.list>

/** As in the address of a page: `log` is set while the log is open. */
export type CommandAddress = Pick<CommandFilter, 'page' | 'page_size' | 'storage' | 'state'> & {
  log?: 'open' | undefined
}

export const commandsQuery = rowsQuery(['energy', 'commands'], loadCommands)

/** A page of commands. */
export function loadCommands(filter: CommandFilter, signal: AbortSignal) {
  return call(energyCommands.list, { query: filter, signal })
}
