import { IconDots } from '@tabler/icons-react'
import { useRef, useSyncExternalStore } from 'react'
import { iconButtonClass } from '#web/components/action/icon-button.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import type { RowMenuControl } from './use-row-menu.tsx'

interface RowMenuButtonProps<Row> {
  row: Row
  /** The row's name. */
  name: string
  menu: RowMenuControl<Row>
  size?: 'medium' | 'small' | undefined
  className?: string | undefined
}

/** A row's button with three dots; opens the shared menu of all rows. */
export function RowMenuButton<Row>({ row, name, menu, size = 'medium', className = '' }: RowMenuButtonProps<Row>) {
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = useSyncExternalStore(menu.subscribe, () => isOpenAt(menu, button.current))
  return (
    <button
      ref={button}
      type="button"
      data-screen-only=""
      aria-label={commonTexts.rowActions(name)}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      title={commonTexts.actions}
      onPointerEnter={menu.preload}
      onFocus={menu.preload}
      onClick={event => menu.toggle(row, event.currentTarget)}
      className={`${iconButtonClass(size)} ${className}`}
    >
      <IconDots aria-hidden="true" />
    </button>
  )
}

function isOpenAt<Row>(menu: RowMenuControl<Row>, button: HTMLElement | null): boolean {
  return button !== null && menu.openButton() === button
}
