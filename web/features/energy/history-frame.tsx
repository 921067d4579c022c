import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { type EnergyRange, neighbourOf, rangeName } from './energy-range.ts'

interface HistoryFrameProps {
  range: EnergyRange
  isLoading: boolean
  onRangeChange: (range: EnergyRange) => void
  /** `turnTo` changes the range and keeps the focus. `lines`: as tall as the content they replace. */
  children: (turnTo: (range: EnergyRange) => void, lines: number) => ReactNode
}

/** A focus that waits for the charts of another range. */
type Held = {
  key: string
  /** The chart that had the focus. */
  chart: number
  /** Of the previous content, in pixels. */
  height: number
}

/**
 * Each range has its own charts. When a key in one of them turns to another range, this frame takes the focus while
 * that loads, and then the chart in the same place. Without values the frame keeps the focus and the keys.
 */
export function HistoryFrame({ range, isLoading, onRangeChange, children }: HistoryFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<Held | null>(null)
  const key = keyOf(range)
  function turnTo(next: EnergyRange) {
    const { current } = frame
    const focused = document.activeElement
    if (focused !== null && current?.contains(focused)) {
      const charts: readonly Element[] = chartsIn(current)
      const chart = focused === current ? (held?.chart ?? 0) : charts.indexOf(focused)
      const height = isLoading && held !== null ? held.height : current.offsetHeight
      setHeld({ key: keyOf(next), chart, height })
    }
    onRangeChange(next)
  }
  function turn(event: KeyboardEvent) {
    const by = event.key === 'PageUp' ? -1 : event.key === 'PageDown' ? 1 : undefined
    // The charts handle their own keys.
    if (by === undefined || event.target !== frame.current) return
    event.preventDefault()
    turnTo(neighbourOf(range, by))
  }
  useLayoutEffect(() => {
    const { current } = frame
    if (held === null || held.key !== key || current === null) return
    const charts = chartsIn(current)
    const chart = charts[held.chart] ?? charts[0]
    const focused = document.activeElement
    const isFree = focused === document.body || focused === current || focused === chart
    if (isFree && chart === undefined) {
      current.focus({ preventScroll: true })
      if (!isLoading) current.scrollIntoView({ block: 'nearest' })
      return
    }
    if (isFree) chart?.focus()
    setHeld(null)
  }, [held, key, isLoading])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place for charts
    <div
      ref={frame}
      role="group"
      aria-label={rangeName(range)}
      tabIndex={held === null ? undefined : -1}
      onKeyDown={turn}
      onBlur={({ target, relatedTarget }) => {
        if (target === frame.current && relatedTarget !== null) setHeld(null)
      }}
      // The page keeps its scroll position: the content is replaced, and with it every scroll anchor.
      className="grid grid-cols-1 gap-5 rounded-box [overflow-anchor:none]"
      style={held !== null && isLoading ? { minHeight: held.height } : undefined}
    >
      {children(turnTo, held !== null ? Math.max(linesMin, Math.floor(held.height / lineHeight)) : linesMin)}
    </div>
  )
}

/** Of the loading placeholder; a line in pixels. */
const linesMin = 8
const lineHeight = 28

function keyOf({ kind, from }: EnergyRange): string {
  return `${kind} ${from}`
}

function chartsIn(frame: HTMLElement): HTMLElement[] {
  return [...frame.querySelectorAll<HTMLElement>('[data-steps]')]
}
