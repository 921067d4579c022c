import { Link } from '@tanstack/react-router'
import { commonTexts } from '#web/texts/common.texts.ts'
import { textLinkClass } from './text-link.tsx'

export interface Breadcrumb {
  label: string
  /** A path of this site; without it the crumb is plain text. */
  to?: string | undefined
}

/** The page's position in the site. The last crumb is the page itself. */
export function Breadcrumbs({ items }: { items: readonly Breadcrumb[] }) {
  return (
    <nav aria-label={commonTexts.youAreHere} className="text-label">
      <ol className="flex flex-wrap items-center gap-x-2">
        {items.map((item, index) => (
          <li key={`${item.to ?? ''}${item.label}`} className="flex min-w-0 items-center gap-2">
            {index > 0 ? (
              <span aria-hidden="true" className="text-muted">
                /
              </span>
            ) : null}
            {item.to && index < items.length - 1 ? (
              <Link to={item.to} className={`${textLinkClass} py-1`}>
                {item.label}
              </Link>
            ) : (
              <span aria-current={index === items.length - 1 ? 'page' : undefined} className="py-1 text-muted">
                {item.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
