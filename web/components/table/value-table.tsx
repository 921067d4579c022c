import type { ReactNode } from 'react'
import { Disclosure } from '#web/components/display/disclosure.tsx'

export interface ValueColumn<Row> {
  header: string
  cell: (row: Row) => ReactNode
}

interface ValueTableProps<Row> {
  /** The text that unfolds the table. */
  summary: string
  note?: string
  caption: string
  rows: readonly Row[]
  /** The column that names a row. */
  name: { header: string; cell: (row: Row) => string }
  columns: readonly ValueColumn<Row>[]
}

/** The values of a chart, folded. */
export function ValueTable<Row>({ summary, note, caption, rows, name, columns }: ValueTableProps<Row>) {
  return (
    <Disclosure summary={summary}>
      {note ? <p className="mb-3 text-small">{note}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section aria-label={caption} tabIndex={0} className="overflow-x-auto">
        <table className="tabular w-full min-w-[42rem] text-ink text-small">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-field-border border-b text-muted">
              <th scope="col" className="py-2 pr-4 text-left font-medium">
                {name.header}
              </th>
              {columns.map(column => (
                <th key={column.header} scope="col" className="px-2 py-2 text-right font-medium last:pr-0">
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={name.cell(row)} className="border-hairline border-b">
                <th scope="row" className="whitespace-nowrap py-1.5 pr-4 text-left font-medium">
                  {name.cell(row)}
                </th>
                {columns.map(column => (
                  <td key={column.header} className="whitespace-nowrap px-2 py-1.5 text-right last:pr-0">
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Disclosure>
  )
}
