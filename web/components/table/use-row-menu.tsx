import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'

/** Connects the rows of a table to their shared menu. */
export interface RowMenuControl<Row> {
  openRow: Row | undefined
  /** Opens the menu at the row's button, or closes it if it is open there. */
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
  const [target, setTarget] = useState<{ row: Row; button: HTMLElement }>()
  const [isOpen, setOpen] = useState(false)
  return {
    openRow: isOpen ? target?.row : undefined,
    toggle(row, button) {
      setTarget({ row, button })
      // The row may have been refetched, so the buttons are compared.
      setOpen(!isOpen || target?.button !== button)
    },
    preload() {
      // If this fails, opening the menu loads it again, and the error boundary reports a failure.
      loadRowMenu().catch(() => undefined)
    },
    popup:
      target && rowActions ? (
        <Suspense>
          <RowMenu
            open={isOpen}
            onOpenChange={setOpen}
            anchor={target.button}
            label={commonTexts.rowActions(rowName(target.row))}
            actions={rowActions(target.row)}
          />
        </Suspense>
      ) : null,
  }
}
