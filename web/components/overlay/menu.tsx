import { IconDots } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { iconButtonClass } from '#web/components/action/icon-button.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'

/** An entry of a menu: an action or a page of this site. */
export interface MenuAction {
  label: string
  icon?: ReactNode
  onSelect?: (() => void) | undefined
  link?: LinkProps | undefined
  tone?: 'normal' | 'danger' | undefined
  disabled?: boolean | undefined
}

export interface MenuProps {
  /** Names the menu: `Aktionen für Ticket T-2026-0001`. */
  label: string
  actions: readonly MenuAction[]
  icon?: ReactNode
  framed?: boolean | undefined
}

/** A button with three dots that opens a list of actions. For table rows use the table's `rowActions`. */
export function Menu({ label, actions, icon, framed = false }: MenuProps) {
  const [button, setButton] = useState<HTMLElement>()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title={commonTexts.actions}
        onPointerEnter={preloadMenuList}
        onFocus={preloadMenuList}
        onClick={event => {
          setButton(event.currentTarget)
          setIsOpen(!isOpen)
        }}
        className={iconButtonClass('medium', framed)}
      >
        {icon ?? <IconDots aria-hidden="true" />}
      </button>
      {button ? (
        <Suspense>
          <MenuList open={isOpen} onOpenChange={setIsOpen} anchor={button} label={label} actions={actions} />
        </Suspense>
      ) : null}
    </>
  )
}

/** If this fails, opening the menu loads it again, and the error page reports a failure. */
function preloadMenuList() {
  import('#web/components/table/row-menu.tsx').catch(() => undefined)
}

const MenuList = lazy(async () => ({ default: (await import('#web/components/table/row-menu.tsx')).RowMenu }))
