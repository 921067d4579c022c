import { mainId } from './layouts/page-main.tsx'

/**
 * Brings the focus to the heading of the page just shown, which makes screen readers read it. Returns what is to be
 * announced instead when the page has no heading yet: its title.
 */
export function focusPage(): string {
  const main = document.getElementById(mainId)
  const heading = main?.querySelector<HTMLElement>('h1')
  if (!heading) {
    main?.focus({ preventScroll: true })
    return document.title
  }
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return ''
}
