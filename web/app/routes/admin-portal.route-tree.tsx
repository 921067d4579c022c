/** The admin portal: all customers. */
import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '#web/app/lazy-page.tsx'
import {
  adminDnsSearch,
  adminInvoiceSearch,
  adminPowerMasterSearch,
  adminRequestSearch,
  adminServiceSearch,
  adminTicketSearch,
  billingRunSearch,
  customerPageSearch,
  customerSearch,
  energySiteSearch,
  faqEditingSearch,
  messageSearch,
  monthReportSearch,
} from '#web/app/list-search.ts'
import { paths } from '#web/app/paths.ts'
import { breadcrumbTexts } from '#web/texts/breadcrumbs.texts.ts'
import { settingsTexts } from '#web/texts/settings.texts.ts'
import { adminPortal } from './admin-portal-frame.tsx'
import { settingsRoutes } from './admin-settings.route-tree.tsx'

const adminPortalRoot = createRoute({
  getParentRoute: () => adminPortal,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.adminHome, replace: true })
  },
})
const adminHome = createRoute({
  getParentRoute: () => adminPortal,
  path: '/home',
  staticData: { title: 'Admin - Home' },
  component: lazyPage(() => import('#web/pages/admin-portal/admin-home.page.tsx').then(page => page.AdminHomePage)),
})
const adminTickets = createRoute({
  getParentRoute: () => adminPortal,
  path: '/tickets-overview',
  staticData: { title: 'Admin - Ticket Overview', crumb: { label: breadcrumbTexts.tickets } },
  validateSearch: adminTicketSearch,
  component: lazyPage(() =>
    import('#web/pages/admin-portal/admin-tickets.page.tsx').then(page => page.AdminTicketsPage),
  ),
})
const adminTicket = createRoute({
  getParentRoute: () => adminPortal,
  path: '/ticket/$id',
  staticData: {
    title: 'Ticket Details',
    crumbParents: [{ label: breadcrumbTexts.tickets, to: paths.adminTickets }],
    crumb: { label: breadcrumbTexts.ticket },
  },
  component: lazyPage(() => import('#web/pages/admin-portal/admin-ticket.page.tsx').then(page => page.AdminTicketPage)),
})
const adminRequests = createRoute({
  getParentRoute: () => adminPortal,
  path: '/requests-overview',
  staticData: { title: 'Admin - Request Overview', crumb: { label: breadcrumbTexts.requests } },
  validateSearch: adminRequestSearch,
  component: lazyPage(() =>
    import('#web/pages/admin-portal/admin-requests.page.tsx').then(page => page.AdminRequestsPage),
  ),
})
const adminRequest = createRoute({
  getParentRoute: () => adminPortal,
  path: '/request/$id',
  staticData: {
    title: 'Request Details',
    crumbParents: [{ label: breadcrumbTexts.requests, to: paths.adminRequests }],
    crumb: { label: breadcrumbTexts.request },
  },
  component: lazyPage(() =>
    import('#web/pages/admin-portal/admin-request.page.tsx').then(page => page.AdminRequestPage),
  ),
})
const adminCustomers = createRoute({
  getParentRoute: () => adminPortal,
  path: '/customers-overview',
  staticData: { title: 'Admin - Customer Overview', crumb: { label: breadcrumbTexts.customers } },
  validateSearch: customerSearch,
  component: lazyPage(() =>
    import('#web/pages/admin-portal/admin-customers.page.tsx').then(page => page.AdminCustomersPage),
  ),
})
const adminCustomer = createRoute({
  getParentRoute: () => adminPortal,
  path: '/customer/$id',
  staticData: {
    title: 'Customer Details',
    crumbParents: [{ label: breadcrumbTexts.customers, to: paths.adminCustomers }],
    crumb: { label: breadcrumbTexts.customer },
  },
  validateSearch: customerPageSearch,
  component: lazyPage(() =>
    import('#web/pages/admin-portal/admin-customer.page.tsx').then(page => page.AdminCustomerPage),
  ),
})
const adminMessages = createRoute({
  getParentRoute: () => adminPortal,
  path: '/messages',
  staticData: { title: 'Admin - Messages', crumb: { label: breadcrumbTexts.messages } },
  validateSearch: messageSearch,
  component: lazyPage(() =>
    import('#web/pages/admin-portal/admin-messages.page.tsx').then(page => page.AdminMessagesPage),
  ),
})
const adminInvoices = createRoute({
  getParentRoute: () => adminPortal,
  path: '/invoices-overview',
  staticData: { title: 'Admin - Invoice Overview', crumb: { label: breadcrumbTexts.invoices } },
  validateSearch: adminInvoiceSearch,
  component: lazyPage(() =>
    import('#web/pages/admin-portal/admin-invoices.page.tsx').then(page => page.AdminInvoicesPage),
  ),
})
const adminInvoice = createRoute({
  getParentRoute: () => adminPortal,
  path: '/invoice/$id',
  staticData: {
    title: 'Invoice Details',
    crumbParents: [{ label: breadcrumbTexts.invoices, to: paths.adminInvoices }],
    crumb: { label: breadcrumbTexts.invoice },
  },
  component: lazyPage(() =>
    import('#web/pages/admin-portal/admin-invoice.page.tsx').then(page => page.AdminInvoicePage),
  ),
})
const adminBillingRun = createRoute({
  getParentRoute: () => adminPortal,
  path: '/billing-run',
  staticData: {
    title: 'Admin - Billing Run',
    crumbParents: [{ label: breadcrumbTexts.invoices, to: paths.adminInvoices }],
    crumb: { label: breadcrumbTexts.billingRun },
  },
  validateSearch: billingRunSearch,
  component: lazyPage(() =>
    import('#web/pages/admin-portal/admin-billing-run.page.tsx').then(page => page.AdminBillingRunPage),
  ),
})
const adminPowerMaster = createRoute({
  getParentRoute: () => adminPortal,
  path: '/power-master',
  staticData: { title: 'Admin - PowerMaster', crumb: { label: breadcrumbTexts.powerMaster } },
  validateSearch: adminPowerMasterSearch,
  component: lazyPage(() =>
    import('#web/pages/admin-portal/admin-power-master.page.tsx').then(page => page.AdminPowerMasterPage),
  ),
})
const adminEnergySite = createRoute({
  getParentRoute: () => adminPortal,
  path: '/energy-site/$id',
  staticData: {
    title: 'Admin - PowerMaster',
    crumbParents: [{ label: breadcrumbTexts.powerMaster, to: paths.adminPowerMaster }],
    crumb: { label: breadcrumbTexts.energySite },
  },
  validateSearch: energySiteSearch,
  component: lazyPage(() =>
    import('#web/pages/admin-portal/admin-energy-site.page.tsx').then(page => page.AdminEnergySitePage),
  ),
})
const adminMonthReport = createRoute({
  getParentRoute: () => adminPortal,
  path: '/energy-site/$id/month-report',
  staticData: {
    title: 'Admin - PowerMaster',
    crumbParents: [
      { label: breadcrumbTexts.powerMaster, to: paths.adminPowerMaster },
      { label: breadcrumbTexts.energySite, to: paths.adminEnergySite },
    ],
    crumb: { label: breadcrumbTexts.monthReport },
  },
  validateSearch: monthReportSearch,
  component: lazyPage(() =>
    import('#web/pages/admin-portal/admin-month-report.page.tsx').then(page => page.AdminMonthReportPage),
  ),
})
const adminFaq = createRoute({
  getParentRoute: () => adminPortal,
  path: '/faq',
  staticData: { title: 'Admin - FAQ', crumb: { label: breadcrumbTexts.faq } },
  validateSearch: faqEditingSearch,
  component: lazyPage(() => import('#web/pages/admin-portal/admin-faq.page.tsx').then(page => page.AdminFaqPage)),
})
const adminServices = createRoute({
  getParentRoute: () => adminPortal,
  path: '/services-overview',
  staticData: { title: 'Admin - Service Overview', crumb: { label: breadcrumbTexts.services } },
  validateSearch: adminServiceSearch,
  component: lazyPage(() =>
    import('#web/pages/admin-portal/admin-services.page.tsx').then(page => page.AdminServicesPage),
  ),
})
const adminService = createRoute({
  getParentRoute: () => adminPortal,
  path: '/service/$id',
  staticData: {
    title: 'Service Details',
    crumbParents: [{ label: breadcrumbTexts.services, to: paths.adminServices }],
    crumb: { label: breadcrumbTexts.service },
  },
  component: lazyPage(() =>
    import('#web/pages/admin-portal/admin-service.page.tsx').then(page => page.AdminServicePage),
  ),
})
const adminDns = createRoute({
  getParentRoute: () => adminPortal,
  path: '/dns-overview',
  staticData: { title: 'Admin - DNS Overview', crumb: { label: breadcrumbTexts.dns } },
  validateSearch: adminDnsSearch,
  component: lazyPage(() => import('#web/pages/admin-portal/admin-dns.page.tsx').then(page => page.AdminDnsPage)),
})

const adminNewsletter = createRoute({
  getParentRoute: () => adminPortal,
  path: '/newsletter/$id',
  staticData: {
    title: 'Admin - Newsletter',
    crumbParents: [
      { label: breadcrumbTexts.settings, to: paths.adminSettings },
      { label: settingsTexts.sections.newsletters.label, to: paths.adminNewsletters },
    ],
    crumb: { label: breadcrumbTexts.newsletter },
  },
  component: lazyPage(() =>
    import('#web/pages/admin-portal/admin-newsletter.page.tsx').then(page => page.AdminNewsletterPage),
  ),
})

export const adminPortalRoutes = adminPortal.addChildren([
  adminPortalRoot,
  adminHome,
  adminTickets,
  adminTicket,
  adminRequests,
  adminRequest,
  adminCustomers,
  adminCustomer,
  adminServices,
  adminService,
  adminDns,
  adminMessages,
  adminInvoices,
  adminInvoice,
  adminBillingRun,
  adminPowerMaster,
  adminEnergySite,
  adminMonthReport,
  adminFaq,
  ...settingsRoutes,
  adminNewsletter,
])
