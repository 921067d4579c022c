// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows are grids, which drops the roles of a table
import './figure-table.css'
import type { ReactNode } from 'react'
import { classNames } from '#web/components/display/class-names.ts'

export interface FigureColumn<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** For sentences: they are left-aligned and wrap. */
  isProse?: boolean
  /** In the last line. */
  sum?: ReactNode
}

interface FigureTableProps<Row> {
  /** Names the table, and the frame that scrolls where it is too wide. */
  caption: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The column that names a row. */
  name: { header: string; cell: (row: Row) => ReactNode }
  columns: readonly FigureColumn<Row>[]
  /** The name of the last line; without it there is none. */
  sumName?: string | undefined
  /** Stays on one page: for few rows. */
  isWhole?: boolean
  /** For many columns: printed in landscape. */
  isWide?: boolean | undefined
  isStrong?: (row: Row) => boolean
}

/**
 * A table of figures. On paper its head is on each page and its sums are only at the end. On a phone each row is a
 * block in which every figure has its column's name.
 */
export function FigureTable<Row>(props: FigureTableProps<Row>) {
  const { caption, rows, keyOf, name, columns, sumName, isWhole, isWide, isStrong } = props
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className={classNames('figure-table overflow-x-auto', isWide && 'figure-table-wide')}
    >
      <table role="table" className={classNames('tabular w-full text-small', isWhole && 'figure-table-whole')}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row" className="border-field-border border-b text-muted">
            <th role="columnheader" scope="col" className="py-1 pr-4 text-left font-medium">
              {name.header}
            </th>
            {columns.map(({ header, isProse }) => (
              <th
                key={header}
                role="columnheader"
                scope="col"
                className={classNames('px-2 py-1 font-medium last:pr-0', isProse ? 'text-left' : 'text-right')}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(row => (
            <tr
              key={keyOf(row)}
              role="row"
              className={classNames('border-hairline border-b', isStrong?.(row) && 'font-semibold')}
            >
              <th
                role="rowheader"
                scope="row"
                className={classNames(
                  'py-1 pr-4 text-left',
                  !isStrong?.(row) && 'font-medium',
                  !isWhole && 'whitespace-nowrap',
                )}
              >
                {name.cell(row)}
              </th>
              {columns.map(column => (
                <Figure key={column.header} header={column.header} isProse={column.isProse}>
                  {column.cell(row)}
                </Figure>
              ))}
            </tr>
          ))}
        </tbody>
        {sumName === undefined ? null : (
          <tfoot role="rowgroup">
            <tr role="row" className="font-semibold">
              <th role="rowheader" scope="row" className="py-1 pr-4 text-left">
                {sumName}
              </th>
              {columns.map(column => (
                <Figure key={column.header} header={column.header}>
                  {column.sum}
                </Figure>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

function Figure({ header, isProse, children }: { header: string; isProse?: boolean | undefined; children: ReactNode }) {
  return (
    <td
      role="cell"
      data-header={header}
      className={classNames('px-2 py-1 last:pr-0', isProse ? 'text-left' : 'whitespace-nowrap text-right')}
    >
      {children}
    </td>
  )
}
