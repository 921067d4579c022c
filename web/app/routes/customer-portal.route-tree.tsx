/** The customer portal: one customer's own data. */
import { createRoute, redirect } from '@tanstack/react-router'
import { requireLogin } from '#web/app/guards.ts'
import { lazyPage } from '#web/app/lazy-page.tsx'
import {
  dnsSearch,
  invoiceSearch,
  monthReportSearch,
  powerMasterSearch,
  requestSearch,
  serviceSearch,
  ticketSearch,
} from '#web/app/list-search.ts'
import { paths } from '#web/app/paths.ts'
import { queryPage } from '#web/app/query-page.tsx'
import { breadcrumbTexts } from '#web/texts/breadcrumbs.texts.ts'
import { root } from './root.tsx'

const customerPortal = createRoute({
  getParentRoute: () => root,
  path: paths.customerPortal,
  staticData: { crumb: { label: breadcrumbTexts.customerPortal, to: paths.customerHome } },
  beforeLoad: requireLogin,
  component: queryPage(() => import('#web/app/layouts/portal-layout.tsx').then(file => file.CustomerPortalLayout)),
})
const customerPortalRoot = createRoute({
  getParentRoute: () => customerPortal,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.customerHome, replace: true })
  },
})
const customerHome = createRoute({
  getParentRoute: () => customerPortal,
  path: '/home',
  staticData: { title: 'Customer Portal' },
  component: lazyPage(() =>
    import('#web/pages/customer-portal/customer-home.page.tsx').then(page => page.CustomerHomePage),
  ),
})
const customerTickets = createRoute({
  getParentRoute: () => customerPortal,
  path: '/tickets-overview',
  staticData: { title: 'Ticket Overview', crumb: { label: breadcrumbTexts.tickets } },
  validateSearch: ticketSearch,
  component: lazyPage(() =>
    import('#web/pages/customer-portal/customer-tickets.page.tsx').then(page => page.CustomerTicketsPage),
  ),
})
const customerTicket = createRoute({
  getParentRoute: () => customerPortal,
  path: '/ticket/$id',
  staticData: {
    title: 'Ticket Details',
    crumbParents: [{ label: breadcrumbTexts.tickets, to: paths.customerTickets }],
    crumb: { label: breadcrumbTexts.ticket },
  },
  component: lazyPage(() =>
    import('#web/pages/customer-portal/customer-ticket.page.tsx').then(page => page.CustomerTicketPage),
  ),
})
const customerRequests = createRoute({
  getParentRoute: () => customerPortal,
  path: '/requests-overview',
  staticData: { crumb: { label: breadcrumbTexts.requests } },
  validateSearch: requestSearch,
  component: lazyPage(() =>
    import('#web/pages/customer-portal/customer-requests.page.tsx').then(page => page.CustomerRequestsPage),
  ),
})
const customerRequest = createRoute({
  getParentRoute: () => customerPortal,
  path: '/request/$id',
  staticData: {
    title: 'Request Details',
    crumbParents: [{ label: breadcrumbTexts.requests, to: paths.customerRequests }],
    crumb: { label: breadcrumbTexts.request },
  },
  component: lazyPage(() =>
    import('#web/pages/customer-portal/customer-request.page.tsx').then(page => page.CustomerRequestPage),
  ),
})

const customerInvoices = createRoute({
  getParentRoute: () => customerPortal,
  path: '/invoices-overview',
  staticData: { title: 'Invoice Overview', crumb: { label: breadcrumbTexts.invoices } },
  validateSearch: invoiceSearch,
  component: lazyPage(() =>
    import('#web/pages/customer-portal/customer-invoices.page.tsx').then(page => page.CustomerInvoicesPage),
  ),
})
const customerInvoice = createRoute({
  getParentRoute: () => customerPortal,
  path: '/invoice/$id',
  staticData: {
    title: 'Invoice Details',
    crumbParents: [{ label: breadcrumbTexts.invoices, to: paths.customerInvoices }],
    crumb: { label: breadcrumbTexts.invoice },
  },
  component: lazyPage(() =>
    import('#web/pages/customer-portal/customer-invoice.page.tsx').then(page => page.CustomerInvoicePage),
  ),
})
const customerServices = createRoute({
  getParentRoute: () => customerPortal,
  path: '/services-overview',
  staticData: { title: 'Service Overview', crumb: { label: breadcrumbTexts.services } },
  validateSearch: serviceSearch,
  component: lazyPage(() =>
    import('#web/pages/customer-portal/customer-services.page.tsx').then(page => page.CustomerServicesPage),
  ),
})
const customerService = createRoute({
  getParentRoute: () => customerPortal,
  path: '/service/$id',
  staticData: {
    title: 'Service Details',
    crumbParents: [{ label: breadcrumbTexts.services, to: paths.customerServices }],
    crumb: { label: breadcrumbTexts.service },
  },
  component: lazyPage(() =>
    import('#web/pages/customer-portal/customer-service.page.tsx').then(page => page.CustomerServicePage),
  ),
})
const customerDns = createRoute({
  getParentRoute: () => customerPortal,
  path: '/dns-updater',
  staticData: { title: 'DNS Updater', crumb: { label: breadcrumbTexts.dns } },
  validateSearch: dnsSearch,
  component: lazyPage(() =>
    import('#web/pages/customer-portal/customer-dns.page.tsx').then(page => page.CustomerDnsPage),
  ),
})

const customerPowerMaster = createRoute({
  getParentRoute: () => customerPortal,
  path: '/power-master',
  staticData: { title: 'PowerMaster', crumb: { label: breadcrumbTexts.powerMaster } },
  validateSearch: powerMasterSearch,
  component: lazyPage(() =>
    import('#web/pages/customer-portal/customer-power-master.page.tsx').then(page => page.CustomerPowerMasterPage),
  ),
})

const customerMonthReport = createRoute({
  getParentRoute: () => customerPortal,
  path: '/power-master-report',
  staticData: {
    title: 'PowerMaster',
    crumbParents: [{ label: breadcrumbTexts.powerMaster, to: paths.customerPowerMaster }],
    crumb: { label: breadcrumbTexts.monthReport },
  },
  validateSearch: monthReportSearch,
  component: lazyPage(() =>
    import('#web/pages/customer-portal/customer-month-report.page.tsx').then(page => page.CustomerMonthReportPage),
  ),
})

export const customerPortalRoutes = customerPortal.addChildren([
  customerPortalRoot,
  customerHome,
  customerTickets,
  customerTicket,
  customerInvoices,
  customerInvoice,
  customerRequests,
  customerRequest,
  customerServices,
  customerService,
  customerPowerMaster,
  customerMonthReport,
  customerDns,
])
