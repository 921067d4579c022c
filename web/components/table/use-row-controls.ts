import { useLayoutEffect, useMemo, useRef } from 'react'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import type { TableSelection } from './table-selection-bar.tsx'
import type { RowMenuControl } from './use-row-menu.tsx'

/** What the controls of a row do. The same object on every render, so a row need not render for a new callback. */
export interface RowControls<Row> {
  menu: RowMenuControl<Row>
  select: (key: string, checked: boolean) => void
  /** Presses the row's button. */
  press: (row: Row) => void
}

interface Controlled<Row> {
  selection?: TableSelection | undefined
  rowButton?: ((row: Row) => MenuAction | undefined) | undefined
}

/** Calls the selection and the actions of the latest render. */
export function useRowControls<Row>(props: Controlled<Row>, menu: RowMenuControl<Row>): RowControls<Row> {
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  return useMemo(
    () => ({
      menu,
      select(key, checked) {
        const { selection } = latest.current
        const next = new Set(selection?.selected)
        if (checked) next.add(key)
        else next.delete(key)
        selection?.onChange(next)
      },
      press: row => latest.current.rowButton?.(row)?.onSelect?.(),
    }),
    [menu],
  )
}
