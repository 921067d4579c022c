import { type RefObject, useLayoutEffect } from 'react'

/** Space between the header and an element scrolled or focused into view. */
const spaceBelowHeaderPx = 5

/**
 * Publishes the measured heights of header and footer as `--header-height`, `--footer-height` and `--header-space`
 * (header height + 5 px), updated whenever one of them is resized. The observer measures after the layout of the first
 * frame: measuring in the effect would lay the page out within React's task.
 */
export function useMeasuredHeights(header: RefObject<HTMLElement | null>, footer: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      publishHeights(header.current?.offsetHeight ?? 0, footer.current?.offsetHeight ?? 0)
    })
    for (const element of [header.current, footer.current]) if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [header, footer])
}

function publishHeights(headerPx: number, footerPx: number): void {
  const heights = {
    '--header-height': `${headerPx}px`,
    '--header-space': `${headerPx + spaceBelowHeaderPx}px`,
    '--footer-height': `${footerPx}px`,
  }
  const root = document.documentElement
  // Setting a property makes the browser restyle every element: only changes are written, after all are read.
  const styles = getComputedStyle(root)
  const changes = Object.entries(heights).filter(([property, value]) => styles.getPropertyValue(property) !== value)
  for (const [property, value] of changes) root.style.setProperty(property, value)
}
