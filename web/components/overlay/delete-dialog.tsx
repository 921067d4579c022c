import type { ReactNode } from 'react'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { hasCode } from '#web/lib/api/api-error.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** State of a dialog about a row. */
export interface RowDialogProps<Row> {
  row: Row | null
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted?: (() => void) | undefined
}

interface DeleteDialogProps<Row> extends RowDialogProps<Row> {
  question: (row: Row) => string
  confirmLabel: string
  /** The consequences. */
  explanation: (row: Row) => ReactNode
  remove: (row: Row) => Promise<unknown>
  /** Text of the toast. */
  done: (row: Row) => string
  /** Reloads outdated data after a refusal with one of `outdatedCodes`. */
  refresh?: () => unknown
  outdatedCodes?: readonly Parameters<typeof hasCode>[1][]
}

/** Asks before it deletes a row. */
export function DeleteDialog<Row>(props: DeleteDialogProps<Row>) {
  const { row, open, onOpenChange, onDeleted, refresh, outdatedCodes = ['stale'] } = props
  if (row === null) return null
  async function confirm(doomed: Row) {
    await props.remove(doomed)
    showSuccess(props.done(doomed))
    onDeleted?.()
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={props.question(row)}
      confirmLabel={props.confirmLabel}
      onConfirm={() => confirm(row)}
      onFailure={error => {
        showFailure(error)
        if (outdatedCodes.some(code => hasCode(error, code))) refresh?.()
        onOpenChange(false)
      }}
    >
      {props.explanation(row)}
    </ConfirmDialog>
  )
}
