// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows are grids, which drops the roles of a table
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import { Checkbox } from '#web/components/form/checkbox.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import { SortMenu } from './sort-menu.tsx'
import { columnClass, sortKeysOf, type TableColumn, type TableSort } from './table-column.ts'
import type { TableSelection } from './table-selection-bar.tsx'

export interface DataTableHeadProps<Row> {
  columns: readonly TableColumn<Row>[]
  sort: TableSort | undefined
  onSortChange: ((sort: TableSort) => void) | undefined
  selection: TableSelection | undefined
  pageKeys: readonly string[]
  hasActions: boolean
}

/** The header of a `DataTable`. On a phone it is visually hidden. */
export function DataTableHead<Row>({
  columns,
  sort,
  onSortChange,
  selection,
  pageKeys,
  hasActions,
}: DataTableHeadProps<Row>) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selection ? (
          <th role="columnheader" scope="col">
            <SelectAll selection={selection} pageKeys={pageKeys} />
          </th>
        ) : null}
        {columns.map(column => (
          <th
            key={column.key}
            role="columnheader"
            scope="col"
            aria-sort={sortKeysOf(column).some(({ key }) => key === sort?.key) ? sort?.direction : undefined}
            className={columnClass(column)}
          >
            {column.sortable && onSortChange ? <span className="table-phone-word">{column.header}</span> : null}
            {column.sortable && column.alsoSorts && onSortChange ? (
              <SortMenu column={column} sort={sort} onSortChange={onSortChange} />
            ) : column.sortable && onSortChange ? (
              <SortButton column={column} sort={sort} onSortChange={onSortChange} />
            ) : (
              column.header
            )}
          </th>
        ))}
        {hasActions ? (
          <th role="columnheader" scope="col">
            <span className="sr-only">{commonTexts.actions}</span>
          </th>
        ) : null}
      </tr>
    </thead>
  )
}

function SelectAll({ selection, pageKeys }: { selection: TableSelection; pageKeys: readonly string[] }) {
  const chosen = pageKeys.filter(key => selection.selected.has(key))
  function selectPage(checked: boolean) {
    const others = [...selection.selected].filter(key => !pageKeys.includes(key))
    selection.onChange(new Set(checked ? [...others, ...pageKeys] : others))
  }
  return (
    <Checkbox
      label={commonTexts.selectAll}
      labelHidden
      className="table-control"
      checked={chosen.length > 0 && chosen.length === pageKeys.length}
      indeterminate={chosen.length > 0 && chosen.length < pageKeys.length}
      disabled={pageKeys.length === 0}
      onCheckedChange={selectPage}
    />
  )
}

interface SortButtonProps<Row> {
  column: TableColumn<Row>
  sort: TableSort | undefined
  onSortChange: (sort: TableSort) => void
}

function SortButton<Row>({ column, sort, onSortChange }: SortButtonProps<Row>) {
  const direction = sort?.key === column.key ? sort.direction : undefined
  const Arrow = direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconSelector
  return (
    <button
      type="button"
      className="table-sort"
      data-active={direction !== undefined || undefined}
      onClick={() =>
        onSortChange({ key: column.key, direction: direction === 'descending' ? 'ascending' : 'descending' })
      }
    >
      {column.header}
      <Arrow aria-hidden="true" size={16} stroke={2} />
    </button>
  )
}
