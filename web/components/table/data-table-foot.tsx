// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows are grids, which drops the roles of a table
import { columnClass, type TableColumn, type TableSum } from './table-column.ts'

interface FootProps<Row> {
  columns: readonly TableColumn<Row>[]
  sums: readonly TableSum[]
  hasSelection: boolean
  hasActions: boolean
}

/** The sums of a `DataTable`, each in its own row, so a label that wraps keeps its amount next to it. */
export function DataTableFoot<Row>({ columns, sums, hasSelection, hasActions }: FootProps<Row>) {
  const labelAt = Math.max(
    columns.findIndex(column => column.phone === 'title'),
    0,
  )
  return (
    <tfoot role="rowgroup">
      {sums.map(sum => {
        const labelEnd = labelEndOf(columns, labelAt, sum)
        return (
          <tr key={sum.label} role="row">
            {hasSelection ? <td role="cell" /> : null}
            {columns.map((column, index) =>
              index === labelAt ? (
                <th
                  key={column.key}
                  role="rowheader"
                  scope="row"
                  colSpan={labelEnd - labelAt}
                  className={columnClass(column)}
                >
                  {sum.label}
                </th>
              ) : index > labelAt && index < labelEnd ? null : (
                <td key={column.key} role="cell" className={columnClass(column)}>
                  {sum.values[column.key]}
                </td>
              ),
            )}
            {hasActions ? <td role="cell" /> : null}
          </tr>
        )
      })}
    </tfoot>
  )
}

/** A label spans the columns without a value. A column hidden on a narrow screen would be missing from its span. */
function labelEndOf<Row>(columns: readonly TableColumn<Row>[], labelAt: number, { values }: TableSum): number {
  const end = columns.findIndex(({ key, from }, index) => index > labelAt && (key in values || from !== undefined))
  return end === -1 ? columns.length : end
}
