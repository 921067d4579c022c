import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { shellTexts } from '#web/texts/shell.texts.ts'
import type { HeaderEntry } from './header-entries.ts'
import { LineIcon } from './line-icon.tsx'

/** The header's entries behind a button, for windows too narrow for a row. Loads the drawer on first use. */
export function MobileMenu({ entries, pathname }: { entries: readonly HeaderEntry[]; pathname: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="md:hidden">
      <IconButton
        label={shellTexts.openMenu}
        icon={<LineIcon path="M4 9h16M4 16h16" />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={loadDrawer}
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? (
        <Suspense>
          <MenuDrawer entries={entries} pathname={pathname} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

const loadDrawer = () => import('./menu-drawer.tsx')

const MenuDrawer = lazy(async () => ({ default: (await loadDrawer()).MenuDrawer }))
