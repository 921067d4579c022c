/** Pages below the places of the portals, views of pages, and forms of new rows, as the search finds them. */
import type { LinkProps } from '@tanstack/react-router'
import type { Portal } from '#web/app/layouts/portal-places.ts'
import { paths } from '#web/app/paths.ts'
import type { SearchPage } from '#web/features/search/search-pages.ts'
import { customerSections } from '#web/pages/customer-page-sections.ts'
import { dnsViews } from '#web/pages/dns-page-views.ts'
import { energyViews } from '#web/pages/energy-page-views.ts'
import { serviceViews } from '#web/pages/service-page-views.ts'
import { billingRunTexts } from '#web/texts/billing-runs.texts.ts'
import { breadcrumbTexts } from '#web/texts/breadcrumbs.texts.ts'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { energyReportTexts } from '#web/texts/energy-reports.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { faqEditingTexts } from '#web/texts/faq-editing.texts.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { searchTexts } from '#web/texts/search.texts.ts'
import { actionWords, viewWords } from '#web/texts/search-words.texts.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'

const ofEachSite = `${shellTexts.powerMaster} · ${searchTexts.ofEachSite}`
const ofEachCustomer = `${shellTexts.customers} · ${searchTexts.ofEachCustomer}`

/** Views of a single site or customer lead the admin to the list to choose one from. */
export const viewPages: Readonly<Record<Portal, readonly SearchPage[]>> = {
  admin: [
    page(billingRunTexts.title, shellTexts.invoices, { to: paths.adminBillingRun }, viewWords.billingRun),
    ...dnsViews.map(({ view, label }) =>
      page(label, shellTexts.dns, { to: paths.adminDns, search: { view } }, viewWords.dns[view ?? 'hostnames']),
    ),
    ...serviceViews.admin.flatMap(({ view, label }) =>
      view === undefined
        ? []
        : [page(label, shellTexts.services, { to: paths.adminServices, search: { view } }, viewWords.groups)],
    ),
    page(energySiteTexts.sites, shellTexts.powerMaster, { to: paths.adminPowerMaster }, viewWords.sites),
    ...energyViews.map(({ view, label }) =>
      page(label, ofEachSite, { to: paths.adminPowerMaster }, viewWords.energy[view ?? 'now']),
    ),
    page(energyReportTexts.link, ofEachSite, { to: paths.adminPowerMaster }, viewWords.monthReport),
    ...customerSections.map(({ section, label }) =>
      page(
        label,
        ofEachCustomer,
        { to: paths.adminCustomers },
        section === 'links' ? viewWords.customerLinks : undefined,
      ),
    ),
  ],
  customer: [
    ...dnsViews.map(({ view, label }) =>
      page(label, shellTexts.dns, { to: paths.customerDns, search: { view } }, viewWords.dns[view ?? 'hostnames']),
    ),
    ...serviceViews.customer.map(({ view, label }) =>
      page(
        label,
        shellTexts.services,
        { to: paths.customerServices, search: { view } },
        view === undefined ? undefined : viewWords.groups,
      ),
    ),
    ...energyViews.map(({ view, label }) =>
      page(
        label,
        shellTexts.powerMaster,
        { to: paths.customerPowerMaster, search: { view } },
        viewWords.energy[view ?? 'now'],
      ),
    ),
    page(energyReportTexts.link, shellTexts.powerMaster, { to: paths.customerMonthReport }, viewWords.monthReport),
  ],
}

/** Each opens the form; the timer needs a ticket first. */
export const actionPages: Readonly<Record<Portal, readonly SearchPage[]>> = {
  admin: [
    action('newTicket', ticketTexts.newTicket, shellTexts.tickets, paths.adminTickets),
    action('newCustomer', customerTexts.newCustomer, shellTexts.customers, paths.adminCustomers),
    action('newInvoice', invoiceTexts.newInvoice, shellTexts.invoices, paths.adminInvoices),
    action('newRequest', requestTexts.newForCustomer, shellTexts.requests, paths.adminRequests),
    action('newService', serviceTexts.newService, shellTexts.services, paths.adminServices),
    action('newSite', energySiteTexts.owner.newSite, shellTexts.powerMaster, paths.adminPowerMaster),
    page(
      faqEditingTexts.add,
      breadcrumbTexts.faq,
      { to: paths.adminFaq, search: { entry: 'new' } },
      actionWords.newQuestion,
    ),
    page(
      ticketTexts.timer.start,
      searchTexts.timerOfTicket,
      { to: paths.adminTickets, search: { progress: 'inProgress' } },
      actionWords.timer,
    ),
  ],
  customer: [],
}

function action(
  name: keyof typeof actionWords,
  label: string,
  note: string,
  to: NonNullable<LinkProps['to']>,
): SearchPage {
  return page(label, note, { to, search: { dialog: 'new' } }, actionWords[name])
}

function page(label: string, note: string, link: LinkProps, words?: readonly string[]): SearchPage {
  return { key: `${link.to} ${label}`, label, note, words, link }
}
