/** What is measured against what, and the ratio that is promised (docs/operations.md, "How fast it is"). */
import type { LoadRequest } from './load.ts'
import type { Installation, InstallationName } from './prepare.ts'
import { createRequests, get, listRequests, ticketRequests } from './requests.ts'

type Side = { on: InstallationName; requests: (installation: Installation) => Promise<LoadRequest[]> }

export type BenchCase = {
  name: string
  /** Shown in the table for the second side. */
  against: string
  /** The least ratio of requests per second; null where there is no promise. */
  target: number | null
  one: Side
  other: Side
}

const list: Side['requests'] = async ({ customers }) => listRequests(customers)
const ticket: Side['requests'] = async ({ customers }) => ticketRequests(customers)
const create: Side['requests'] = async ({ target, customers }) => createRequests(target, customers)

/** Lists besides the customer's ticket list, as an admin reads them. */
const otherLists: readonly [string, string][] = [
  ['tickets of all customers', '/api/backend/tickets/'],
  ['tickets in progress of all customers', '/api/backend/tickets/?progress=inProgress'],
  ['entries', '/api/backend/ticket-entries/'],
  ['entries in progress', '/api/backend/ticket-entries/?progress=inProgress'],
  ['services', '/api/backend/services/'],
  ['websites that are down', '/api/backend/website-services/?state=problem'],
  ['service collections', '/api/backend/service-collections/'],
  ['summary of services', '/api/backend/service-summary/'],
  ['customers', '/api/backend/customer/'],
  ['public customers', '/api/backend/customer/?kind=public'],
  ['users', '/api/jfk-django-core/user/'],
  ['frequent questions', '/api/backend/faq/'],
  ['outbox', '/api/backend/outbox/'],
  ['failed mails', '/api/backend/outbox/?state=failed'],
  ['audit log', '/api/backend/audit-log/'],
]

const reads: readonly [string, Side['requests']][] = [
  ['ticket list of 25', list],
  ['ticket with its entries', ticket],
  ...otherLists.map(([name, path]): [string, Side['requests']] => [name, async ({ admin }) => [get(path, admin)]]),
]

/** Creating comes last: it changes what the others read. */
export const benchCases: readonly BenchCase[] = [
  againstLimit('ticket list of 25', 0.95, list),
  againstLimit('ticket with its entries', 0.75, ticket),
  ...reads.slice(2).map(
    ([name, requests]): BenchCase => ({
      name,
      against: 'ticket list',
      target: 0.5,
      one: { on: 'small', requests },
      other: { on: 'small', requests: list },
    }),
  ),
  ...reads.map(
    ([name, requests]): BenchCase => ({
      name: `${name}, 10 × the data`,
      against: '1 × the data',
      target: 0.85,
      one: { on: 'large', requests },
      other: { on: 'small', requests },
    }),
  ),
  againstLimit('create an entry (durable)', 0.7, create),
  ...reads.slice(0, 2).map(([name, requests]) => onPostgres(name, requests)),
  onPostgres('create an entry', create),
]

function againstLimit(name: string, target: number, requests: Side['requests']): BenchCase {
  // The limit server takes the product's requests: it has the same sessions and asks for no CSRF token.
  const same: Side['requests'] = async installation => (requests === create ? limitCreate : requests)(installation)
  return { name, target, against: 'L1', one: { on: 'small', requests }, other: { on: 'limit', requests: same } }
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
