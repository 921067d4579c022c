import { useKeyedState } from '#web/lib/browser/use-keyed-state.ts'
import type { ListFilter } from './list-view.ts'
import type { ShownList } from './use-list.ts'

/** The selected rows of all pages, with their data. A new filter clears the selection. */
export function useChosenRows<Row extends { id: string }, Filter extends ListFilter>(shown: ShownList<Row, Filter>) {
  const [chosen, setChosen] = useKeyedState<readonly Row[]>(shown.filterKey, [])
  return {
    chosen,
    choose(ids: ReadonlySet<string>) {
      const known = new Map([...chosen, ...(shown.table.rows ?? [])].map(row => [row.id, row]))
      setChosen([...known.values()].filter(({ id }) => ids.has(id)))
    },
  }
}
