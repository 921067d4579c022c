import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import { sortKeysOf, type TableColumn, type TableSort } from './table-column.ts'

interface SortMenuProps<Row> {
  column: TableColumn<Row>
  sort: TableSort | undefined
  onSortChange: (sort: TableSort) => void
}

const SortMenuList = lazy(async () => ({ default: (await import('./row-menu.tsx')).RowMenu }))

/** The header of a column whose cells contain two values: a menu offers to sort by either. */
export function SortMenu<Row>({ column, sort, onSortChange }: SortMenuProps<Row>) {
  const [button, setButton] = useState<HTMLElement>()
  const [isOpen, setOpen] = useState(false)
  const keys = sortKeysOf(column)
  const active = keys.find(({ key }) => key === sort?.key)
  const Arrow = !active ? IconSelector : sort?.direction === 'ascending' ? IconArrowUp : IconArrowDown
  const actions: MenuAction[] = keys.flatMap(({ key, header }) => [
    {
      label: `${header}, ${commonTexts.descending}`,
      icon: <IconArrowDown />,
      onSelect: () => onSortChange({ key, direction: 'descending' }),
    },
    {
      label: `${header}, ${commonTexts.ascending}`,
      icon: <IconArrowUp />,
      onSelect: () => onSortChange({ key, direction: 'ascending' }),
    },
  ])
  return (
    <>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className="table-sort"
        data-active={active !== undefined || undefined}
        onClick={event => {
          setButton(event.currentTarget)
          setOpen(!isOpen)
        }}
      >
        {active?.header ?? column.header}
        <Arrow aria-hidden="true" size={16} stroke={2} />
      </button>
      {button ? (
        <Suspense>
          <SortMenuList
            open={isOpen}
            onOpenChange={setOpen}
            anchor={button}
            label={`${commonTexts.sorting}: ${column.header}`}
            actions={actions}
          />
        </Suspense>
      ) : null}
    </>
  )
}
