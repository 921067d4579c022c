/** Search parameters of the lists: page, search, and the filters and orders of the API. */

import type * as z from 'zod/mini'
import type { Role } from '#contract/accounts.ts'
import type { CustomerKind, customerQuery } from '#contract/customers.ts'
import type { InvoiceQuery, InvoiceState } from '#contract/invoices.ts'
import type { MessageState, messageOrderings } from '#contract/messages.ts'
import type { OutboxMail } from '#contract/operations.ts'
import type { Progress } from '#contract/progress.ts'
import type { RequestPriority, RequestQuery, RequestState } from '#contract/requests.ts'
import type { ServiceState, ServiceType } from '#contract/service-fields.ts'
import type { ServiceQuery } from '#contract/services.ts'
import type { InvoicePaid, TicketQuery } from '#contract/tickets.ts'
import { calendarDate, listSearch, oneOf, pageNumber, pageSize, searchParams, text } from './search-params.ts'

type Upwards<Ordering extends string> = Ordering extends `-${string}` ? never : Ordering

/** Orders that go both ways, named after the ascending one. */
function orderedBy<Ordering extends string>(upwards: Readonly<Record<Upwards<Ordering>, true>>) {
  return (value: unknown): Ordering | undefined =>
    typeof value === 'string' && Object.hasOwn(upwards, value.replace(/^-/, '')) ? (value as Ordering) : undefined // its name is one of them
}

const ticketFilters = {
  progress: oneOf<Progress>({ upcoming: true, inProgress: true, finished: true }),
  invoicePaid: oneOf<NonNullable<InvoicePaid> | 'none'>({ paid: true, unpaid: true, none: true }),
  billing: oneOf<NonNullable<TicketQuery['billing']>>({ open: true }),
  wishes: oneOf<NonNullable<TicketQuery['wishes']>>({ open: true }),
  customer: text,
  ordering: orderedBy<NonNullable<TicketQuery['ordering']>>({
    number: true,
    name: true,
    hoursCount: true,
    total: true,
    updatedAt: true,
  }),
}

export const ticketSearch = listSearch(ticketFilters)

/** `dialog=new` opens the form of a new ticket. */
export const adminTicketSearch = listSearch({ ...ticketFilters, dialog: oneOf<'new'>({ new: true }) })

const invoiceFilters = {
  state: oneOf<InvoiceState>({ draft: true, issued: true, cancelled: true }),
  paid: oneOf<NonNullable<InvoiceQuery['paid']>>({ paid: true, unpaid: true }),
  overdue: oneOf<NonNullable<InvoiceQuery['overdue']>>({ true: true, false: true }),
  customer: text,
  issueDateFrom: calendarDate,
  issueDateTo: calendarDate,
  dueDate: calendarDate,
  ordering: orderedBy<NonNullable<InvoiceQuery['ordering']>>({
    issueDate: true,
    dueDate: true,
    number: true,
    gross: true,
  }),
}

export const invoiceSearch = listSearch(invoiceFilters)

/** `dialog=new` opens the choice of a customer for a new invoice. */
export const adminInvoiceSearch = listSearch({ ...invoiceFilters, dialog: oneOf<'new'>({ new: true }) })

const requestFilters = {
  state: oneOf<RequestState>({ open: true, accepted: true, declined: true }),
  priority: oneOf<RequestPriority>({ low: true, medium: true, high: true }),
  ordering: orderedBy<NonNullable<RequestQuery['ordering']>>({
    number: true,
    title: true,
    priority: true,
    createdAt: true,
    updatedAt: true,
  }),
}

/** `new` opens the form of a new request. */
const newDialog = oneOf<'new'>({ new: true })

/** `ticket`: the ticket a new request refers to. */
export const requestSearch = listSearch({ ...requestFilters, dialog: newDialog, ticket: text })

export const adminRequestSearch = listSearch({ ...requestFilters, customer: text, dialog: newDialog })

/** `view=groups` shows groups of services. That list uses only its own parameters. */
const serviceFilters = {
  view: oneOf<'groups'>({ groups: true }),
  type: oneOf<ServiceType>({ device_service: true, website_service: true, application_service: true }),
  state: oneOf<ServiceState>({ ok: true, problem: true, unknown: true }),
  collection: text,
  certificate: oneOf<NonNullable<ServiceQuery['certificate']>>({ expiring: true }),
  ordering: orderedBy<NonNullable<ServiceQuery['ordering']>>({ name: true, type: true, createdAt: true, state: true }),
}

export const serviceSearch = listSearch(serviceFilters)

/** `dialog=new` opens the form of a new service. */
export const adminServiceSearch = listSearch({
  ...serviceFilters,
  customer: text,
  dialog: oneOf<'new'>({ new: true }),
})

export const customerSearch = listSearch({
  kind: oneOf<CustomerKind>({ private: true, business: true, public: true }),
  ordering: orderedBy<NonNullable<z.output<typeof customerQuery>['ordering']>>({
    number: true,
    name: true,
    createdAt: true,
  }),
})

const customerSections = {
  tickets: true,
  requests: true,
  services: true,
  invoices: true,
  links: true,
  users: true,
  privacy: true,
} as const

/** The section of a customer's page, the overview by default. Paging and order apply to the list of users. */
export const customerPageSearch = listSearch({
  section: oneOf<keyof typeof customerSections>(customerSections),
  ordering: oneOf<'username' | '-username'>({ username: true, '-username': true }),
})

/** `message`: id of the open message. */
export const messageSearch = listSearch({
  state: oneOf<MessageState>({ new: true, answered: true }),
  ordering: oneOf<(typeof messageOrderings)[number]>({ state: true, createdAt: true, '-createdAt': true }),
  message: text,
})

/** `entry`: id of the question in the form, `new` for a new one. */
export const faqEditingSearch = searchParams({
  search: text,
  published: oneOf<'true' | 'false'>({ true: true, false: true }),
  category: text,
  entry: text,
})

/** For a list without filters. */
export const pageSearch = searchParams({ page: pageNumber, page_size: pageSize })

export const userSearch = listSearch({
  role: oneOf<Role>({ customer: true, admin: true }),
  ordering: oneOf<'username' | '-username'>({ username: true, '-username': true }),
})

/** `search`: finds the customer to impersonate; the pages are those of past impersonations. */
export const impersonationSearch = listSearch({})

export const outboxSearch = listSearch({
  state: oneOf<OutboxMail['state']>({ waiting: true, sent: true, failed: true }),
})

export const auditLogSearch = searchParams({
  page: pageNumber,
  page_size: pageSize,
  subject: text,
  actor: text,
  action: text,
  from: calendarDate,
  to: calendarDate,
})
