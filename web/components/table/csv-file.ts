/** The work of a `CsvButton`, loaded on the first click. */

import { type LoadPage, loadAllRows } from '#web/lib/api/load-all-rows.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { type CsvColumn, csvText } from '#web/lib/format/csv.ts'
import { berlinDate } from '#web/lib/format/format.ts'

export interface CsvFile<Row> {
  /** Names the file: `Tickets`. */
  name: string
  /** Or where to load them from. */
  columns: readonly CsvColumn<Row>[] | (() => Promise<readonly CsvColumn<Row>[]>)
  rowKey: (row: Row) => string
  /** Loads a page of the list with the current filters and order. */
  loadPage: LoadPage<Row>
}

/** Loads all rows and offers them as a file. Returns their number; throws the errors of `loadPage`. */
export async function saveCsv<Row>(
  { name, columns, rowKey, loadPage }: CsvFile<Row>,
  signal: AbortSignal,
  onProgress: (loaded: number, count: number) => void,
): Promise<number> {
  const rows = await loadAllRows({ loadPage, rowKey, signal, onProgress })
  const shown = typeof columns === 'function' ? await columns() : columns
  const content = new Blob([csvText(shown, rows)], { type: 'text/csv;charset=utf-8' })
  saveFile({ name: `${name}-${berlinDate()}.csv`, content })
  return rows.length
}
