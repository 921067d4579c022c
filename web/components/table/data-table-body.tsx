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
import type { RowControls } from './use-row-controls.ts'

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

type BodyProps<Row> = TableRows<Row> & {
  columnCount: number
  controls: RowControls<Row>
}

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
  controls: RowControls<Row>
}

/** One row, with its part of the table's props. */
function BodyRow<Row>(props: BodyRowProps<Row>) {
  const { row, columns, rowKey, rowName, rowLink, rowActions, rowButton, selection, controls } = props
  const key = rowKey(row)
  return (
    <KeptRow
      row={row}
      rowKey={key}
      name={rowName(row)}
      columns={columns}
      link={rowLink?.(row)}
      isSelected={selection?.selected.has(key)}
      button={rowButton?.(row)}
      hasMenu={rowActions !== undefined && rowActions(row).length > 0}
      hasControls={rowActions !== undefined || rowButton !== undefined}
      controls={controls}
    />
  )
}

interface ShownRowProps<Row> {
  row: Row
  rowKey: string
  name: string
  columns: readonly TableColumn<Row>[]
  link: LinkProps | undefined
  /** Undefined in a table without selection. */
  isSelected: boolean | undefined
  button: MenuAction | undefined
  hasMenu: boolean
  hasControls: boolean
  controls: RowControls<Row>
}

function ShownRow<Row>(props: ShownRowProps<Row>) {
  const { row, rowKey, name, columns, link, isSelected, button, hasMenu, hasControls, controls } = props
  const isChanged = useIsMarked(rowKey)
  return (
    <tr
      role="row"
      data-link={link ? '' : undefined}
      data-selected={isSelected || undefined}
      data-changed={isChanged || undefined}
    >
      {isSelected === undefined ? null : (
        <td role="cell" className="table-phone-select">
          <Checkbox
            label={commonTexts.selectRow(name)}
            labelHidden
            className="table-control"
            checked={isSelected}
            onCheckedChange={checked => controls.select(rowKey, checked)}
          />
        </td>
      )}
      <KeptCells columns={columns} row={row} link={link} />
      {hasControls ? (
        <td role="cell" className="table-phone-actions">
          {button ? (
            <IconButton
              label={commonTexts.rowButton(button.label, name)}
              icon={button.icon}
              size="small"
              disabled={button.disabled}
              onClick={() => controls.press(row)}
              className="table-control"
              data-screen-only=""
            />
          ) : null}
          {hasMenu ? (
            <RowMenuButton row={row} name={name} menu={controls.menu} size="small" className="table-control" />
          ) : null}
        </td>
      ) : null}
    </tr>
  )
}

/**
 * Keeps a row while it shows the same: a page renders its table after every click, and the links, badges and controls of
 * many rows are most of that work. The casts restore the type parameter that `memo` drops.
 */
const KeptRow = memo(ShownRow, showSame) as unknown as typeof ShownRow

/** Compares what can be seen: actions are new objects on every render. A button's label decides its icon. */
function showSame(one: ShownRowProps<unknown>, other: ShownRowProps<unknown>): boolean {
  return (
    haveSameCells(one, other) &&
    one.name === other.name &&
    one.isSelected === other.isSelected &&
    one.hasMenu === other.hasMenu &&
    one.hasControls === other.hasControls &&
    one.controls === other.controls &&
    one.button?.label === other.button?.label &&
    one.button?.disabled === other.button?.disabled
  )
}

type CellsProps<Row> = Pick<ShownRowProps<Row>, 'columns' | 'row' | 'link'>

function Cells<Row>({ columns, row, link }: CellsProps<Row>) {
  const linkColumn = columns.find(column => column.phone === 'title') ?? columns[0]
  return columns.map(column => (
    <td key={column.key} role="cell" className={columnClass(column)}>
      <CellContent column={column} row={row} link={column === linkColumn ? link : undefined} />
    </td>
  ))
}

/** Keeps the cells while the controls around them change, as when all rows are selected. */
const KeptCells = memo(Cells, haveSameCells) as unknown as typeof Cells

function haveSameCells(one: CellsProps<unknown>, other: CellsProps<unknown>): boolean {
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
