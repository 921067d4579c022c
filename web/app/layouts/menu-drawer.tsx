import './sliding-dialog.css'
import './menu-drawer.css'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { classNames } from '#web/components/display/class-names.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'
import { type HeaderEntry, isCurrent } from './header-entries.ts'
import { LineIcon } from './line-icon.tsx'
import { LogOutButton } from './log-out-button.tsx'
import { cancelAfterFrame, closeAfterFrame, isOnBackdrop, useModal } from './modal.ts'

export type MenuDrawerProps = {
  entries: readonly HeaderEntry[]
  pathname: string
  onClose: () => void
}

/**
 * The header's entries from the right edge. The native modal dialog traps the focus, closes on Escape and returns the
 * focus to the opening button.
 */
export function MenuDrawer({ entries, pathname, onClose }: MenuDrawerProps) {
  const drawer = useRef<HTMLDialogElement>(null)
  const { isLoggedIn } = useSession()
  // Closes at once for a link: the new page takes the focus that closing returns.
  const close = () => drawer.current?.close()
  useModal(drawer, '(width >= 48rem)')

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click outside the menu is an extra; Escape closes it already
    <dialog
      ref={drawer}
      aria-label={shellTexts.menu}
      className="sliding-dialog menu-drawer"
      onClose={onClose}
      onCancel={cancelAfterFrame}
      onClick={event => isOnBackdrop(event) && closeAfterFrame(event.currentTarget)}
    >
      <div className="flex min-h-full flex-col gap-4 px-gutter pb-6">
        <div className="flex h-15 shrink-0 items-center justify-end">
          <IconButton
            label={shellTexts.closeMenu}
            icon={<LineIcon path="m6 6 12 12M18 6 6 18" />}
            onClick={() => closeAfterFrame(drawer.current)}
          />
        </div>
        <nav aria-label={shellTexts.mainMenu}>
          <ul className="grid">
            {entries.map(entry => (
              <li key={entry.to} className="border-hairline border-b">
                <Link
                  to={entry.to}
                  activeOptions={{ exact: true, includeSearch: false }}
                  {...(isCurrent(entry, pathname) ? { 'aria-current': 'true' as const } : {})}
                  onClick={close}
                  className={classNames(
                    'flex min-h-13 items-center border-l-3 pl-3 text-lead no-underline',
                    isCurrent(entry, pathname) ? 'border-graphic font-semibold' : 'border-transparent',
                  )}
                >
                  {entry.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {isLoggedIn ? <LogOutButton className="w-full" onDone={close} /> : null}
      </div>
    </dialog>
  )
}
