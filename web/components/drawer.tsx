import './overlay.css'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { commonTexts } from '#web/texts/common.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { iconButtonClass } from './icon-button.tsx'

export interface DrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** Asks before Escape, a press outside or the close button throws away what was typed. */
  hasUnsavedInput?: boolean | undefined
  /** Stays at the lower edge while the content scrolls. */
  footer?: ReactNode
  children: ReactNode
}

/** A modal panel: from the right on a wide screen, from below on a phone. */
export function Drawer({
  open,
  onOpenChange,
  title,
  description,
  hasUnsavedInput = false,
  footer,
  children,
}: DrawerProps) {
  const [asksToDiscard, setAsksToDiscard] = useState(false)

  function changeOpen(next: boolean) {
    if (!next && hasUnsavedInput) setAsksToDiscard(true)
    else onOpenChange(next)
  }

  return (
    <BaseDialog.Root open={open} onOpenChange={changeOpen}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="overlay" />
        <BaseDialog.Viewport className="fixed inset-0 z-50 overflow-hidden">
          <BaseDialog.Popup className="drawer">
            <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-3 sm:px-6">
              <div className="min-w-0 pt-2">
                <BaseDialog.Title className="text-heading">{title}</BaseDialog.Title>
                {description ? (
                  <BaseDialog.Description className="mt-1 text-label text-muted">{description}</BaseDialog.Description>
                ) : null}
              </div>
              <BaseDialog.Close
                aria-label={commonTexts.close}
                title={commonTexts.close}
                className={`${iconButtonClass()} -mr-2`}
              >
                <IconX aria-hidden="true" />
              </BaseDialog.Close>
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-6 sm:px-6">{children}</div>
            {footer ? (
              <div className="flex flex-wrap justify-end gap-3 border-t border-hairline px-5 py-4 phone:*:grow sm:px-6">
                {footer}
              </div>
            ) : null}
            <ConfirmDialog
              open={asksToDiscard}
              onOpenChange={setAsksToDiscard}
              title={commonTexts.discardQuestion}
              confirmLabel={commonTexts.discard}
              cancelLabel={commonTexts.keepEditing}
              onConfirm={() => onOpenChange(false)}
            >
              {commonTexts.discardExplanation}
            </ConfirmDialog>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
