import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Marks an element with the first `data-fold` that makes its contents no longer than it is wide: none, smaller type
 * (`type`), more than four parts in two lines (`lines`), or two columns (`columns`). Measured before the next frame
 * whenever its text or its width changes: measuring between the changes would lay the page out twice, and within React's
 * task.
 */
export function useFold(place: RefObject<HTMLElement | null>): void {
  const text = useRef<string | null>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (!element || element.textContent === text.current) return
    text.current = element.textContent
    requestAnimationFrame(() => fold(element))
  })
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    let frame = 0
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => fold(element))
    })
    for (const measured of [element, ...element.children]) observer.observe(measured)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
    }
  }, [place])
}

function fold(element: HTMLElement): void {
  element.removeAttribute('data-fold')
  for (const step of element.childElementCount > 4 ? ['type', 'lines', 'columns'] : ['type', 'columns']) {
    if (element.scrollWidth > element.clientWidth) element.setAttribute('data-fold', step)
  }
}
