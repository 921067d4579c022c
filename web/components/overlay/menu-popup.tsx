import './overlay.css'
import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import type { MenuAction } from './menu.tsx'

interface MenuPopupProps {
  actions: readonly MenuAction[]
  /** Position of the menu and target of the returning focus, for a menu without its own trigger. */
  anchor?: HTMLElement | undefined
  label?: string | undefined
  popupRef?: Ref<HTMLDivElement> | undefined
}

/** The list of a menu, shared by `Menu` and the shared menu of a table's rows. */
export function MenuPopup({ actions, anchor, label, popupRef }: MenuPopupProps) {
  return (
    <BaseMenu.Portal container={anchor?.closest('main') ?? undefined}>
      <BaseMenu.Positioner anchor={anchor} sideOffset={6} align="end" className="z-75">
        <BaseMenu.Popup
          ref={popupRef}
          aria-label={label}
          finalFocus={anchor ? () => isFocusHere() && anchor : undefined}
          className="popup"
        >
          {actions.map(action => (
            <MenuEntry key={action.label} action={action} />
          ))}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  )
}

/** An action may have opened a dialog, which keeps the focus. */
function isFocusHere(): boolean {
  const focused = document.activeElement
  return focused === null || focused === document.body || focused.closest('[role="menu"]') !== null
}

function MenuEntry({ action }: { action: MenuAction }) {
  const content = (
    <>
      {action.icon}
      {action.label}
    </>
  )
  if (action.link) {
    return (
      <BaseMenu.LinkItem closeOnClick render={<Link {...action.link} />} className="popup-item">
        {content}
      </BaseMenu.LinkItem>
    )
  }
  return (
    <BaseMenu.Item
      disabled={action.disabled ?? false}
      onClick={() => action.onSelect?.()}
      className={action.tone === 'danger' ? 'popup-item text-red' : 'popup-item'}
    >
      {content}
    </BaseMenu.Item>
  )
}
