import { IconPlayerPlay } from '@tabler/icons-react'
import type { SearchHit } from '#contract/search.ts'
import type { Portal } from '#web/app/layouts/portal-places.ts'
import { paths } from '#web/app/paths.ts'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { customerKindText } from '#web/features/customers/customer.labels.ts'
import { dnsHostnameLooks, dnsTypeText } from '#web/features/dns/dns.labels.ts'
import { namedBy, standingLooks, standingOfHit } from '#web/features/invoices/invoice.labels.ts'
import { requestLooks } from '#web/features/requests/request.labels.ts'
import { SearchFound } from '#web/features/search/search-found.tsx'
import type { SearchPlaces } from '#web/features/search/search-place.ts'
import type { SearchField } from '#web/features/search/search-window.tsx'
import { anyStateText } from '#web/features/services/service.labels.ts'
import { progressLooks } from '#web/features/tickets/ticket.labels.ts'
import { useTimerStart } from '#web/features/tickets/use-timer-start.tsx'
import { useSession } from '#web/lib/session/use-session.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { pagesOf } from './portal-pages.ts'

export interface PortalSearchProps {
  portal: Portal
  field: SearchField
}

/**
 * The search of a portal, with its pages listed after the hits. In the customer portal an admin finds the rows of their
 * own customer record.
 */
export function PortalSearch({ portal, field }: PortalSearchProps) {
  const session = useSession()
  const isAdmin = portal === 'admin'
  const timer = useTimerStart({ enabled: isAdmin })
  return (
    <SearchFound
      field={field}
      places={isAdmin ? adminPlaces(timer) : customerPlaces}
      pages={pagesOf(portal, session)}
      customerId={isAdmin ? undefined : session.customer?.id}
    />
  )
}

const requestState = (state: string) => <StateBadge state={state} looks={requestLooks} />
const hostnameState = (state: string) => <StateBadge state={state} looks={dnsHostnameLooks} />
const ticketState = (progress: string) => <StateBadge state={progress} looks={progressLooks} />

const invoiceWords = {
  title: ({ number, state }: SearchHit) =>
    number === null ? invoiceTexts.draftTitle : namedBy({ kind: state }, number),
  state: (state: string) => <StateBadge state={standingOfHit(state)} looks={standingLooks} />,
}

const adminPlaces = (timer: ReturnType<typeof useTimerStart>): SearchPlaces => ({
  customer: {
    link: ({ id }) => ({ to: paths.adminCustomer, params: { id } }),
    allLink: search => ({ to: paths.adminCustomers, search: { search } }),
    state: customerKindText,
  },
  ticket: {
    link: ({ id }) => ({ to: paths.adminTicket, params: { id } }),
    allLink: search => ({ to: paths.adminTickets, search: { search } }),
    state: ticketState,
    action: {
      name: timer.label,
      icon: <IconPlayerPlay />,
      isFor: ({ id, state }) => state !== 'finished' && !timer.isRunningOn({ id }),
      run: ({ id, number }) => timer.start({ id, number: number ?? '' }),
    },
  },
  request: {
    link: ({ id }) => ({ to: paths.adminRequest, params: { id } }),
    allLink: search => ({ to: paths.adminRequests, search: { search } }),
    state: requestState,
  },
  invoice: {
    link: ({ id }) => ({ to: paths.adminInvoice, params: { id } }),
    allLink: search => ({ to: paths.adminInvoices, search: { search } }),
    ...invoiceWords,
  },
  service: {
    link: ({ id }) => ({ to: paths.adminService, params: { id } }),
    allLink: search => ({ to: paths.adminServices, search: { search } }),
    state: anyStateText,
  },
  dns_hostname: {
    link: ({ id }) => ({ to: paths.adminDns, search: { item: id } }),
    allLink: search => ({ to: paths.adminDns, search: { search } }),
    state: hostnameState,
  },
  dns_domain: {
    link: ({ id }) => ({ to: paths.adminDns, search: { view: 'domains', item: id } }),
    allLink: search => ({ to: paths.adminDns, search: { view: 'domains', search } }),
    state: dnsTypeText,
  },
})

const customerPlaces: SearchPlaces = {
  ticket: {
    link: ({ id }) => ({ to: paths.customerTicket, params: { id } }),
    allLink: search => ({ to: paths.customerTickets, search: { search } }),
    state: ticketState,
  },
  request: {
    link: ({ id }) => ({ to: paths.customerRequest, params: { id } }),
    allLink: search => ({ to: paths.customerRequests, search: { search } }),
    state: requestState,
  },
  invoice: {
    link: ({ id }) => ({ to: paths.customerInvoice, params: { id } }),
    allLink: search => ({ to: paths.customerInvoices, search: { search } }),
    ...invoiceWords,
  },
  service: {
    link: ({ id }) => ({ to: paths.customerService, params: { id } }),
    allLink: search => ({ to: paths.customerServices, search: { search } }),
    state: anyStateText,
  },
  dns_hostname: {
    link: ({ id }) => ({ to: paths.customerDns, search: { item: id } }),
    allLink: search => ({ to: paths.customerDns, search: { search } }),
    state: hostnameState,
  },
  dns_domain: {
    link: ({ id }) => ({ to: paths.customerDns, search: { view: 'domains', item: id } }),
    allLink: search => ({ to: paths.customerDns, search: { view: 'domains', search } }),
    state: dnsTypeText,
  },
}
