import './overlay.css'
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useRef, useState } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import type { ConfirmDialogProps } from './confirm-dialog.tsx'
import { useReturnFocus } from './return-focus.ts'

/** The window of a `ConfirmDialog` with its library: loaded when one first opens. */
export function ConfirmDialogWindow({
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
  const popupRef = useRef<HTMLDivElement>(null)
  const cancelRef = useRef<HTMLButtonElement>(null)
  const finalFocus = useReturnFocus(open, popupRef)
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
          <AlertDialog.Popup
            ref={popupRef}
            initialFocus={cancelRef}
            finalFocus={finalFocus}
            className="dialog max-w-[28rem]"
          >
            <AlertDialog.Title className="wrap-anywhere text-heading">{unbroken(title)}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="wrap-anywhere mt-2 text-muted">
              {children}
            </AlertDialog.Description>
            <div data-keep-clear="" className="dialog-actions">
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
