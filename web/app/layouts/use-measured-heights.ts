import { type RefObject, useLayoutEffect } from 'react'

/** Space between the header and an element scrolled or focused into view. */
const spaceBelowHeaderPx = 5

/**
 * Publishes the measured heights of header and footer as `--header-height`, `--footer-height` and `--header-space`
 * (header height + 5 px), updated whenever one of them or the window is resized.
 */
export function useMeasuredHeights(header: RefObject<HTMLElement | null>, footer: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    function measure() {
      publishHeights(header.current?.offsetHeight ?? 0, footer.current?.offsetHeight ?? 0)
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const element of [header.current, footer.current]) if (element) observer.observe(element)
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
    }
  }, [header, footer])
}

function publishHeights(headerPx: number, footerPx: number): void {
  publish('--header-height', headerPx)
  publish('--header-space', headerPx + spaceBelowHeaderPx)
  publish('--footer-height', footerPx)
}

/** Writes only changes: setting a property makes the browser restyle every element. */
function publish(property: string, px: number): void {
  const root = document.documentElement
  const value = `${px}px`
  if (getComputedStyle(root).getPropertyValue(property) !== value) root.style.setProperty(property, value)
}
