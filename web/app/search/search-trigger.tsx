import './search-trigger.css'
import { lazy, useEffect, useState } from 'react'
import { SearchWindow } from '#web/features/search/search-window.tsx'
import { searchTexts } from '#web/texts/search.texts.ts'
import type { PortalSearchProps } from './portal-search.tsx'

/** Opens the search over everything: a button, and Ctrl+K or Cmd+K anywhere in the portal. Loads the search on first use. */
export function SearchTrigger({ portal }: Pick<PortalSearchProps, 'portal'>) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // An open dialog may contain unsaved input: it takes precedence.
      if (!document.querySelector(openWindow)) setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void loadSearch()}
        onFocus={() => void loadSearch()}
        onClick={() => setOpen(true)}
        className="search-trigger"
      >
        <svg
          viewBox="0 0 24 24"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
        >
          <path d="M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M21 21l-6-6" />
        </svg>
        <span className="search-word">{searchTexts.open}</span>
        <span aria-hidden="true" className="search-keycap">
          {isMac() ? searchTexts.keysOnMac : searchTexts.keys}
        </span>
      </button>
      {isOpen ? (
        <SearchWindow
          onClose={() => setOpen(false)}
          results={field => <PortalSearch portal={portal} field={field} />}
        />
      ) : null}
    </>
  )
}

const openWindow = '[role="dialog"][data-open], [role="alertdialog"][data-open], dialog[open]'

const loadSearch = () => import('./portal-search.tsx')
const PortalSearch = lazy(async () => ({ default: (await loadSearch()).PortalSearch }))

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
