import { mainId } from './layouts/page-main.tsx'

/**
 * Moves the focus to the heading of the new page, so screen readers read it. Without a heading yet, it returns the
 * page's title for the caller to announce and moves the focus once the rows have loaded, unless the user has moved on
 * meanwhile.
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
  // A heading inside a loading state is about to disappear.
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
