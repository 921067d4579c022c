import './overlay.css'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { iconButtonClass } from '#web/components/action/icon-button.tsx'
import { classNames } from '#web/components/display/class-names.ts'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { useDiscardQuestion } from '#web/components/form/use-discard-question.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import type { DialogProps } from './dialog.tsx'
import { initialFocusIn } from './initial-focus.ts'
import { useReturnFocus } from './return-focus.ts'

/** The window of a `Dialog` with its library: loaded when one first opens. */
export function DialogWindow({
  open,
  onOpenChange,
  title,
  description,
  size = 'medium',
  footer,
  children,
}: DialogProps) {
  const popupRef = useRef<HTMLDivElement>(null)
  const finalFocus = useReturnFocus(open, popupRef)
  const { changeOpen, enclose, question } = useDiscardQuestion({ open, onOpenChange })
  return (
    <BaseDialog.Root open={open} onOpenChange={changeOpen}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="overlay" />
        <BaseDialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          <BaseDialog.Popup
            ref={popupRef}
            initialFocus={initialFocusIn(popupRef)}
            finalFocus={finalFocus}
            className={classNames('dialog', sizes[size])}
          >
            <div className="flex items-start justify-between gap-4">
              <BaseDialog.Title className="wrap-anywhere pt-2 text-heading">{unbroken(title)}</BaseDialog.Title>
              <BaseDialog.Close
                aria-label={commonTexts.close}
                title={commonTexts.close}
                className={`${iconButtonClass()} -mr-2`}
              >
                <IconX aria-hidden="true" />
              </BaseDialog.Close>
            </div>
            {description ? (
              <BaseDialog.Description className="wrap-anywhere mt-1 text-muted">{description}</BaseDialog.Description>
            ) : null}
            {children ? <div className="dialog-content">{enclose(children)}</div> : null}
            {footer ? (
              <div data-keep-clear="" className="dialog-actions">
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

const sizes = { small: 'max-w-[28rem]', medium: 'max-w-[36rem]', large: 'max-w-[52rem]' }
