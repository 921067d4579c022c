/** What a `CsvButton` does: loaded when one is pressed first. */

import { type LoadPage, loadAllRows } from '#web/lib/api/load-all-rows.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { type CsvColumn, csvText } from '#web/lib/format/csv.ts'
import { berlinDate } from '#web/lib/format/format.ts'

export interface CsvFile<Row> {
  /** What the rows are, as the file is named: `Tickets`. */
  name: string
  columns: readonly CsvColumn<Row>[]
  rowKey: (row: Row) => string
  /** A page of the list as it is filtered and ordered on screen. */
  loadPage: LoadPage<Row>
}

/** Loads all rows and offers them as a file. Answers how many there are; throws what a page throws. */
export async function saveCsv<Row>(
  { name, columns, rowKey, loadPage }: CsvFile<Row>,
  signal: AbortSignal,
  onProgress: (loaded: number, count: number) => void,
): Promise<number> {
  const rows = await loadAllRows({ loadPage, rowKey, signal, onProgress })
  const content = new Blob([csvText(columns, rows)], { type: 'text/csv;charset=utf-8' })
  saveFile({ name: `${name}-${berlinDate()}.csv`, content })
  return rows.length
}
