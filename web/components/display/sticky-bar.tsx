import './sticky-bar.css'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface StickyBarProps {
  /** On a phone it replaces the fixed bar and stays in place, regardless of the focus. */
  isLowest?: boolean | undefined
  children: ReactNode
}

/**
 * Actions of the visible page, at the lower edge of the window while the page is longer: above a fixed bar
 * (`--lower-edge`) and kept clear of toasts (toast-place.ts). It never covers the focused element: the window scrolls no
 * field behind it, and a field that it would cover when it appears moves above it.
 */
export function StickyBar({ isLowest = false, children }: StickyBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (bar.current ? keepSpace(bar.current) : undefined), [])
  return (
    <div ref={bar} data-keep-clear="" data-lowest={isLowest || undefined} className="stuck-low">
      {children}
    </div>
  )
}

/**
 * Keeps the bar's height free where the window scrolls, and at the end of the page below a fixed bar. Returns a function
 * that stops it. Written as properties, because a variable of the root would restyle every element.
 */
function keepSpace(bar: HTMLElement): () => void {
  const root = document.documentElement.style
  const body = document.body.style
  const observer = new ResizeObserver(() => {
    const height = bar.offsetHeight
    root.scrollPaddingBottom = `calc(var(--lower-edge) + ${height}px + 1rem)`
    body.paddingBottom = getComputedStyle(bar).position === 'fixed' ? `calc(${height}px + 1rem)` : ''
    uncoverFocus(bar)
  })
  observer.observe(bar)
  return () => {
    observer.disconnect()
    root.scrollPaddingBottom = ''
    body.paddingBottom = ''
  }
}

function uncoverFocus(bar: HTMLElement): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body || bar.contains(focused)) return
  // The label of a checkbox is larger than its box: a finger needs it.
  const labels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : []
  const edge = bar.getBoundingClientRect()
  const isCovered = [focused, ...labels]
    .map(element => element.getBoundingClientRect())
    .some(({ top, bottom }) => bottom > edge.top && top < edge.bottom)
  if (isCovered) focused.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}
