import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'

/** Connects the rows of a table to their shared menu. */
export interface RowMenuControl<Row> {
  openRow: Row | undefined
  /** Opens the menu at the row's button, or closes it if it is open there. The same function on every render. */
  toggle: (row: Row, button: HTMLElement) => void
  /** Preloads the menu. */
  preload: () => void
  /** Render it next to the table. */
  popup: ReactNode
}

const loadRowMenu = () => import('./row-menu.tsx')
const RowMenu = lazy(async () => ({ default: (await loadRowMenu()).RowMenu }))

/** One menu for all rows, loaded on first use: a menu in each row would slow down every table. */
export function useRowMenu<Row>(
  rowActions: ((row: Row) => readonly MenuAction[]) | undefined,
  rowName: (row: Row) => string,
): RowMenuControl<Row> {
  const [target, setTarget] = useState<{ row: Row; button: HTMLElement; isOpen: boolean }>()
  // The row may have been refetched, so the buttons are compared.
  const toggle = useCallback(
    (row: Row, button: HTMLElement) =>
      setTarget(current => ({ row, button, isOpen: !current?.isOpen || current.button !== button })),
    [],
  )
  return {
    openRow: target?.isOpen ? target.row : undefined,
    toggle,
    preload,
    popup:
      target && rowActions ? (
        <Suspense>
          <RowMenu
            open={target.isOpen}
            onOpenChange={isOpen => setTarget(current => current && { ...current, isOpen })}
            anchor={target.button}
            label={commonTexts.rowActions(rowName(target.row))}
            actions={rowActions(target.row)}
          />
        </Suspense>
      ) : null,
  }
}

function preload() {
  // If this fails, opening the menu loads it again, and the error boundary reports a failure.
  loadRowMenu().catch(() => undefined)
}
