import { Outlet } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { portalValidationTexts } from '#contract/texts/portal-validation.texts.ts'
import { lazyPart } from '#web/app/lazy-page.tsx'
import { SearchTrigger } from '#web/app/search/search-trigger.tsx'
import { parentsOf, useCrumbs } from '#web/app/use-crumbs.ts'
import { Breadcrumbs } from '#web/components/navigation/breadcrumbs.tsx'
import { SectionNav } from '#web/components/navigation/section-nav.tsx'
import { addValidationTexts } from '#web/texts/form-validation.texts.ts'
import { type Portal, portalNames, portalPlaces } from './portal-places.ts'

addValidationTexts(portalValidationTexts)

/** Layout of the customer portal. */
export function CustomerPortalLayout() {
  return <PortalLayout portal="customer" />
}

/** Layout of the admin portal, with the timer bar. */
export function AdminPortalLayout() {
  return <PortalLayout portal="admin" notice={<TimerBar />} />
}

const TimerBar = lazyPart(() => import('#web/features/tickets/timer-bar.tsx').then(file => file.TimerBar))

interface PortalLayoutProps {
  portal: Portal
  /** Shown below the tabs on every page of the portal. */
  notice?: ReactNode
}

/** Layout of a portal: places as tabs (on a phone in the bottom bar), search, notice and page. */
function PortalLayout({ portal, notice }: PortalLayoutProps) {
  const crumbs = useCrumbs()
  const parents = parentsOf(crumbs)
  const label = portalNames[portal]
  const tabs = portalPlaces[portal].map(({ label, to }) => ({ label, link: { to }, isParent: parents.has(to) }))
  const way = crumbs.length > 1 ? <Breadcrumbs items={crumbs} /> : null
  return (
    <>
      <div data-screen-only="" className="border-hairline border-b bg-surface">
        <div className="page-width flex min-h-12 items-center justify-between gap-2">
          <div className="min-w-0 phone:hidden">
            <SectionNav label={label} items={tabs} />
          </div>
          <div className="min-w-0 sm:hidden">{way ?? <p className="text-label text-muted">{label}</p>}</div>
          <SearchTrigger portal={portal} />
        </div>
      </div>
      <Suspense>{notice}</Suspense>
      <div className="page-width pt-6 pb-16 phone:pt-4 phone:pb-8">
        <div className="phone:hidden">{way}</div>
        <Outlet />
      </div>
    </>
  )
}
