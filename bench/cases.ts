/** The measured pairs and the promised ratios (docs/operations.md, "How fast it is"). */

import { createRequests, get, listRequests, routerRequests, ticketRequests } from './bench-requests.ts'
import type { LoadRequest } from './load.ts'
import type { Installation, InstallationName } from './prepare.ts'

type Side = { on: InstallationName; requests: (installation: Installation) => Promise<LoadRequest[]> }

export type BenchCase = {
  name: string
  /** The table's label for the second side. */
  against: string
  /** The minimum ratio of requests per second; null without a promise. */
  target: number | null
  one: Side
  other: Side
}

const list: Side['requests'] = async ({ customers }) => listRequests(customers)
const ticket: Side['requests'] = async ({ customers }) => ticketRequests(customers)
const create: Side['requests'] = async ({ target, customers }) => createRequests(target, customers)
const router: Side['requests'] = async () => routerRequests()

/** Lists other than the customer's ticket list, as an admin reads them. */
const otherLists: readonly [string, string][] = [
  ['tickets of all customers', '/api/backend/tickets/'],
  ['tickets in progress of all customers', '/api/backend/tickets/?progress=inProgress'],
  ['entries', '/api/backend/ticket-entries/'],
  ['entries in progress', '/api/backend/ticket-entries/?progress=inProgress'],
  ['requests', '/api/backend/requests/'],
  ['open requests', '/api/backend/requests/?state=open'],
  ['invoices', '/api/backend/invoices/'],
  ['overdue invoices', '/api/backend/invoices/?overdue=true'],
  ['services', '/api/backend/services/'],
  ['devices', '/api/backend/device-services/'],
  ['websites', '/api/backend/website-services/'],
  ['websites that are down', '/api/backend/website-services/?state=problem'],
  ['applications', '/api/backend/application-services/'],
  ['service collections', '/api/backend/service-collections/'],
  ['credentials', '/api/backend/credentials/'],
  ['customers', '/api/backend/customer/'],
  ['public customers', '/api/backend/customer/?kind=public'],
  ['customers found by a word', '/api/backend/customer/?search=Sonnenhof'],
  ['customers found inside a word', '/api/backend/customer/?search=hof'],
  ['users', '/api/jfk-django-core/user/'],
  ['customer links', '/api/backend/customer-links/'],
  ['messages', '/api/backend/admin/messages/'],
  ['new messages', '/api/backend/admin/messages/?state=new'],
  ['newsletters', '/api/backend/newsletters/'],
  ['frequent questions', '/api/backend/faq/'],
  ['outbox', '/api/backend/outbox/'],
  ['failed mails', '/api/backend/outbox/?state=failed'],
  ['failed jobs', '/api/backend/failed-jobs/'],
  ['backups', '/api/backend/admin/backups/'],
  ['audit log', '/api/backend/audit-log/'],
]

/** A customer's own lists, and the requests of both portals' homes. */
const ownLists: readonly [string, string][] = [
  ['own requests', '/api/backend/requests/'],
  ['own invoices', '/api/backend/invoices/'],
  ['own services', '/api/backend/services/'],
]
const summaries: readonly [string, string][] = [
  ['sums of tickets', '/api/backend/ticket-summary/'],
  ['sums of invoices', '/api/backend/invoice-summary/'],
  ['summary of requests', '/api/backend/request-summary/'],
  ['summary of services', '/api/backend/service-summary/'],
  ['hours and revenue per month', '/api/backend/work-months/'],
  ['search over everything', '/api/backend/search/?search=Sonnenhof'],
  ['search inside words', '/api/backend/search/?search=pumpe'],
  ['search for several words', '/api/backend/search/?search=einbinden+hof'],
  ['search for a telephone number', '/api/backend/search/?search=%2B49+170-1000007'],
]

type Read = [name: string, requests: Side['requests']]

const reads: readonly Read[] = [
  ['ticket list of 25', list],
  ['ticket with its entries', ticket],
  ...ownLists.map(([name, path]): Read => [name, async ({ customers }) => customers.map(own => get(path, own))]),
  ...otherLists.map(asAdmin),
]

function asAdmin([name, path]: readonly [string, string]): Read {
  return [name, async ({ admin }) => [get(path, admin)]]
}

type Limit = 'limit' | 'limitStored' | 'limitPostgres'
const limits: Readonly<Record<Limit, string>> = { limit: 'L1', limitStored: 'L1 stored', limitPostgres: 'bare pg' }

/** Creating is last: it changes the data that the others read. */
export const benchCases: readonly BenchCase[] = [
  againstLimit('ticket list of 25', 0.95, list),
  againstLimit('ticket with its entries', 0.75, ticket),
  againstLimit('ticket list of 25, stored sums', 0.8, list, 'limitStored'),
  againstLimit('ticket with its entries, stored sums', 0.75, ticket, 'limitStored'),
  ...reads.slice(2).map(
    ([name, requests]): BenchCase => ({
      name,
      against: 'ticket list',
      target: 0.5,
      one: { on: 'small', requests },
      other: { on: 'small', requests: list },
    }),
  ),
  ...[...reads, ...summaries.map(asAdmin)].map(read => grown(read, 0.85)),
  besideDue('ticket list', 'due', 'small'),
  besideDue('ticket list, PostgreSQL', 'duePostgres', 'postgres'),
  againstLimit('update call of a router, nochg (durable)', 0.7, router),
  onPostgres('update call of a router, nochg', router),
  ...reads.slice(0, 2).map(([name, requests]) => onPostgres(name, requests)),
  againstLimit('ticket list of 25, PostgreSQL', 0.6, list, 'limitPostgres'),
  againstLimit('ticket with its entries, PostgreSQL', 0.6, ticket, 'limitPostgres'),
  againstLimit('create an entry (durable)', 0.7, create),
  onPostgres('create an entry', create),
  againstLimit('create an entry, PostgreSQL', 0.45, create, 'limitPostgres'),
]

function grown([name, requests]: Read, target: number | null): BenchCase {
  return {
    name: `${name}, 10 × the data`,
    against: '1 × the data',
    target,
    one: { on: 'large', requests },
    other: { on: 'small', requests },
  }
}

function againstLimit(name: string, target: number, requests: Side['requests'], on: Limit = 'limit'): BenchCase {
  // The limit server accepts the product's requests: it has the same sessions and requires no CSRF token.
  const same: Side['requests'] = async installation => (requests === create ? limitCreate : requests)(installation)
  const product: InstallationName = on === 'limitPostgres' ? 'postgres' : 'small'
  return { name, target, against: limits[on], one: { on: product, requests }, other: { on, requests: same } }
}

/** While ten thousand DNS host names are due at a provider that refuses connections. */
function besideDue(name: string, due: InstallationName, none: InstallationName): BenchCase {
  return {
    name: `${name}, 10,000 host names due`,
    against: 'none due',
    target: 0.5,
    one: { on: due, requests: list },
    other: { on: none, requests: list },
  }
}

const limitCreate: Side['requests'] = async ({ customers }) => createRequests(undefined, customers)

function onPostgres(name: string, requests: Side['requests']): BenchCase {
  return {
    name: `${name}, PostgreSQL`,
    target: null,
    against: 'SQLite',
    one: { on: 'postgres', requests },
    other: { on: 'small', requests },
  }
}
