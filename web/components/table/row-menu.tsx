import { Menu as BaseMenu } from '@base-ui/react/menu'
import { useCallback } from 'react'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { MenuPopup } from '#web/components/overlay/menu-popup.tsx'

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
  const focusFirst = useCallback((popup: HTMLDivElement | null) => {
    requestAnimationFrame(() => popup?.querySelector<HTMLElement>('[role="menuitem"]')?.focus())
  }, [])
  return (
    <BaseMenu.Root
      open={open}
      onOpenChange={(next, details) => {
        const { target } = details.event
        // A click on the row's own button closes the menu itself.
        if (details.reason === 'outside-press' && target instanceof Node && anchor.contains(target)) return
        onOpenChange(next)
      }}
    >
      <MenuPopup actions={actions} anchor={anchor} label={label} popupRef={focusFirst} />
    </BaseMenu.Root>
  )
}
