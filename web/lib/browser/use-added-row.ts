import { useRef } from 'react'

/**
 * Scrolls to a newly added row and focuses it as soon as its drawer has closed and it is in the list. A row that a filter
 * hides is forgotten.
 */
export function useAddedRow(elementIdOf: (rowId: string) => string) {
  const added = useRef<string>(undefined)
  return {
    onAdded(id: string) {
      added.current = elementIdOf(id)
    },
    onDrawerClosed() {
      if (added.current !== undefined) keepInView(added.current)
      added.current = undefined
    },
  }
}

/** About a second without a move of the page, of at most about five, in which the row may still appear. */
const calmFrames = 60
const framesMax = 300

const ownMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Waits for an element, and keeps it in view and focused until the layout is stable: the closing drawer returns the
 * focus, which scrolls to its button, and unlocks the page, which restores its scroll position. Scrolling by the user
 * ends it.
 */
function keepInView(elementId: string): void {
  const moved = new AbortController()
  for (const type of ownMoves) addEventListener(type, () => moved.abort(), { signal: moved.signal, passive: true })
  function keep(frames: number, calm: number) {
    const element = document.getElementById(elementId)
    if (moved.signal.aborted || calm >= calmFrames || frames >= framesMax) return moved.abort()
    if (element && element !== document.activeElement) {
      if (element.tabIndex < 0) element.tabIndex = -1
      element.focus({ preventScroll: true })
    }
    const isCalm = element !== null && isInView(element)
    if (!isCalm) element?.scrollIntoView({ block: 'center', behavior: 'instant' })
    requestAnimationFrame(() => keep(frames + 1, isCalm ? calm + 1 : 0))
  }
  keep(0, 0)
}

/** Inside the window, without the sticky elements at its edges: the page's `scroll-padding`. */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  return (
    top >= (Number.parseFloat(scrollPaddingTop) || 0) &&
    bottom <= innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0)
  )
}
