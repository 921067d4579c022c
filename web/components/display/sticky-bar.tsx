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

/** The bars of the page with their heights: a table's selection may have one above that of its form. */
const heights = new Map<HTMLElement, number>()

/**
 * Keeps the bar's height free where the window scrolls, and at the end of the page below a fixed bar. Returns a function
 * that stops it.
 */
function keepSpace(bar: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    heights.set(bar, bar.offsetHeight)
    reserve()
    uncoverFocus(bar)
  })
  observer.observe(bar)
  return () => {
    observer.disconnect()
    heights.delete(bar)
    reserve()
  }
}

/** Written as properties, because a variable of the root would restyle every element. */
function reserve(): void {
  const sum = (bars: readonly [HTMLElement, number][]) => bars.reduce((total, [, height]) => total + height, 0)
  // On a phone the upper one of two bars moves with its part of the page.
  const bars = [...heights].filter(([bar]) => getComputedStyle(bar).position !== 'static')
  const fixed = bars.filter(([bar]) => getComputedStyle(bar).position === 'fixed')
  document.documentElement.style.scrollPaddingBottom =
    bars.length === 0 ? '' : `calc(var(--lower-edge) + ${sum(bars)}px + 1rem)`
  document.body.style.paddingBottom = fixed.length === 0 ? '' : `calc(${sum(fixed)}px + 1rem)`
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
