import { type RefObject, useLayoutEffect } from 'react'

/**
 * Sets `data-folded` on an element while its contents, laid out without that attribute, overflow its width. Measures
 * before the first paint and after every change of contents or width.
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
  element.removeAttribute('data-folded')
  element.toggleAttribute('data-folded', element.scrollWidth > element.clientWidth)
}
