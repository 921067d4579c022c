/**
 * The query plans of every statement of every list: each combination of filters, ordering, scope and search, and the
 * lists without filters. Checked on SQLite, as explained in `query-plans.ts`.
 */
import type { Compilable } from 'kysely'
import { afterAll, describe, expect, it, test } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { List } from '#contract/lists.ts'
import * as lists from '#contract/lists.ts'
import { scopeOf } from '#server/auth/scope.ts'
import { adminActor } from '#server/testing/actors.ts'
import { buildEndpoint, buildHostname } from '#server/testing/build-dns.ts'
import { buildCredential } from '#server/testing/build-services.ts'
import { variantsOf } from '#server/testing/list-variants.ts'
import { preparedLists as prepared } from '#server/testing/prepared-lists.ts'
import {
  flags,
  openQueryPlans,
  page,
  param,
  scansIn,
  uncoveredIn,
  unorderedIn,
  unsoughtIn,
} from '#server/testing/query-plans.ts'
import { listSessions } from './accounts/account.queries.ts'
import { listBackups } from './backups/backup.queries.ts'
import { listCalls } from './dns/dns-endpoint.queries.ts'
import { listChanges } from './dns/dns-hostname.queries.ts'
import { impersonationPage } from './impersonations/impersonation.queries.ts'
import { listConsents } from './newsletters/newsletter-consent.queries.ts'
import { listFailedJobs } from './operations/failed-job.queries.ts'
import { listExports } from './privacy/customer-export.queries.ts'
import { listReveals } from './services/service-credential.queries.ts'
import {
  billableCount,
  billablePage,
  waitingCount,
  waitingOfTickets,
  waitingPage,
} from './tickets/ticket-invoicing.queries.ts'
import { listOpenTimers } from './tickets/timer.queries.ts'
import { wishCount, wishPage } from './tickets/wish.queries.ts'

const { db, planOf, plansOfRun, isCompiledOnce, close } = await openQueryPlans()
afterAll(close)

describe.each(byList(prepared))('the list behind %s', (_name, one) => {
  const { table } = one
  const list: List = one.list
  const found = variantsOf(one).map(variant => ({ variant, shape: one.shapeOf(variant, false) }))
  type Found = (typeof found)[number]
  const plansOf = (some: Found[]) => Promise.all(some.map(({ variant }) => planOf(one.page(variant, db, param))))
  const isSought = ({ shape }: Found) => one.filters.some(([name, filter]) => shape.has(name) && filter.isSought(shape))
  const filtersIn = ({ has }: Found['shape']) => one.filters.filter(([name]) => has(name)).map(([, filter]) => filter)

  it('has a statement for every filter, ordering, scope and search', () => {
    for (const name of Object.keys(list.filters)) {
      expect([name, name === 'customer' || found.some(({ shape }) => shape.has(name))]).toEqual([name, true])
    }
    expect(new Set(found.map(({ variant }) => variant.ordering)).size).toBe(list.orderings?.length ?? 1)
    expect(new Set(found.map(({ variant }) => variant.isScoped)).size).toBe(one.isOfCustomers ? 2 : 1)
  })

  it('is compiled once for any values', () => {
    const usual = list.usualOrdering ?? 'usual'
    const statements = found
      .filter(({ variant }) => variant.ordering === usual && variant.words < 2)
      .flatMap(({ variant }) => [one.page(variant, db, param), one.count(variant, db, param)])
    expect(statements.length).toBeGreaterThan(0)
    const again = statements.filter(statement => !isCompiledOnce(statement))
    expect(again.map(statement => statement.compile().sql)).toEqual([])
  })

  it('walks an index in order with any filter', async () => {
    const walked = found.filter(({ shape }) => shape.isWalk)
    expect(walked.length).toBeGreaterThan(0)
    const plans = await plansOf(walked)
    // A table that is stored in the order of its key is walked without an index.
    const bare = plans.map(plan => plan.filter(step => one.key === 'id' || step !== `SCAN ${table}`))
    expect(unorderedIn(bare)).toEqual([])
  })

  it('seeks its filters where an index has them in its order', async () => {
    const sought = found.filter(({ shape }) => shape.isWalk).filter(isSought)
    const hasIndexed = one.filters.some(([, filter]) => !filter.finds && !filter.partialIndex)
    expect(sought.length > 0 || !hasIndexed).toBe(true)
    expect(unsoughtIn(await plansOf(sought), table)).toEqual([])
  })

  it('finds words by an index, and the rows of a filter by its own', async () => {
    const searched = found.filter(({ shape }) => !shape.isWalk)
    const plans = await plansOf(searched)
    expect(scansIn(plans)).toEqual([])
    for (const [at, { shape }] of searched.entries()) {
      if (shape.words > 0) continue
      const indexes = filtersIn(shape).flatMap(({ finds }) => finds ?? [])
      expect([indexes, indexes.some(index => plans[at]?.join().includes(` ${index} `))]).toEqual([indexes, true])
    }
  })

  it('is counted by an index, and in it alone where it is walked', async () => {
    const usual = list.usualOrdering ?? 'usual'
    const counted = found.filter(({ variant }) => variant.ordering === usual && !one.isKept(variant))
    const plans = await Promise.all(counted.map(({ variant }) => planOf(one.count(variant, db, param))))
    expect(scansIn(plans)).toEqual([])
    const walks = plans.filter((plan, at) => {
      const shape = counted[at]?.shape
      const filters = shape ? filtersIn(shape) : []
      const own = filters.flatMap(({ partialIndex, index }) => partialIndex ?? ((filters.length > 1 && index) || []))
      // A row found by its id is one.
      return shape?.isWalk && !own.some(name => plan.join().includes(` ${name}`)) && !/\(id=\?\)/.test(plan.join())
    })
    expect(uncoveredIn(walks, table)).toEqual([])
  })
})

describe('work to bill', () => {
  it('is summed up by customer in an index alone, of all and of one, of all days and of some', async () => {
    const variants = flags.flatMap(isOfOne => flags.map(isOfDays => ({ isOfOne, isOfDays })))
    const plans = variants.flatMap(variant => [waitingPage(variant, db, param), waitingCount(variant, db, param)])
    const found = await Promise.all(plans.map(planOf))
    expect(uncoveredIn(found, 'ticket_entry')).toEqual([])
    expect(unsoughtIn(found, 'ticket_entry')).toEqual([])
  })

  it('of some tickets is found by these', async () => {
    for (const days of [undefined, { from: '2026-02-01', to: '2026-02-28' }]) {
      const plan = await planOf(waitingOfTickets(db, ['t', 'u'], days))
      expect(plan.join()).toMatch(/SEARCH ticket_entry USING (?:COVERING )?INDEX \w+ \(ticket_id=\?/)
      expect(scansIn([plan])).toEqual([])
    }
  })
})

/** Lists without filters. Those of one user, customer or credential are short: they may be sorted. */
const all = scopeOf(adminActor)
const statementsOf = (...statements: Compilable[]) => Promise.all(statements.map(planOf))
const runs = {
  walked: {
    'backups.list': () => plansOfRun(connection => listBackups(connection, all, page)),
    'failedJobs.list': () => plansOfRun(connection => listFailedJobs(connection, all, page)),
    'impersonations.list': () => statementsOf(impersonationPage(db, param)),
    'invoices.billableEntries': () => statementsOf(billablePage(db, param), billableCount(db, param)),
    'ticketEntries.openWishes': () => statementsOf(wishPage(db, param), wishCount(db)),
  },
  short: {
    'accounts.listSessions': () => plansOfRun(connection => listSessions(connection, 'u', new Date(0), page)),
    'customerExports.list': () =>
      plansOfRun(connection => listExports(connection, { scope: all, actor: adminActor }, customerId, page)),
    'dnsEndpoints.listCalls': () => plansOfRun(connection => listCalls(connection, all, endpointId, page)),
    'dnsHostnames.listChanges': () => plansOfRun(connection => listChanges(connection, all, hostnameId, page)),
    'newsletterConsents.list': () => plansOfRun(connection => listConsents(connection, all, customerId, page)),
    'serviceCredentials.listReveals': () => plansOfRun(connection => listReveals(connection, all, credentialId, page)),
    'timers.list': () => plansOfRun(connection => listOpenTimers(connection, adminActor)),
  },
} as const

const runtime = { db, clock: { now: () => new Date(0) }, wake: () => undefined }
const { id: credentialId, customer_id: customerId } = await buildCredential(runtime)
const { id: hostnameId } = await buildHostname(runtime)
const { id: endpointId } = await buildEndpoint(runtime)

test.each(Object.entries(runs.walked))('%s walks an index in order', async (_name, plans) => {
  expect(unorderedIn(await plans())).toEqual([])
})

test.each(Object.entries(runs.short))('%s seeks its rows by an index', async (_name, plans) => {
  expect(scansIn(await plans())).toEqual([])
})

test('every list of the contract is walked here', () => {
  const withPages = allEndpoints().filter(({ endpoint }) => 'page_size' in namesIn(endpoint.query))
  const here = { ...prepared, ...runs.walked, ...runs.short, 'billing.list': 'work to bill' }
  expect(withPages.map(({ name }) => name).sort()).toEqual(Object.keys(here).sort())

  const { kindList, ...others } = lists
  const stated = Object.values<unknown>(others).filter(list => list instanceof Object && 'filters' in list)
  const walked: unknown[] = [...Object.values(prepared).map(({ list }) => list), lists.billingList]
  expect(new Set(walked)).toEqual(new Set(stated))
  // The lists of one kind are the list of services.
  expect(Object.keys(lists.serviceList.filters)).toEqual(expect.arrayContaining(Object.keys(kindList.filters)))
})

test('an endpoint asks for the filters of its list and no others', () => {
  for (const { name, endpoint } of allEndpoints()) {
    const list: List | undefined = name in prepared ? prepared[name as keyof typeof prepared].list : undefined
    if (!list) continue
    const known = [...Object.keys(list.filters), 'page', 'page_size', 'search', 'ordering']
    expect([name, Object.keys(namesIn(endpoint.query)).filter(filter => !known.includes(filter))]).toEqual([name, []])
  }
})

/** The fields of a query. */
function namesIn(query: Endpoint['query']): object {
  return query && 'shape' in query && query.shape instanceof Object ? query.shape : {}
}

/** Each list once, with the names of its endpoints. */
function byList<T extends object>(named: Readonly<Record<string, T>>): (readonly [string, T])[] {
  const names = Map.groupBy(Object.entries(named), ([, list]) => list)
  return [...names].map(([list, entries]) => [entries.map(([name]) => name).join(', '), list] as const)
}
