import { Disclosure } from '#web/components/display/disclosure.tsx'
import { type FigureColumn, FigureTable } from './figure-table.tsx'

export type ValueColumn<Row> = Omit<FigureColumn<Row>, 'sum'>

interface ValueTableProps<Row> {
  /** The text that unfolds the table. */
  summary: string
  note?: string
  caption: string
  rows: readonly Row[]
  /** The column that names a row. */
  name: { header: string; cell: (row: Row) => string }
  columns: readonly ValueColumn<Row>[]
  /** For many columns: printed in landscape. */
  isWide?: boolean
}

/** The values of a chart, folded. */
export function ValueTable<Row>({ summary, note, caption, rows, name, columns, isWide }: ValueTableProps<Row>) {
  return (
    <Disclosure summary={summary}>
      {note ? <p className="mb-3 text-small">{note}</p> : null}
      <FigureTable caption={caption} rows={rows} keyOf={name.cell} name={name} columns={columns} isWide={isWide} />
    </Disclosure>
  )
}
