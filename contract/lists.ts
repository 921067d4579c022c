/**
 * The filters and orderings of each list, defined once. The query of the API, the address of the page, the choices of
 * the filter bar and the statements are derived from it (decision 0062). Data only: it is in every page.
 */
import { progressSteps } from './progress.ts'

/** One of some words, the id of a row, a calendar date, a calendar month (`YYYY-MM`), or a text. */
type Filter = readonly string[] | 'id' | 'date' | 'month' | 'text'

export type List = {
  readonly isSearched?: true
  readonly filters: Readonly<Record<string, Filter>>
  /** One word for values of several filters. If two match, the last one counts. */
  readonly combined?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>
  readonly orderings?: readonly string[]
  /** The default ordering. */
  readonly usualOrdering?: string
}

type ValueOf<F extends Filter> = F extends readonly (infer Word)[] ? Word : string

export type FilterOf<L extends List> = { [Name in keyof L['filters']]?: ValueOf<L['filters'][Name]> | undefined }

export type OrderingOf<L extends List> = L extends { orderings: readonly (infer Ordering extends string)[] }
  ? Ordering
  : never

/** The filters and orderings of a list. */
export type Narrowing<L extends List> = FilterOf<L> &
  (L extends { isSearched: true } ? { search?: string | undefined } : unknown) &
  ([OrderingOf<L>] extends [never] ? unknown : { ordering?: OrderingOf<L> | undefined })

/** Orderings by these columns, up and down. */
function bothWays<const Name extends string>(...names: Name[]): (Name | `-${Name}`)[] {
  return names.flatMap(name => [name, `-${name}` as const])
}

export const ticketList = {
  isSearched: true,
  filters: {
    progress: progressSteps,
    /** `none`: no invoice was issued yet. */
    invoicePaid: ['paid', 'unpaid', 'none'],
    /** `open`: with work that is not invoiced yet. */
    billing: ['open'],
    /** `open`: with a customer's wish that nobody has begun, as `openWishes` lists them. */
    wishes: ['open'],
    /** With entries of the month that have hours: those that `hoursThisMonth` adds up. */
    workedIn: 'month',
    customer: 'id',
  },
  orderings: bothWays('number', 'name', 'hoursCount', 'total', 'updatedAt'),
  usualOrdering: '-updatedAt',
} as const satisfies List

export const entryList = {
  filters: { ticket: 'id', progress: progressSteps },
  orderings: bothWays('date', 'createdAt'),
  usualOrdering: '-date',
} as const satisfies List

export const invoiceStates = ['draft', 'issued', 'cancelled'] as const
/** `drafting` and `issuing` are at work. */
export const billingRunStates = ['none', 'idle', 'drafting', 'issuing'] as const

/** `uploaded`: a PDF made elsewhere; `written`: by the portal; `cancellation`: of either of them. */
export const invoiceKinds = ['uploaded', 'written', 'cancellation'] as const

export const invoiceList = {
  isSearched: true,
  filters: {
    state: invoiceStates,
    /** Of the issued ones. */
    paid: ['paid', 'unpaid'],
    overdue: ['true', 'false'],
    /** `open`: with a question that is not answered. */
    questions: ['open'],
    customer: 'id',
    issueDateFrom: 'date',
    issueDateTo: 'date',
    /** The day they are due. */
    dueDate: 'date',
  },
  combined: {
    /** Unpaid includes overdue. */
    standing: {
      draft: { state: 'draft' },
      unpaid: { paid: 'unpaid' },
      overdue: { overdue: 'true' },
      paid: { paid: 'paid' },
      cancelled: { state: 'cancelled' },
    },
  },
  orderings: bothWays('issueDate', 'dueDate', 'number', 'gross'),
  usualOrdering: '-issueDate',
} as const satisfies List

export const questionStates = ['open', 'answered'] as const

/** Questions of customers on invoices; `ticket`: those about its work. */
export const questionList = {
  filters: { state: questionStates, ticket: 'id', customer: 'id' },
} as const satisfies List

export const requestPriorities = ['low', 'medium', 'high'] as const
/** `accepted` and `declined` are final. */
export const requestStates = ['open', 'accepted', 'declined'] as const

export const requestList = {
  isSearched: true,
  filters: { state: requestStates, priority: requestPriorities, customer: 'id' },
  orderings: bothWays('number', 'title', 'priority', 'createdAt', 'updatedAt'),
  usualOrdering: '-updatedAt',
} as const satisfies List

export const serviceTypes = ['device_service', 'website_service', 'application_service'] as const
/** The state of a monitored service: up, down, or no report yet. */
export const serviceStates = ['ok', 'problem', 'unknown'] as const

export const serviceList = {
  isSearched: true,
  filters: {
    type: serviceTypes,
    state: serviceStates,
    collection: 'id',
    /** Monitored websites whose certificate expires within 30 days or has expired. */
    certificate: ['expiring'],
    customer: 'id',
  },
  /** `state`: outages first, then by name. */
  orderings: bothWays('name', 'createdAt', 'type', 'state'),
  usualOrdering: 'name',
} as const satisfies List

/** Services of one kind. */
export const kindList = {
  isSearched: true,
  filters: { state: serviceStates, collection: 'id', customer: 'id' },
  orderings: bothWays('name', 'createdAt'),
  usualOrdering: 'name',
} as const satisfies List

export const siteControls = ['off', 'suggest', 'on'] as const
/** `unknown`: no reading has arrived yet. */
export const siteStates = ['ok', 'silent', 'unknown'] as const

export const energySiteList = {
  isSearched: true,
  filters: {
    state: siteStates,
    control: siteControls,
    /** `open`: with an alarm that is not muted. */
    alarms: ['open'],
    customer: 'id',
  },
  orderings: bothWays('name', 'createdAt', 'lastReadingAt'),
  usualOrdering: 'name',
} as const satisfies List

/** Channels, in the order they were added. */
export const energyChannelList = { filters: { site: 'id' } } as const satisfies List

/** The latest tariff first. */
export const energyTariffList = {
  filters: { site: 'id' },
  orderings: bothWays('validFrom'),
  usualOrdering: '-validFrom',
} as const satisfies List

export const energyStorageList = { filters: { site: 'id' } } as const satisfies List

/** `expired`: the device did not confirm it in time. */
/** `expired`: not confirmed in time. `superseded`: another command, or none, followed before the device could answer. */
export const commandStates = ['sent', 'confirmed', 'refused', 'expired', 'superseded'] as const

/** Commands to devices, the latest first. */
export const energyCommandList = {
  filters: { site: 'id', storage: 'id', state: commandStates },
} as const satisfies List

/** What people ordered instead of the plan, the latest first. */
export const energyOverrideList = { filters: { site: 'id' } } as const satisfies List

export const collectionList = {
  isSearched: true,
  filters: { customer: 'id' },
  orderings: bothWays('name', 'createdAt'),
  usualOrdering: 'name',
} as const satisfies List

export const credentialList = { filters: { service: 'id' } } as const satisfies List

export const customerKinds = ['private', 'business', 'public'] as const

export const customerList = {
  isSearched: true,
  filters: {
    kind: customerKinds,
    /** `open`: with billable work, as `billing.list` returns it. */
    billing: ['open'],
  },
  orderings: bothWays('number', 'name', 'createdAt'),
  usualOrdering: 'name',
} as const satisfies List

export const linkList = { filters: { customer: 'id' } } as const satisfies List

/** Customers with billable work. `tickets`: ids, separated by commas; `from` and `to`: days of the work. */
export const billingList = {
  filters: { customer: 'id', tickets: 'text', from: 'date', to: 'date' },
} as const satisfies List

export const messageStates = ['new', 'answered'] as const

export const messageList = {
  isSearched: true,
  filters: { state: messageStates },
  /** `state`: the new ones first, then the answered ones, each the latest first. */
  orderings: ['state', 'createdAt', '-createdAt'],
  usualOrdering: 'state',
} as const satisfies List

export const dnsProviderTypes = ['powerdns', 'rfc2136', 'dyndns2', 'hetzner', 'desec', 'cloudflare', 'ionos'] as const

export const dnsDomainList = {
  isSearched: true,
  filters: { type: dnsProviderTypes, customer: 'id' },
  orderings: bothWays('domain', 'createdAt'),
  usualOrdering: 'domain',
} as const satisfies List

export const dnsRecordTypes = ['A', 'AAAA'] as const
/** From unknown to proven; then the faulty ones. */
export const dnsHostnameStates = [
  'waiting',
  'pending',
  'published',
  'current',
  'retrying',
  'failed',
  'differs',
] as const

export const dnsHostnameList = {
  isSearched: true,
  filters: { state: dnsHostnameStates, domain: 'id', customer: 'id' },
  orderings: bothWays('hostname', 'createdAt'),
  usualOrdering: 'hostname',
} as const satisfies List

export const dnsEndpointList = {
  isSearched: true,
  filters: { customer: 'id' },
  orderings: bothWays('name', 'createdAt'),
  usualOrdering: 'name',
} as const satisfies List

export const roles = ['customer', 'admin'] as const

export const userList = {
  isSearched: true,
  filters: { role: roles, customer: 'id' },
  orderings: bothWays('username', 'createdAt'),
  usualOrdering: 'username',
} as const satisfies List

export const mailStates = ['waiting', 'sent', 'failed'] as const

export const mailList = { isSearched: true, filters: { state: mailStates } } as const satisfies List

export const newsletterStates = ['draft', 'sending', 'paused', 'sent', 'cancelled'] as const

export const newsletterList = { filters: { state: newsletterStates } } as const satisfies List

/** A search returns the best matches first. */
export const faqList = { isSearched: true, filters: {} } as const satisfies List

export const editableFaqList = {
  isSearched: true,
  filters: { published: ['true', 'false'], category: 'text' },
} as const satisfies List

/** Without the values of `action`: there are a hundred. */
export const auditList = {
  filters: {
    subject: 'text',
    /** The user who did it. */
    actor: 'id',
    action: 'text',
    /** First and last day, Europe/Berlin. */
    from: 'date',
    to: 'date',
  },
} as const satisfies List
