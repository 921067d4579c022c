import './section-nav.css'
import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#web/components/display/class-names.ts'

export interface SectionNavItem {
  label: ReactNode
  /** The target: `{ to, params, search }`. */
  link: LinkProps
  /** Active only on exactly this path, not below it. */
  exact?: boolean | undefined
  /** Current regardless of the rest of its address, such as a filter. */
  isCurrent?: boolean | undefined
  /** The page belongs to this section although its address does not start with the section's. */
  isParent?: boolean | undefined
}

export interface SectionNavProps {
  /** Names the navigation: `Kundenportal`. */
  label: string
  items: readonly SectionNavItem[]
  /** Except on a phone, links that do not fit wrap to the next line instead of scrolling. */
  wraps?: boolean | undefined
}

/** Links styled as tabs, the current one underlined. On a phone the row scrolls sideways. */
export function SectionNav({ label, items, wraps = false }: SectionNavProps) {
  const href = useLocation({ select: location => location.href })
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    if (href === '' || !nav.current) return
    // Also when the row becomes narrower, as it does when the search next to it has loaded.
    const observer = new ResizeObserver(() => showCurrent(nav.current))
    observer.observe(nav.current)
    return () => observer.disconnect()
  }, [href])
  return (
    <nav
      ref={nav}
      aria-label={label}
      onFocus={event => showFocused(nav.current, event.target)}
      className={classNames('section-nav -mx-gutter overflow-x-auto px-gutter', wraps && 'section-nav-wrapping')}
    >
      <ul className="flex min-w-full gap-x-0.5">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a page keep their order
          <li key={index} className="shrink-0 first:-ml-2 sm:first:-ml-3">
            <Link
              {...item.link}
              activeOptions={{ exact: item.exact ?? false, includeSearch: item.link.search !== undefined }}
              activeProps={{ 'aria-current': 'page' }}
              {...(item.isCurrent ? { 'aria-current': 'page' as const } : {})}
              {...(item.isParent ? { 'aria-current': 'true' as const } : {})}
              className="section-link"
            >
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function showCurrent(nav: HTMLElement | null) {
  showLink(nav, nav?.querySelector('[aria-current]') ?? null)
}

/** Only for the keyboard: a link that moves between press and release of a pointer would get no click. */
function showFocused(nav: HTMLElement | null, link: Element) {
  if (link.matches(':focus-visible')) showLink(nav, link)
}

/** Scrolls only the row: centres a link, because the edges fade out. */
function showLink(nav: HTMLElement | null, link: Element | null) {
  if (!nav || !link) return
  const [row, box] = [nav.getBoundingClientRect(), link.getBoundingClientRect()]
  nav.scrollLeft += box.left + box.width / 2 - (row.left + row.width / 2)
}
