/**
 * Every route of the site: address, title, place, guard, search parameters, page.
 * A page is a named export in `web/pages` and is loaded with its route. A new page is a path in `paths.ts`, a route
 * here, and, where a portal shows it as a section, a line in `layouts/portal-layout.tsx`.
 */
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { breadcrumbTexts } from '#web/texts/breadcrumbs.ts'
import { requireAdmin, requireLogin } from './guards.ts'
import { lazyPage } from './lazy-page.tsx'
import { adminTicketSearch, customerSearch, settingsSearch, ticketSearch } from './list-search.ts'
import { paths } from './paths.ts'
import './route-data.ts'
import { queryPage } from './query-page.tsx'
import { RootFrame } from './root-frame.tsx'
import { NotFound, RouteError } from './route-error.tsx'
import { parseSearch, searchParams, stringifySearch, text } from './search-params.ts'

const root = createRootRoute({ component: RootFrame, notFoundComponent: NotFound })

const home = createRoute({
  getParentRoute: () => root,
  path: paths.home,
  staticData: { title: 'Homepage' },
  component: lazyPage(() => import('#web/pages/home.tsx').then(page => page.HomePage)),
})

const loginSearch = searchParams({ next: text })
const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  staticData: { title: 'Login' },
  validateSearch: loginSearch,
  component: lazyPage(() => import('#web/pages/login.tsx').then(page => page.LoginPage)),
})
const accountsLogin = createRoute({
  getParentRoute: () => root,
  path: paths.accountsLogin,
  staticData: { title: 'Login' },
  validateSearch: loginSearch,
  component: lazyPage(() => import('#web/pages/login.tsx').then(page => page.LoginPage)),
})
const passwordForgotten = createRoute({
  getParentRoute: () => root,
  path: paths.passwordForgotten,
  staticData: { title: 'Password Reset' },
  component: lazyPage(() => import('#web/pages/password-forgotten.tsx').then(page => page.PasswordForgottenPage)),
})
const passwordSet = createRoute({
  getParentRoute: () => root,
  path: paths.passwordSet,
  staticData: { title: 'Set Password' },
  component: queryPage(() => import('#web/pages/password-set.tsx').then(page => page.PasswordSetPage)),
})
const setUp = createRoute({
  getParentRoute: () => root,
  path: paths.setUp,
  staticData: { title: 'Set Up', layout: 'plain' },
  component: queryPage(() => import('#web/pages/set-up.tsx').then(page => page.SetUpPage)),
})

const contact = createRoute({
  getParentRoute: () => root,
  path: paths.contact,
  staticData: { title: 'Contact' },
  component: queryPage(() => import('#web/pages/contact.tsx').then(page => page.ContactPage)),
})
const faq = createRoute({
  getParentRoute: () => root,
  path: paths.faq,
  staticData: { title: 'FAQ' },
  validateSearch: searchParams({ search: text }),
  component: queryPage(() => import('#web/pages/faq.tsx').then(page => page.FaqPage)),
})
const powerMaster = createRoute({
  getParentRoute: () => root,
  path: paths.powerMaster,
  component: lazyPage(() => import('#web/pages/power-master.tsx').then(page => page.PowerMasterPage)),
})
const imprint = createRoute({
  getParentRoute: () => root,
  path: paths.imprint,
  staticData: { title: 'Impressum' },
  component: lazyPage(() => import('#web/pages/imprint.tsx').then(page => page.ImprintPage)),
})
const privacy = createRoute({
  getParentRoute: () => root,
  path: paths.privacy,
  staticData: { title: 'Datenschutz' },
  component: lazyPage(() => import('#web/pages/privacy.tsx').then(page => page.PrivacyPage)),
})
const accessibility = createRoute({
  getParentRoute: () => root,
  path: paths.accessibility,
  staticData: { title: 'Barrierefreiheit' },
  component: lazyPage(() => import('#web/pages/accessibility.tsx').then(page => page.AccessibilityPage)),
})

const userSettings = createRoute({
  getParentRoute: () => root,
  path: paths.userSettings,
  staticData: { title: 'User Settings' },
  beforeLoad: requireLogin,
  component: queryPage(() => import('#web/pages/user-settings.tsx').then(page => page.UserSettingsPage)),
})

const customerPortal = createRoute({
  getParentRoute: () => root,
  path: paths.customerPortal,
  staticData: { crumb: { label: breadcrumbTexts.customerPortal, to: paths.customerHome } },
  beforeLoad: requireLogin,
  component: queryPage(() => import('./layouts/portal-layout.tsx').then(file => file.CustomerPortalLayout)),
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
  component: lazyPage(() => import('#web/pages/customer-portal/home.tsx').then(page => page.CustomerHomePage)),
})
const customerTickets = createRoute({
  getParentRoute: () => customerPortal,
  path: '/tickets-overview',
  staticData: { title: 'Ticket Overview', crumb: { label: breadcrumbTexts.tickets } },
  validateSearch: ticketSearch,
  component: lazyPage(() =>
    import('#web/pages/customer-portal/tickets-overview.tsx').then(page => page.CustomerTicketsPage),
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
  component: lazyPage(() => import('#web/pages/customer-portal/ticket.tsx').then(page => page.CustomerTicketPage)),
})

const adminPortal = createRoute({
  getParentRoute: () => root,
  path: paths.adminPortal,
  staticData: { crumb: { label: breadcrumbTexts.adminPortal, to: paths.adminHome } },
  beforeLoad: requireAdmin,
  component: queryPage(() => import('./layouts/portal-layout.tsx').then(file => file.AdminPortalLayout)),
})
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
  component: lazyPage(() => import('#web/pages/admin-portal/home.tsx').then(page => page.AdminHomePage)),
})
const adminTickets = createRoute({
  getParentRoute: () => adminPortal,
  path: '/tickets-overview',
  staticData: { title: 'Admin - Ticket Overview', crumb: { label: breadcrumbTexts.tickets } },
  validateSearch: adminTicketSearch,
  component: lazyPage(() => import('#web/pages/admin-portal/tickets-overview.tsx').then(page => page.AdminTicketsPage)),
})
const adminTicket = createRoute({
  getParentRoute: () => adminPortal,
  path: '/ticket/$id',
  staticData: {
    title: 'Ticket Details',
    crumbParents: [{ label: breadcrumbTexts.tickets, to: paths.adminTickets }],
    crumb: { label: breadcrumbTexts.ticket },
  },
  component: lazyPage(() => import('#web/pages/admin-portal/ticket.tsx').then(page => page.AdminTicketPage)),
})
const adminCustomers = createRoute({
  getParentRoute: () => adminPortal,
  path: '/customers-overview',
  staticData: { title: 'Admin - Customer Overview', crumb: { label: breadcrumbTexts.customers } },
  validateSearch: customerSearch,
  component: lazyPage(() =>
    import('#web/pages/admin-portal/customers-overview.tsx').then(page => page.AdminCustomersPage),
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
  component: lazyPage(() => import('#web/pages/admin-portal/customer.tsx').then(page => page.AdminCustomerPage)),
})
const adminSettings = createRoute({
  getParentRoute: () => adminPortal,
  path: '/settings',
  staticData: { title: 'Admin - Settings', crumb: { label: breadcrumbTexts.settings } },
  validateSearch: settingsSearch,
  beforeLoad: ({ search }) => {
    if (!search.section) throw redirect({ to: paths.adminSettings, search: { section: 'profile' }, replace: true })
  },
  component: lazyPage(() => import('#web/pages/admin-portal/settings.tsx').then(page => page.AdminSettingsPage)),
})

const routeTree = root.addChildren([
  home,
  login,
  accountsLogin,
  passwordForgotten,
  passwordSet,
  setUp,
  contact,
  faq,
  powerMaster,
  imprint,
  privacy,
  accessibility,
  userSettings,
  customerPortal.addChildren([customerPortalRoot, customerHome, customerTickets, customerTicket]),
  adminPortal.addChildren([
    adminPortalRoot,
    adminHome,
    adminTickets,
    adminTicket,
    adminCustomers,
    adminCustomer,
    adminSettings,
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: RouteError,
  notFoundMode: 'root',
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
