import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { placeAt, type RowBox, roomPx } from '#web/components/table/sort-order.ts'

type Drag = { from: number; to: number; px: number; boxes: readonly RowBox[] }
type Grip = {
  pointerId: number
  startY: number
  clientY: number
  from: number
  boxes: readonly RowBox[]
  hasMoved: boolean
}

/** Distance a pointer moves before a drag starts: a click alone moves nothing. */
const thresholdPx = 4
/** Distance to the edge of the window at which the page scrolls along. */
const edgePx = 96
const scrollStepPx = 8

/**
 * Drags the rows of a list by a handle, with mouse, pen or finger. `rows` is the list element whose children are the
 * rows. Escape puts the row back. `onDrop` receives the row's old and new index.
 */
export function useRowDrag(rows: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>()
  const grip = useRef<Grip>(undefined)
  const isDragging = drag !== undefined

  function follow() {
    const { current } = grip
    if (!current) return
    const next = dragOf(current)
    if (!current.hasMoved && Math.abs(next.px) < thresholdPx) return
    current.hasMoved = true
    setDrag(next)
  }
  const following = useRef(follow)
  following.current = follow

  function end(isDropped: boolean) {
    // From the pointer itself: a quick release comes before its last move is rendered.
    const dropped = grip.current?.hasMoved ? dragOf(grip.current) : undefined
    grip.current = undefined
    setDrag(undefined)
    if (isDropped && dropped && dropped.to !== dropped.from) onDrop(dropped.from, dropped.to)
  }
  const ending = useRef(end)
  ending.current = end

  useEffect(() => {
    if (!isDragging) return
    const leaving = new AbortController()
    const stopOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') ending.current(false)
    }
    addEventListener('keydown', stopOnEscape, { signal: leaving.signal })
    addEventListener('scroll', () => following.current(), { signal: leaving.signal, passive: true })
    let frame = requestAnimationFrame(function scrollAtEdge() {
      const y = grip.current?.clientY ?? innerHeight / 2
      if (y < edgePx) scrollBy(0, -scrollStepPx)
      else if (y > innerHeight - edgePx) scrollBy(0, scrollStepPx)
      frame = requestAnimationFrame(scrollAtEdge)
    })
    return () => {
      leaving.abort()
      cancelAnimationFrame(frame)
    }
  }, [isDragging])

  return {
    isDragging,
    /** Props for the handle of the row at this index. */
    handleProps: (index: number) => ({
      onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
        if (event.button !== 0 || !event.isPrimary || !rows.current) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const { pointerId, clientY } = event
        const boxes = boxesOf(rows.current)
        grip.current = { pointerId, clientY, startY: clientY + scrollY, from: index, boxes, hasMoved: false }
      },
      onPointerMove: (event: ReactPointerEvent<HTMLElement>) => {
        if (grip.current?.pointerId !== event.pointerId) return
        grip.current.clientY = event.clientY
        follow()
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    }),
    /** Current offset of the row at this index from its own place. */
    offsetPx: (index: number): number => {
      if (!drag) return 0
      return index === drag.from ? drag.px : roomPx(drag.boxes, drag.from, drag.to, index)
    },
    isHeld: (index: number) => drag?.from === index,
  }
}

function dragOf({ clientY, startY, from, boxes }: Grip): Drag {
  const px = clientY + scrollY - startY
  return { from, to: placeAt(boxes, from, px), px, boxes }
}

function boxesOf(list: HTMLElement): RowBox[] {
  return [...list.children].map(row => {
    const { top, height } = row.getBoundingClientRect()
    return { top: top + scrollY, height }
  })
}
