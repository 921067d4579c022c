import { lazy, type ReactNode, Suspense } from 'react'
import { useWasOpened } from './use-was-opened.ts'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question, naming the thing: `Eintrag „Vor-Ort-Termin“ löschen?` */
  title: ReactNode
  /** What happens then, and whether it can be undone. */
  children: ReactNode
  /** A verb: `Löschen`. */
  confirmLabel: string
  cancelLabel?: string | undefined
  tone?: 'danger' | 'primary' | undefined
  /** The dialog is busy until its promise settles; it closes when it resolves and stays open when it rejects. */
  onConfirm: () => unknown
  /** Gets what `onConfirm` threw. */
  onFailure?: ((error: unknown) => void) | undefined
}

/** Asks before something that cannot be taken back. The focus starts on the harmless button. */
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
