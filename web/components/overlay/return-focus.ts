import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Where the focus goes when an overlay closes: to its opener. If the opener was removed, as with the row that a dialog
 * deletes, Base UI would focus the opener of an earlier overlay, without scrolling to it. The focus is dropped instead,
 * and `catchLostFocus` moves it to the nearest remaining element.
 */
export function useReturnFocus(isOpen: boolean, popup: RefObject<HTMLElement | null>): () => HTMLElement | boolean {
  const opener = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (isOpen) opener.current = lastFocused
  }, [isOpen])
  return () => {
    if (!isFocusIn(popup.current)) return false
    if (!opener.current) return true
    return opener.current.isConnected && opener.current
  }
}

/** False if the focus has moved on, to a new page or another overlay. */
function isFocusIn(popup: HTMLElement | null): boolean {
  const focused = document.activeElement
  return focused === null || focused === document.body || popup?.contains(focused) === true
}

/** The last focused element outside menus: a menu closes before the overlay that its action opens. */
let lastFocused: HTMLElement | null = null

function note(focused: EventTarget | null): void {
  if (!(focused instanceof HTMLElement) || focused === document.body || focused.closest('[role="menu"]')) return
  lastFocused = focused
}

note(document.activeElement)
addEventListener('focusin', ({ target }) => note(target))
