import { useState } from 'react'

/** State of a drawer or dialog about a row, null for a new one. The row stays while the dialog closes. */
export function useRowDialog<Row>({ isAsked = false, startsOpen = () => false, onClose }: RowDialogOptions = {}) {
  const [row, setRow] = useState<Row | null>(null)
  const [isOpen, setOpen] = useState(startsOpen)
  function onOpenChange(next: boolean) {
    setOpen(next)
    if (isAsked) setRow(null)
    if (!next) onClose?.()
  }
  return {
    row: isAsked ? null : row,
    open: isOpen || isAsked,
    onOpenChange,
    close: () => onOpenChange(false),
    show(next: Row | null) {
      setRow(next)
      setOpen(true)
    },
  }
}

export type RowDialog<Row> = ReturnType<typeof useRowDialog<Row>>

interface RowDialogOptions {
  /** The address asks for a new row, even while the page stays; `onClose` removes that from the address. */
  isAsked?: boolean
  startsOpen?: () => boolean
  onClose?: (() => void) | undefined
}
