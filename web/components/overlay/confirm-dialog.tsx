import { lazy, type ReactNode, Suspense } from 'react'
import { useWasOpened } from './use-was-opened.ts'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question with the item's name: `Eintrag „Vor-Ort-Termin“ löschen?` */
  title: ReactNode
  /** The consequences, and whether they can be undone. */
  children: ReactNode
  /** A verb: `Löschen`. */
  confirmLabel: string
  cancelLabel?: string | undefined
  tone?: 'danger' | 'primary' | undefined
  /** The dialog is busy while its promise is pending; closes when it resolves and stays open when it rejects. */
  onConfirm: () => unknown
  /** Called with the error of `onConfirm`. */
  onFailure?: ((error: unknown) => void) | undefined
}

/** Asks before an action that cannot be undone. Initially focuses the harmless button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  if (!useWasOpened(props.open)) return null
  return (
    <Suspense>
      <ConfirmDialogWindow {...props} />
    </Suspense>
  )
}

const ConfirmDialogWindow = lazy(async () => ({
  default: (await import('./confirm-dialog-window.tsx')).ConfirmDialogWindow,
}))
