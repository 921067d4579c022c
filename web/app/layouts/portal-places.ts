import { paths } from '#web/app/paths.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'

export type Portal = 'admin' | 'customer'

export type PortalPlace = {
  readonly label: string
  readonly to: (typeof paths)[keyof typeof paths]
}

export const portalNames: Readonly<Record<Portal, string>> = {
  customer: shellTexts.customerPortal,
  admin: shellTexts.admin,
}

/** The places of each portal in the order of its tabs. A phone shows the first four in the bottom bar. */
export const portalPlaces: Readonly<Record<Portal, readonly PortalPlace[]>> = {
  customer: [
    { label: shellTexts.overview, to: paths.customerHome },
    { label: shellTexts.tickets, to: paths.customerTickets },
    { label: shellTexts.invoices, to: paths.customerInvoices },
    { label: shellTexts.requests, to: paths.customerRequests },
    { label: shellTexts.services, to: paths.customerServices },
    { label: shellTexts.powerMaster, to: paths.customerPowerMaster },
    { label: shellTexts.dns, to: paths.customerDns },
  ],
  admin: [
    { label: shellTexts.overview, to: paths.adminHome },
    { label: shellTexts.tickets, to: paths.adminTickets },
    { label: shellTexts.requests, to: paths.adminRequests },
    { label: shellTexts.customers, to: paths.adminCustomers },
    { label: shellTexts.services, to: paths.adminServices },
    { label: shellTexts.powerMaster, to: paths.adminPowerMaster },
    { label: shellTexts.dns, to: paths.adminDns },
    { label: shellTexts.invoices, to: paths.adminInvoices },
    { label: shellTexts.messages, to: paths.adminMessages },
    { label: shellTexts.faq, to: paths.adminFaq },
    { label: shellTexts.business, to: paths.adminSettings },
  ],
}

/** Additional places for phones; the tabs of a wide screen have no room for them. */
export const phoneExtras: Readonly<Record<Portal, readonly PortalPlace[]>> = {
  customer: [
    { label: shellTexts.faq, to: paths.faq },
    { label: shellTexts.settings, to: paths.userSettings },
  ],
  admin: [],
}
