/** Search parameters of the pages with lists: those of the list (`contract/lists.ts`) and additional ones of the page. */
import {
  auditList,
  customerList,
  dnsDomainList,
  dnsEndpointList,
  dnsHostnameList,
  editableFaqList,
  energyCommandList,
  energySiteList,
  invoiceList,
  mailList,
  messageList,
  newsletterList,
  requestList,
  serviceList,
  ticketList,
  userList,
} from '#contract/lists.ts'
import {
  calendarDate,
  listSearch,
  narrowing,
  oneOf,
  pageSearch as paging,
  searchParams,
  text,
} from './search-params.ts'

/** For lists of one customer, or without customers: ignores a customer in the address. */
const ofNoCustomer = { customer: () => undefined }

/** `dialog=new` opens the form of a new row. */
const newDialog = { dialog: oneOf(['new']) }

export const ticketSearch = listSearch(ticketList)
export const adminTicketSearch = listSearch(ticketList, newDialog)

export const invoiceSearch = listSearch(invoiceList)
export const adminInvoiceSearch = listSearch(invoiceList, newDialog)

/** `ticket`: the ticket a new request refers to; `subject`: its subject, which selects the initial text. */
export const requestSearch = listSearch(requestList, {
  ...ofNoCustomer,
  ...newDialog,
  ticket: text,
  subject: oneOf(['powerMaster']),
})
export const adminRequestSearch = listSearch(requestList, newDialog)

/** `view=groups` shows groups of services. That list uses only its own parameters. */
const serviceView = { view: oneOf(['groups']) }
export const serviceSearch = listSearch(serviceList, { ...ofNoCustomer, ...serviceView })
export const adminServiceSearch = listSearch(serviceList, { ...serviceView, ...newDialog })

/** `from`, `to` and `step`: the shown period, in which only a week has an end; `compare`: the period compared with. */
const energyRange = {
  from: calendarDate,
  to: calendarDate,
  step: oneOf(['slot', 'day', 'month', 'year']),
  compare: oneOf(['before', 'year']),
}
/** `view`: the shown part of a site, measurements by default. */
const energyView = { view: oneOf(['plan', 'prices', 'bill', 'tariffs']) }
/** `log`: the log of commands is open; its filters and page. */
const { site: _, ...commandFilters } = narrowing(energyCommandList)
const commandLog = { ...paging, ...commandFilters, log: oneOf(['open']) }
/** `site`: the shown site of several. */
export const powerMasterSearch = searchParams({ site: text, ...energyRange, ...energyView, ...commandLog })
/** `from`: a day of the month of the report. */
export const monthReportSearch = searchParams({ site: text, from: calendarDate })
/** The month of the billing run (`YYYY-MM`), the last one by default. */
export const billingRunSearch = searchParams({ month: text })
export const energySiteSearch = searchParams({ ...energyRange, ...energyView, ...commandLog })
export const adminPowerMasterSearch = listSearch(energySiteList, newDialog)

/** `view`: the list, host names by default; `item`: id of the row in the drawer. Each list uses its own parameters. */
const dnsLists = searchParams({
  ...paging,
  ...narrowing(dnsDomainList),
  ...narrowing(dnsEndpointList),
  ...narrowing(dnsHostnameList),
  ordering: oneOf([...dnsHostnameList.orderings, ...dnsDomainList.orderings, ...dnsEndpointList.orderings]),
  view: oneOf(['domains', 'endpoints']),
  item: text,
})
export const dnsSearch = (raw: Record<string, unknown>) => ({ ...dnsLists(raw), customer: undefined })
export const adminDnsSearch = dnsLists

export const customerSearch = listSearch(customerList, newDialog)

const users = narrowing(userList)

/** The section of a customer's page, the overview by default. Paging and order apply to the list of users. */
export const customerPageSearch = searchParams({
  ...paging,
  search: text,
  section: oneOf(['tickets', 'requests', 'services', 'invoices', 'links', 'users', 'privacy']),
  ordering: users.ordering,
})

/** `message`: id of the open message. */
export const messageSearch = listSearch(messageList, { message: text })

/** `entry`: id of the question in the form, `new` for a new one. */
export const faqEditingSearch = searchParams({ ...narrowing(editableFaqList), entry: text })

export const pageSearch = searchParams(paging)

export const userSearch = listSearch(userList, ofNoCustomer)

/** `search`: finds the customer to impersonate; the pages are those of past impersonations. */
export const impersonationSearch = searchParams({ ...paging, search: text })

export const newsletterSearch = listSearch(newsletterList)
export const outboxSearch = listSearch(mailList)
export const auditLogSearch = listSearch(auditList)
