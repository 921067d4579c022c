import { type RefObject, useLayoutEffect } from 'react'

/**
 * Marks an element with the first `data-fold` that makes its contents no longer than it is wide: none, smaller type
 * (`type`), or two columns (`columns`). Measured before the element is first shown, and again when its contents or its
 * width change.
 */
export function useFold(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => fold(place.current))
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

function fold(element: HTMLElement | null): void {
  if (!element) return
  element.removeAttribute('data-fold')
  for (const step of ['type', 'columns']) {
    if (element.scrollWidth > element.clientWidth) element.setAttribute('data-fold', step)
  }
}
