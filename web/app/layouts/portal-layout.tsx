import { Outlet } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { paths } from '#web/app/paths.ts'
import { useCrumbs } from '#web/app/use-crumbs.ts'
import { Breadcrumbs } from '#web/components/breadcrumbs.tsx'
import { SectionNav, type SectionNavItem } from '#web/components/section-nav.tsx'
import { shellTexts } from '#web/texts/shell.ts'

export function CustomerPortalLayout() {
  return (
    <PortalLayout
      label={shellTexts.customerPortal}
      sections={customerSections}
      search={<SearchTrigger portal="customer" />}
    />
  )
}

export function AdminPortalLayout() {
  return (
    <PortalLayout
      label={shellTexts.admin}
      sections={adminSections}
      search={<SearchTrigger portal="admin" />}
      notice={<TimerBar />}
    />
  )
}

const SearchTrigger = lazy(async () => ({
  default: (await import('#web/app/search/search-trigger.tsx')).SearchTrigger,
}))
const TimerBar = lazy(async () => ({ default: (await import('#web/features/tickets/timer-bar.tsx')).TimerBar }))

const customerSections: readonly SectionNavItem[] = [
  { label: shellTexts.overview, link: { to: paths.customerHome } },
  { label: shellTexts.tickets, link: { to: paths.customerTickets } },
  { label: shellTexts.invoices, link: { to: paths.customerInvoices } },
  { label: shellTexts.requests, link: { to: paths.customerRequests } },
  { label: shellTexts.services, link: { to: paths.customerServices } },
]

const adminSections: readonly SectionNavItem[] = [
  { label: shellTexts.overview, link: { to: paths.adminHome } },
  { label: shellTexts.tickets, link: { to: paths.adminTickets } },
  { label: shellTexts.requests, link: { to: paths.adminRequests } },
  { label: shellTexts.customers, link: { to: paths.adminCustomers } },
  { label: shellTexts.services, link: { to: paths.adminServices } },
  { label: shellTexts.invoices, link: { to: paths.adminInvoices } },
  { label: shellTexts.messages, link: { to: paths.adminMessages } },
  { label: shellTexts.faq, link: { to: paths.adminFaq } },
  { label: shellTexts.settings, link: { to: paths.adminSettings } },
]

interface PortalLayoutProps {
  label: string
  sections: readonly SectionNavItem[]
  /** At the end of the tabs. */
  search: ReactNode
  /** On every page of the portal, below its tabs. */
  notice?: ReactNode
}

/** Inside a portal: its sections as tabs, where one is, the page. */
function PortalLayout({ label, sections, search, notice }: PortalLayoutProps) {
  const crumbs = useCrumbs()
  // A ticket lies below the list of tickets, in its crumbs though not in its address.
  const parents = new Set(crumbs.slice(1).map(crumb => crumb.to))
  const items = sections.map(section => ({ ...section, isParent: parents.has(section.link.to) }))
  return (
    <>
      <div className="border-hairline border-b bg-surface">
        <div className="page-width flex items-center justify-between gap-2">
          <SectionNav label={label} items={items} />
          <Suspense>{search}</Suspense>
        </div>
      </div>
      <Suspense>{notice}</Suspense>
      <div className="page-width pt-6 pb-16">
        {crumbs.length > 1 ? <Breadcrumbs items={crumbs} /> : null}
        <Outlet />
      </div>
    </>
  )
}
