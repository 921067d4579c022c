// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows are grids, which drops the roles of a table
import { Link, type LinkProps } from '@tanstack/react-router'
import { memo } from 'react'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { Checkbox } from '#web/components/form/checkbox.tsx'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { useIsMarked } from '#web/lib/realtime/row-changes.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { DataTableFoot } from './data-table-foot.tsx'
import { RowMenuButton } from './row-menu-button.tsx'
import { columnClass, type TableColumn, type TableSum } from './table-column.ts'
import type { TableSelection } from './table-selection-bar.tsx'
import type { RowMenuControl } from './use-row-menu.tsx'

export interface TableRows<Row> {
  columns: readonly TableColumn<Row>[]
  /** The rows of this page; undefined while they load. */
  rows: readonly Row[] | undefined
  /** Below the rows. */
  sums?: readonly TableSum[] | undefined
  rowKey: (row: Row) => string
  /** The row's name in the labels of its controls. */
  rowName: (row: Row) => string
  /** The target of a row; the value of the first `title` column becomes the link. */
  rowLink?: ((row: Row) => LinkProps | undefined) | undefined
  /** The actions of a row; one menu serves all rows. */
  rowActions?: ((row: Row) => readonly MenuAction[]) | undefined
  /** The most frequent action of a row: a button before the menu. */
  rowButton?: ((row: Row) => MenuAction | undefined) | undefined
  selection?: TableSelection | undefined
  /** Number of placeholder rows. */
  skeletonRows?: number | undefined
}

type BodyProps<Row> = TableRows<Row> & { columnCount: number; menu: RowMenuControl<Row> }

/** The rows of a `DataTable` or their placeholders, and the sums. */
export function DataTableBody<Row>(props: BodyProps<Row>) {
  const { columns, rows, sums, rowKey, rowActions, rowButton, columnCount, skeletonRows = 10 } = props
  return (
    <>
      <tbody role="rowgroup">
        {rows === undefined
          ? Array.from({ length: skeletonRows }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical
              <SkeletonRow key={index} columns={columns} columnCount={columnCount} hasSelection={!!props.selection} />
            ))
          : rows.map(row => <BodyRow key={rowKey(row)} {...props} row={row} />)}
      </tbody>
      {sums && rows ? (
        <DataTableFoot
          columns={columns}
          sums={sums}
          hasSelection={!!props.selection}
          hasActions={!!(rowActions || rowButton)}
        />
      ) : null}
    </>
  )
}

interface BodyRowProps<Row> extends TableRows<Row> {
  row: Row
  menu: RowMenuControl<Row>
}

function BodyRow<Row>(props: BodyRowProps<Row>) {
  const { row, columns, rowKey, rowName, rowLink, rowActions, rowButton, selection, menu } = props
  const key = rowKey(row)
  const link = rowLink?.(row)
  const isSelected = selection?.selected.has(key) ?? false
  const isChanged = useIsMarked(key)
  const button = rowButton?.(row)

  function select(checked: boolean) {
    const next = new Set(selection?.selected)
    if (checked) next.add(key)
    else next.delete(key)
    selection?.onChange(next)
  }

  return (
    <tr
      role="row"
      data-link={link ? '' : undefined}
      data-selected={isSelected || undefined}
      data-changed={isChanged || undefined}
    >
      {selection ? (
        <td role="cell" className="table-phone-select">
          <Checkbox
            label={commonTexts.selectRow(rowName(row))}
            labelHidden
            className="table-control"
            checked={isSelected}
            onCheckedChange={select}
          />
        </td>
      ) : null}
      <KeptCells columns={columns} row={row} link={link} />
      {rowActions || rowButton ? (
        <td role="cell" className="table-phone-actions">
          {button ? (
            <IconButton
              label={commonTexts.rowButton(button.label, rowName(row))}
              icon={button.icon}
              size="small"
              disabled={button.disabled}
              onClick={button.onSelect}
              className="table-control"
              data-screen-only=""
            />
          ) : null}
          {rowActions && rowActions(row).length > 0 ? (
            <RowMenuButton
              row={row}
              name={rowName(row)}
              menu={menu}
              isOpen={menu.openRow !== undefined && rowKey(menu.openRow) === key}
              size="small"
              className="table-control"
            />
          ) : null}
        </td>
      ) : null}
    </tr>
  )
}

interface CellsProps<Row> {
  columns: readonly TableColumn<Row>[]
  row: Row
  link: LinkProps | undefined
}

function Cells<Row>({ columns, row, link }: CellsProps<Row>) {
  const linkColumn = columns.find(column => column.phone === 'title') ?? columns[0]
  return columns.map(column => (
    <td key={column.key} role="cell" className={columnClass(column)}>
      <CellContent column={column} row={row} link={column === linkColumn ? link : undefined} />
    </td>
  ))
}

/**
 * Keeps a row's cells while its data stays the same: a page renders its table after every click, and the links and
 * badges of many rows are most of that work. The cast restores the type parameter that `memo` drops.
 */
const KeptCells = memo(Cells, areSame) as unknown as typeof Cells

function areSame(one: CellsProps<unknown>, other: CellsProps<unknown>): boolean {
  return (
    one.row === other.row && one.columns === other.columns && JSON.stringify(one.link) === JSON.stringify(other.link)
  )
}

interface CellContentProps<Row> {
  column: TableColumn<Row>
  row: Row
  link: LinkProps | undefined
}

function CellContent<Row>({ column, row, link }: CellContentProps<Row>) {
  const value = unbroken(column.cell(row))
  const note = unbroken(column.note?.(row))
  return (
    <>
      {column.phoneLabel ? <span className="table-phone-word mr-2">{column.phoneLabel}</span> : null}
      {link ? (
        <Link {...link} className="table-link">
          {value}
        </Link>
      ) : (
        value
      )}
      {column.phoneSuffix ? <span className="table-phone-word">{`\u00a0${column.phoneSuffix}`}</span> : null}
      {note ? <span className="table-note">{note}</span> : null}
    </>
  )
}

interface SkeletonRowProps<Row> {
  columns: readonly TableColumn<Row>[]
  columnCount: number
  hasSelection: boolean
}

function SkeletonRow<Row>({ columns, columnCount, hasSelection }: SkeletonRowProps<Row>) {
  const spare = columnCount - columns.length - (hasSelection ? 1 : 0)
  return (
    <tr role="row" className="table-skeleton">
      {hasSelection ? <td role="cell" className="table-phone-select" /> : null}
      {columns.map(column => (
        <td key={column.key} role="cell" className={columnClass(column)}>
          <Skeleton className={column.phone === 'title' ? 'h-4 w-4/5' : 'h-4 w-16'} />
          {column.note ? <Skeleton className="mt-2 h-3.5 w-24" /> : null}
        </td>
      ))}
      {spare > 0 ? <td role="cell" className="table-phone-actions" /> : null}
    </tr>
  )
}
