import { lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'

/**
 * Connects the rows of a table to their shared menu. The same functions on every render; only the menu and the button that
 * it belongs to render when it opens or closes.
 */
export interface RowMenuControl<Row> {
  /** Opens the menu at the row's button, or closes it if it is open there. */
  toggle: (row: Row, button: HTMLElement) => void
  /** The button whose menu is open. */
  openButton: () => HTMLElement | undefined
  /** Calls back when the menu opens or closes. */
  subscribe: (listener: () => void) => () => void
  /** Preloads the menu. */
  preload: () => void
}

type RowMenuTarget<Row> = { row: Row; button: HTMLElement; isOpen: boolean }

interface RowMenuState<Row> extends RowMenuControl<Row> {
  /** Undefined until the menu opens for the first time. */
  target: () => RowMenuTarget<Row> | undefined
  setOpen: (isOpen: boolean) => void
}

const loadRowMenu = () => import('./row-menu.tsx')
const RowMenu = lazy(async () => ({ default: (await loadRowMenu()).RowMenu }))

/**
 * One menu for all rows, loaded on first use: a menu in each row would slow down every table. Render `popup` next to the
 * table.
 */
export function useRowMenu<Row>(
  rowActions: ((row: Row) => readonly MenuAction[]) | undefined,
  rowName: (row: Row) => string,
): { menu: RowMenuControl<Row>; popup: ReactNode } {
  const [menu] = useState(createRowMenu<Row>)
  return { menu, popup: rowActions ? <SharedMenu menu={menu} rowActions={rowActions} rowName={rowName} /> : null }
}

interface SharedMenuProps<Row> {
  menu: RowMenuState<Row>
  rowActions: (row: Row) => readonly MenuAction[]
  rowName: (row: Row) => string
}

function SharedMenu<Row>({ menu, rowActions, rowName }: SharedMenuProps<Row>) {
  const target = useSyncExternalStore(menu.subscribe, menu.target)
  if (!target) return null
  return (
    <Suspense>
      <RowMenu
        open={target.isOpen}
        onOpenChange={menu.setOpen}
        anchor={target.button}
        label={commonTexts.rowActions(rowName(target.row))}
        actions={rowActions(target.row)}
      />
    </Suspense>
  )
}

function createRowMenu<Row>(): RowMenuState<Row> {
  const listeners = new Set<() => void>()
  let target: RowMenuTarget<Row> | undefined
  function change(next: RowMenuTarget<Row> | undefined) {
    target = next
    for (const listener of listeners) listener()
  }
  return {
    target: () => target,
    openButton: () => (target?.isOpen ? target.button : undefined),
    // The row may have been refetched, so the buttons are compared.
    toggle: (row, button) => change({ row, button, isOpen: !target?.isOpen || target.button !== button }),
    setOpen: isOpen => change(target && { ...target, isOpen }),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    preload,
  }
}

function preload() {
  // If this fails, opening the menu loads it again, and the error boundary reports a failure.
  loadRowMenu().catch(() => undefined)
}
