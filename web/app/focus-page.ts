import { mainId } from './layouts/page-main.tsx'

/**
 * Brings the focus to the heading of the page just shown, which makes screen readers read it. Returns what is to be
 * announced instead when the page has no heading yet: its title. The focus then follows to the heading once the page's
 * rows have come, unless the person has moved on meanwhile.
 */
export function focusPage(): string {
  const main = document.getElementById(mainId)
  if (!main) return document.title
  if (focusHeading(main)) return ''
  main.focus({ preventScroll: true })
  followToHeading(main)
  return document.title
}

function focusHeading(main: HTMLElement): boolean {
  // What only says that the page loads is no heading to stay at.
  const heading = main.querySelector<HTMLElement>('h1:not([role=status] *)')
  if (!heading) return false
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}

function followToHeading(main: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (document.activeElement !== main || focusHeading(main)) observer.disconnect()
  })
  observer.observe(main, { childList: true, subtree: true })
}
