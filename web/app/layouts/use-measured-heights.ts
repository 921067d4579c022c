import { type RefObject, useLayoutEffect } from 'react'

/** Room between the header and what a jump or the focus brings below it. */
const spaceBelowHeaderPx = 5

/**
 * Publishes the measured heights of header and footer as `--header-height`, `--footer-height` and `--header-space`
 * (header height + 5 px), again whenever one of them or the window changes size.
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
  const { style } = document.documentElement
  style.setProperty('--header-height', `${headerPx}px`)
  style.setProperty('--header-space', `${headerPx + spaceBelowHeaderPx}px`)
  style.setProperty('--footer-height', `${footerPx}px`)
}
