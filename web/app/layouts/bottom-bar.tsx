import './bottom-bar.css'
import { IconDots } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { paths } from '#web/app/paths.ts'
import { parentsOf, useCrumbs } from '#web/app/use-crumbs.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'
import { placeIcons } from './place-icon.tsx'
import { type Portal, phoneExtras, portalNames, portalPlaces } from './portal-places.ts'

/** Number of places in the bar, apart from `Mehr`. */
const shownPlaces = 4

/**
 * On a phone: the portal's places at the lower edge, within reach of the thumb; the rest is behind `Mehr`. Shown on
 * every page after login. Outside a portal it leads to the user's own portal.
 */
export function BottomBar() {
  const { user, impersonation } = useSession()
  const pathname = useLocation({ select: location => location.pathname })
  const parents = parentsOf(useCrumbs())
  const isOfCustomer = user?.role !== 'admin' || impersonation || pathname.startsWith(paths.customerPortal)
  const portal: Portal = isOfCustomer ? 'customer' : 'admin'
  const [isOpen, setOpen] = useState(false)
  const all = [...portalPlaces[portal], ...phoneExtras[portal]]
  const currentOf = (to: string) => {
    if (pathname === to || pathname.startsWith(`${to}/`)) return 'page' as const
    return parents.has(to) ? ('true' as const) : undefined
  }
  const places = all.slice(0, shownPlaces)
  const others = all.slice(shownPlaces)
  return (
    <nav aria-label={portalNames[portal]} data-keep-clear="" data-screen-only="" className="bottom-bar">
      <ul className="grid auto-cols-fr grid-flow-col">
        {places.map(({ label, to }) => (
          <li key={to} className="min-w-0">
            <Link to={to} aria-current={currentOf(to)} className="bottom-place">
              {placeIcons[to]}
              <span className="bottom-word">{label}</span>
            </Link>
          </li>
        ))}
        <li className="min-w-0">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-current={others.some(({ to }) => currentOf(to)) ? 'true' : undefined}
            onPointerEnter={() => void loadSheet()}
            onClick={() => setOpen(true)}
            className="bottom-place w-full"
          >
            <IconDots />
            <span className="bottom-word">{shellTexts.more}</span>
          </button>
        </li>
      </ul>
      {isOpen ? (
        <Suspense>
          <PlacesSheet places={others} currentOf={currentOf} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </nav>
  )
}

const loadSheet = () => import('./places-sheet.tsx')
const PlacesSheet = lazy(async () => ({ default: (await loadSheet()).PlacesSheet }))
