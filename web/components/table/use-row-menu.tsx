import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'

/** What the rows of a table need of the one menu that serves them all. */
export interface RowMenuControl<Row> {
  openRow: Row | undefined
  /** Opens it at the row's button, or closes it when it is open there. */
  toggle: (row: Row, button: HTMLElement) => void
  /** Fetches the menu before it is wanted. */
  preload: () => void
  /** To be rendered beside the table. */
  popup: ReactNode
}

const loadRowMenu = () => import('./row-menu.tsx')
const RowMenu = lazy(async () => ({ default: (await loadRowMenu()).RowMenu }))

/** One menu for all rows, fetched with its first use: a menu in each row would slow down every table. */
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
      // The row itself may be a newer one by now.
      setOpen(!isOpen || target?.button !== button)
    },
    preload() {
      // Should it fail, opening the menu asks for it again and the error boundary tells.
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
