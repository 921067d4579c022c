import { useState } from 'react'

/** State of a drawer or dialog about a row, null for a new one. The row stays while the dialog closes. */
export function useRowDialog<Row>({ startsOpen = () => false, onClose }: RowDialogOptions = {}) {
  const [row, setRow] = useState<Row | null>(null)
  const [open, setOpen] = useState(startsOpen)
  function onOpenChange(next: boolean) {
    setOpen(next)
    if (!next) onClose?.()
  }
  return {
    row,
    open,
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
  startsOpen?: () => boolean
  onClose?: (() => void) | undefined
}
