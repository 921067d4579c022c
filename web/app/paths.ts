/** Every address of the site, defined once. */
import type { Role } from '#contract/accounts.ts'

export const paths = {
  home: '/',
  login: '/login',
  accountsLogin: '/accounts/login',
  contact: '/contact',
  faq: '/faq',
  imprint: '/impressum',
  privacy: '/datenschutz',
  accessibility: '/barrierefreiheit',
  powerMaster: '/power-master',
  passwordForgotten: '/passwort-vergessen',
  passwordSet: '/passwort-setzen',
  setUp: '/einrichten',
  userSettings: '/user-settings',
  unsubscribe: '/abmelden/$token',
  confirmation: '/bestaetigen',

  /** Redirects to the portal's home. */
  customerPortal: '/customer-portal',
  customerHome: '/customer-portal/home',
  customerTickets: '/customer-portal/tickets-overview',
  customerTicket: '/customer-portal/ticket/$id',
  customerInvoices: '/customer-portal/invoices-overview',
  customerInvoice: '/customer-portal/invoice/$id',
  customerRequests: '/customer-portal/requests-overview',
  customerRequest: '/customer-portal/request/$id',
  customerServices: '/customer-portal/services-overview',
  customerService: '/customer-portal/service/$id',
  customerPowerMaster: '/customer-portal/power-master',
  customerMonthReport: '/customer-portal/power-master-report',
  customerDns: '/customer-portal/dns-updater',

  /** Redirects to the portal's home. */
  adminPortal: '/admin-portal',
  adminHome: '/admin-portal/home',
  adminTickets: '/admin-portal/tickets-overview',
  adminTicket: '/admin-portal/ticket/$id',
  adminRequests: '/admin-portal/requests-overview',
  adminRequest: '/admin-portal/request/$id',
  adminCustomers: '/admin-portal/customers-overview',
  adminCustomer: '/admin-portal/customer/$id',
  adminServices: '/admin-portal/services-overview',
  adminService: '/admin-portal/service/$id',
  adminPowerMaster: '/admin-portal/power-master',
  adminEnergySite: '/admin-portal/energy-site/$id',
  adminMonthReport: '/admin-portal/energy-site/$id/month-report',
  adminDns: '/admin-portal/dns-overview',
  adminMessages: '/admin-portal/messages',
  adminInvoices: '/admin-portal/invoices-overview',
  adminInvoice: '/admin-portal/invoice/$id',
  adminBillingRun: '/admin-portal/billing-run',
  adminFaq: '/admin-portal/faq',
  /** Index of the settings; each section has an address below it. */
  adminSettings: '/admin-portal/settings',
  adminCompany: '/admin-portal/settings/company',
  adminBilling: '/admin-portal/settings/billing',
  adminHomepage: '/admin-portal/settings/homepage',
  adminPowerMasterTexts: '/admin-portal/settings/power-master',
  adminLegalTexts: '/admin-portal/settings/legal-texts',
  adminUsers: '/admin-portal/settings/users',
  adminImpersonation: '/admin-portal/settings/as-user',
  adminNewsletters: '/admin-portal/settings/newsletters',
  adminOutbox: '/admin-portal/settings/outbox',
  adminAuditLog: '/admin-portal/settings/audit-log',
  adminBackups: '/admin-portal/settings/backups',
  adminNewsletter: '/admin-portal/newsletter/$id',
} as const

/** The first page after a login without `next`. */
export function portalHome(role: Role): typeof paths.adminHome | typeof paths.customerHome {
  return role === 'admin' ? paths.adminHome : paths.customerHome
}

/** The login page that leads back to `next`, the path and query of the user's page. */
export function loginHref(next: string): string {
  return `${paths.accountsLogin}?${new URLSearchParams({ next })}`
}

/** True for an address of a portal, whose route `loadWholeTree` of the router adds. */
export function isBehindLogin(pathname: string): boolean {
  return /^\/(customer-portal|admin-portal|user-settings)(\/|$)/.test(pathname)
}
