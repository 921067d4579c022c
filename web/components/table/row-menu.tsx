import { Menu as BaseMenu } from '@base-ui/react/menu'
import { useCallback, useLayoutEffect, useRef } from 'react'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { MenuPopup } from '#web/components/overlay/menu-popup.tsx'
import { afterPaint } from '#web/lib/browser/after-paint.ts'

interface RowMenuProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button of the row whose menu is open. */
  anchor: HTMLElement
  label: string
  actions: readonly MenuAction[]
}

/** The menu of the row whose button was clicked. Initially focuses the first action. */
export function RowMenu({ open, onOpenChange, anchor, label, actions }: RowMenuProps) {
  const popup = useRef<HTMLDivElement>(null)
  const focusFirst = useCallback((element: HTMLDivElement | null) => {
    popup.current = element
    requestAnimationFrame(() => element?.querySelector<HTMLElement>('[role="menuitem"]')?.focus())
  }, [])
  useLayoutEffect(() => {
    if (open) delete popup.current?.dataset.leaving
  }, [open])
  return (
    <BaseMenu.Root
      open={open}
      onOpenChange={(next, details) => {
        const { target } = details.event
        // A click on the row's own button closes the menu itself.
        if (details.reason === 'outside-press' && target instanceof Node && anchor.contains(target)) return
        // An action closes it at once: what the action opens returns the focus to the button.
        if (details.reason !== 'escape-key' && details.reason !== 'outside-press') return onOpenChange(next)
        // Closing takes many times as long as the frame that takes the menu off the screen (decision 0037).
        if (popup.current) popup.current.dataset.leaving = ''
        afterPaint(() => onOpenChange(next))
      }}
    >
      <MenuPopup actions={actions} anchor={anchor} label={label} popupRef={focusFirst} />
    </BaseMenu.Root>
  )
}
