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
 * field behind it (`--stuck-height` in frame.css), and a field that it would cover when it appears moves above it.
 */
export function StickyBar({ isLowest = false, children }: StickyBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (bar.current ? publishHeight(bar.current) : undefined), [])
  return (
    <div ref={bar} data-keep-clear="" data-lowest={isLowest || undefined} className="stuck-low">
      {children}
    </div>
  )
}

const property = '--stuck-height'

/** Updates `--stuck-height` whenever the bar is resized. Returns a function that stops it. */
function publishHeight(bar: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    style.setProperty(property, `${bar.offsetHeight}px`)
    uncoverFocus(bar)
  })
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty(property)
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
