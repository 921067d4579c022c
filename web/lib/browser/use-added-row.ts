import { useEffect, useRef } from 'react'
import type { TicketEntry } from '#contract/ticket-entries.ts'
import { entryElementId } from './ticket-entry-list.tsx'

/** Scrolls to a newly added entry and focuses it as soon as it is in the list. */
export function useShownEntry(id: string | undefined, entries: readonly TicketEntry[], onShown: () => void): void {
  const latest = useRef(onShown)
  latest.current = onShown
  useEffect(() => {
    if (id === undefined || !entries.some(entry => entry.id === id)) return
    keepInView(entryElementId(id))
    latest.current()
  }, [id, entries])
}

/** About a second. */
const framesMax = 60
const ownMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Keeps an element in view and focused until the layout is stable: the closing drawer returns the focus, which scrolls
 * to its button, and unlocks the page, which restores its scroll position. Scrolling by the user ends it.
 */
function keepInView(elementId: string): void {
  const moved = new AbortController()
  for (const type of ownMoves) addEventListener(type, () => moved.abort(), { signal: moved.signal, passive: true })
  function keep(frames: number) {
    const element = document.getElementById(elementId)
    if (moved.signal.aborted || frames >= framesMax) return moved.abort()
    if (element && element !== document.activeElement) {
      element.tabIndex = -1
      element.focus({ preventScroll: true })
    }
    if (element && !isInView(element)) element.scrollIntoView({ block: 'center', behavior: 'instant' })
    requestAnimationFrame(() => keep(frames + 1))
  }
  keep(0)
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}
