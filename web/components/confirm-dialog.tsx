import './overlay.css'
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef, useState } from 'react'
import { commonTexts } from '#web/texts/common.ts'
import { Button } from './button.tsx'

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
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  cancelLabel = commonTexts.cancel,
  tone = 'danger',
  onConfirm,
  onFailure,
}: ConfirmDialogProps) {
  const cancelRef = useRef<HTMLButtonElement>(null)
  const [isBusy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch (error) {
      onFailure?.(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <AlertDialog.Root open={open} onOpenChange={next => (isBusy ? undefined : onOpenChange(next))}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className="overlay" />
        <AlertDialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          <AlertDialog.Popup initialFocus={cancelRef} className="dialog max-w-[28rem]">
            <AlertDialog.Title className="text-heading">{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="mt-2 text-muted">
              {children}
            </AlertDialog.Description>
            <div className="dialog-actions">
              <AlertDialog.Close ref={cancelRef} render={<Button fullOnPhone disabled={isBusy} />}>
                {cancelLabel}
              </AlertDialog.Close>
              <Button variant={tone} fullOnPhone busy={isBusy} onClick={confirm}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
