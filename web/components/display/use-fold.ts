import { type RefObject, useLayoutEffect } from 'react'

/**
 * Marks an element with `data-folded` while its contents, laid out without that mark, are longer than it is wide.
 * Measured before they are first seen, and anew with whatever they show and however wide the element becomes.
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
