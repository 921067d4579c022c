import './overlay.css'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { iconButtonClass } from '#web/components/action/icon-button.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { useDiscardQuestion } from '#web/components/form/use-discard-question.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import type { DrawerProps } from './drawer.tsx'
import { initialFocusIn } from './initial-focus.ts'
import { useReturnFocus } from './return-focus.ts'

/** The window of a `Drawer` with its library: loaded when one first opens. */
export function DrawerWindow({
  open,
  onOpenChange,
  onClosed,
  title,
  description,
  size,
  footer,
  children,
}: DrawerProps) {
  const popupRef = useRef<HTMLDivElement>(null)
  const finalFocus = useReturnFocus(open, popupRef)
  const { changeOpen, enclose, question } = useDiscardQuestion({ open, onOpenChange })
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={changeOpen}
      onOpenChangeComplete={isOpen => {
        if (!isOpen) onClosed?.()
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="overlay" />
        <BaseDialog.Viewport className="fixed inset-0 z-50 overflow-hidden">
          <BaseDialog.Popup
            ref={popupRef}
            initialFocus={initialFocusIn(popupRef)}
            finalFocus={finalFocus}
            data-size={size}
            className="drawer"
          >
            <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-3 sm:px-6">
              <div className="min-w-0 pt-2">
                <BaseDialog.Title className="wrap-anywhere text-heading">{unbroken(title)}</BaseDialog.Title>
                {description ? (
                  <BaseDialog.Description className="wrap-anywhere mt-1 text-label text-muted">
                    {description}
                  </BaseDialog.Description>
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
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-6 sm:px-6">
              {enclose(children)}
            </div>
            {footer ? (
              <div
                data-keep-clear=""
                className="flex flex-wrap justify-end gap-3 border-t border-hairline px-5 py-4 phone:*:grow sm:px-6"
              >
                {footer}
              </div>
            ) : null}
            {question}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
