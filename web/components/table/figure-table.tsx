import './report-table.css'
import type { ReactNode } from 'react'
import { classNames } from '#web/components/display/class-names.ts'

export interface ReportColumn<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** In the last line. */
  sum?: ReactNode
}

interface ReportTableProps<Row> {
  /** Names the table, and the frame that scrolls where it is too wide. */
  caption: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The column that names a row. */
  name: { header: string; cell: (row: Row) => ReactNode }
  columns: readonly ReportColumn<Row>[]
  /** The name of the last line; without it there is none. */
  sumName?: string | undefined
  /** Stays on one page: for few rows. */
  isWhole?: boolean
}

/** A table that always shows, on paper with its head on each page and its sums at the end only. */
export function ReportTable<Row>({ caption, rows, keyOf, name, columns, sumName, isWhole }: ReportTableProps<Row>) {
  const cell = 'whitespace-nowrap px-2 py-1 text-right last:pr-0'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className="report-table overflow-x-auto">
      <table className={classNames('tabular w-full text-small', isWhole && 'report-table-whole')}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-field-border border-b text-muted">
            <th scope="col" className="py-1 pr-4 text-left font-medium">
              {name.header}
            </th>
            {columns.map(({ header }) => (
              <th key={header} scope="col" className="px-2 py-1 text-right font-medium last:pr-0">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)} className="border-hairline border-b">
              <th
                scope="row"
                className={classNames('py-1 pr-4 text-left font-medium', !isWhole && 'whitespace-nowrap')}
              >
                {name.cell(row)}
              </th>
              {columns.map(column => (
                <td key={column.header} className={cell}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {sumName === undefined ? null : (
          <tfoot>
            <tr className="font-semibold">
              <th scope="row" className="py-1 pr-4 text-left">
                {sumName}
              </th>
              {columns.map(column => (
                <td key={column.header} className={cell}>
                  {column.sum}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
