/**
 * No list reads a table from end to end or sorts it: every combination of filters, ordering and scope walks an index.
 * With a search the few rows found are sorted. Checked on SQLite, whose planner has no statistics and so no moods.
 */
import { type Compilable, type CompiledQuery, type Kysely, type RootOperationNode, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customerKinds } from '#contract/customers.ts'
import { invoiceOrderings } from '#contract/invoices.ts'
import { messageOrderings } from '#contract/messages.ts'
import { progressSteps } from '#contract/progress.ts'
import { requestOrderings } from '#contract/requests.ts'
import { serviceOrderings } from '#contract/service-fields.ts'
import { ticketOrderings } from '#contract/tickets.ts'
import { scopeOf } from '#server/auth/scope.ts'
import type { OpenedDatabase } from '#server/database/open.ts'
import type { Database } from '#server/database/schema.ts'
import { adminActor, customerActor } from '#server/testing/actors.ts'
import { openTestDatabase } from '#server/testing/engines.ts'
import { listUsers } from './accounts/users/queries.ts'
import { linkCount, linkPage } from './customer-links/queries.ts'
import { customerCount, customerPage } from './customers/queries.ts'
import { listEditableFaq } from './faq/editing/queries.ts'
import { invoiceCount, invoicePage } from './invoices/list/queries.ts'
import { getInvoiceSums } from './invoices/queries.ts'
import { customersWithEmail, messagePage, messageReplies, messageSearchCount } from './messages/queries.ts'
import { newsletterPage } from './newsletters/queries.ts'
import { auditCount, auditPage, listAuditEntries } from './operations/audit-log/queries.ts'
import { getBackupSummary, listBackups } from './operations/backups/queries.ts'
import { listFailedJobs } from './operations/failed-jobs/queries.ts'
import { mailPage, mailSearchCount } from './operations/queries.ts'
import { requestCount, requestPage } from './requests/list/queries.ts'
import { countRequests } from './requests/queries.ts'
import { searchCounts, searchRows } from './search/queries.ts'
import { collectionCount, collectionPage } from './services/collections/queries.ts'
import { credentialCount, credentialPage } from './services/credentials/queries.ts'
import { serviceCount, servicePage } from './services/list/queries.ts'
import { downWebsites, expiringCertificates, silentApplications } from './services/summary/queries.ts'
import { entryCountOfTicket, entryPage } from './tickets/entries/list/queries.ts'
import { billableCount, billablePage } from './tickets/invoicing/queries.ts'
import { ticketPage, ticketSearchCount } from './tickets/list/queries.ts'

const values = {
  customerId: 'c',
  ticketId: 't',
  kind: customerKinds[0],
  progress: progressSteps[0],
  invoiceState: 'none',
  state: 'new',
  priority: 'high',
  id: 'm',
  email: 'e',
  key: 'e',
  today: '2026-03-10',
  dateFrom: '2026-01-01',
  dateTo: '2026-12-31',
  collectionId: 'l',
  serviceId: 's',
  type: 'website_service',
  until: '2026-01-01',
  from0: 'a',
  to0: 'b',
  from1: 'c',
  to1: 'd',
  subject: 's',
  action: 'ticket.updated',
  actor: 'u',
  first: 1,
  last: 9,
  limit: 25,
  offset: 0,
}
// The plan is the same for any value; each builder names only parameters of its own.
const param = (name: string) => Reflect.get(values, name) as never

const page = { page: 1, page_size: 25 }
const flags = [false, true]

let database: OpenedDatabase
let db: Kysely<Database>
beforeAll(async () => {
  database = await openTestDatabase('sqlite')
  db = database.db
})
afterAll(() => database.close())

describe('the list of tickets', () => {
  const variants = combine({
    ordering: ticketOrderings,
    isScoped: flags,
    hasProgress: flags,
    hasInvoiceState: flags,
    words: [0, 1],
  })

  it('walks an index in order with any filter', async () => {
    const plans = variants.filter(({ words }) => words === 0).map(variant => planOf(ticketPage(variant, db, param)))
    expect(plans).toHaveLength(80)
    expect(unorderedIn(await Promise.all(plans))).toEqual([])
  })

  it('over all customers seeks what it is filtered by, in its usual order', async () => {
    const filtered = variants.filter(
      ({ words, isScoped, ordering, hasProgress, hasInvoiceState }) =>
        words === 0 && !isScoped && ordering === '-updatedAt' && (hasProgress || hasInvoiceState),
    )
    const plans = await Promise.all(filtered.map(variant => planOf(ticketPage(variant, db, param))))
    expect(plans).toHaveLength(3)
    expect(unsoughtIn(plans, 'ticket')).toEqual([])
  })

  it('finds words by an index', async () => {
    const searches = variants.filter(({ words }) => words > 0)
    const plans = searches.flatMap(variant => [ticketPage(variant, db, param), ticketSearchCount(variant, db, param)])
    expect(scansIn(await Promise.all(plans.map(planOf)))).toEqual([])
  })
})

describe('the list of requests', () => {
  const variants = combine({
    ordering: requestOrderings,
    isScoped: flags,
    hasState: flags,
    hasPriority: flags,
    words: [0, 1],
  })

  it('walks an index in order with any filter', async () => {
    const plans = variants.filter(({ words }) => words === 0).map(variant => planOf(requestPage(variant, db, param)))
    expect(plans).toHaveLength(80)
    expect(unorderedIn(await Promise.all(plans))).toEqual([])
  })

  it('over all customers seeks what it is filtered by, in its usual order', async () => {
    const filtered = variants.filter(
      ({ words, isScoped, ordering, hasState, hasPriority }) =>
        words === 0 && !isScoped && ordering === '-updatedAt' && (hasState || hasPriority),
    )
    const plans = await Promise.all(filtered.map(variant => planOf(requestPage(variant, db, param))))
    expect(plans).toHaveLength(3)
    expect(unsoughtIn(plans, 'request')).toEqual([])
  })

  it('of one customer is counted in an index alone, words are found by an index', async () => {
    const counted = variants.filter(({ words, isScoped }) => words === 0 && isScoped)
    const counts = await Promise.all(counted.map(variant => planOf(requestCount(variant, db, param))))
    expect(uncoveredIn(counts, 'request')).toEqual([])
    const sums = await plansOfRun(recording => countRequests(recording, scopeOf(customerActor), undefined))
    expect(uncoveredIn(sums, 'request')).toEqual([])
    const searches = variants.filter(({ words }) => words > 0)
    const plans = searches.flatMap(variant => [requestPage(variant, db, param), requestCount(variant, db, param)])
    expect(scansIn(await Promise.all(plans.map(planOf)))).toEqual([])
  })
})

describe('the list of entries', () => {
  const variants = combine({
    ordering: ['date', '-date', 'createdAt', '-createdAt'],
    isScoped: flags,
    hasTicket: flags,
    hasProgress: flags,
  })

  it('walks an index in order with any filter', async () => {
    const plans = variants.map(variant => planOf(entryPage(variant, db, param)))
    expect(plans).toHaveLength(32)
    expect(unorderedIn(await Promise.all(plans))).toEqual([])
  })

  it('over all customers seeks its progress, in its usual order', async () => {
    const filtered = variants.filter(
      ({ isScoped, hasTicket, hasProgress, ordering }) =>
        !isScoped && !hasTicket && hasProgress && ordering === '-date',
    )
    const plans = await Promise.all(filtered.map(variant => planOf(entryPage(variant, db, param))))
    expect(plans).toHaveLength(1)
    expect(unsoughtIn(plans, 'ticket_entry')).toEqual([])
  })

  it('is counted in an index alone for a ticket', async () => {
    const plans = variants
      .filter(({ hasTicket }) => hasTicket)
      .map(variant => planOf(entryCountOfTicket(variant, db, param)))
    expect(uncoveredIn(await Promise.all(plans), 'ticket_entry')).toEqual([])
  })
})

describe('the list of invoices', () => {
  const variants = combine({
    ordering: invoiceOrderings,
    isScoped: flags,
    withDrafts: flags,
    hasState: flags,
    paid: ['paid', 'unpaid', 'any'],
    overdue: ['true', 'false', 'any'],
    hasDates: flags,
    words: [0, 1],
  })

  it('walks an index in order with any filter', async () => {
    const plans = variants.filter(({ words }) => words === 0).map(variant => planOf(invoicePage(variant, db, param)))
    expect(plans).toHaveLength(1_152)
    expect(unorderedIn(await Promise.all(plans))).toEqual([])
  })

  it('over all customers seeks what it is filtered by, in its usual order', async () => {
    const filtered = variants.filter(
      ({ words, isScoped, withDrafts, ordering, hasState, paid, overdue, hasDates }) =>
        words === 0 &&
        !isScoped &&
        withDrafts &&
        ordering === '-issueDate' &&
        (hasState || paid !== 'any' || overdue === 'true' || hasDates),
    )
    const plans = await Promise.all(filtered.map(variant => planOf(invoicePage(variant, db, param))))
    expect(plans).toHaveLength(34)
    expect(unsoughtIn(plans, 'invoice')).toEqual([])
  })

  it('is counted and searched by indexes', async () => {
    const searches = variants.filter(({ words }) => words > 0)
    const plans = [
      ...searches.flatMap(variant => [invoicePage(variant, db, param), invoiceCount(variant, db, param)]),
      ...variants.map(variant => invoiceCount(variant, db, param)),
    ]
    expect(scansIn(await Promise.all(plans.map(planOf)))).toEqual([])
  })

  it('is counted in an index alone for one customer, for a time, and for what is overdue', async () => {
    const counted = variants.filter(
      ({ words, isScoped, overdue, hasDates }) => words === 0 && (isScoped || overdue === 'true' || hasDates),
    )
    const plans = counted.map(variant => planOf(invoiceCount(variant, db, param)))
    expect(uncoveredIn(await Promise.all(plans), 'invoice')).toEqual([])
  })

  it('has its sums in an index alone', async () => {
    for (const customer of [undefined, 'c']) {
      const context = { actor: adminActor, scope: scopeOf(adminActor) }
      const plans = await plansOfRun(recording => getInvoiceSums(recording, context, { customer, today: '2026-03-10' }))
      expect(uncoveredIn([plans[0] ?? []], 'invoice')).toEqual([])
      expect(scansIn(plans)).toEqual([])
    }
  })

  it('is made from work that waits, which walks an index in order', async () => {
    const plans = [await planOf(billablePage(db, param)), await planOf(billableCount(db, param))]
    expect(unorderedIn(plans)).toEqual([])
    expect(unsoughtIn(plans, 'ticket_entry')).toEqual([])
  })
})

describe('the list of customers', () => {
  const variants = combine({
    ordering: ['number', '-number', 'name', '-name', 'createdAt', '-createdAt'],
    isScoped: flags,
    hasKind: flags,
    words: [0, 1],
  })

  it('walks an index in order with any filter', async () => {
    const plans = variants.filter(({ words }) => words === 0).map(variant => planOf(customerPage(variant, db, param)))
    expect(plans).toHaveLength(24)
    expect(unorderedIn(await Promise.all(plans))).toEqual([])
  })

  it('is counted in an index alone', async () => {
    // One customer is found by its id: at most one row is looked at.
    const counted = variants.filter(({ words, isScoped }) => words === 0 && !isScoped)
    const plans = counted.map(variant => planOf(customerCount(variant, db, param)))
    expect(uncoveredIn(await Promise.all(plans), 'customer')).toEqual([])
  })

  it('finds words by an index', async () => {
    const searches = variants.filter(({ words }) => words > 0)
    const plans = searches.flatMap(variant => [customerPage(variant, db, param), customerCount(variant, db, param)])
    expect(scansIn(await Promise.all(plans.map(planOf)))).toEqual([])
  })
})

describe('the list of customer links', () => {
  it('walks an index in order, and is counted in it alone', async () => {
    const pages = await Promise.all(flags.map(isOfOne => planOf(linkPage({ isOfOne }, db, param))))
    expect(unorderedIn(pages)).toEqual([])
    expect(uncoveredIn([await planOf(linkCount({ isOfOne: true }, db, param))], 'customer_link')).toEqual([])
  })
})

describe('the list of messages', () => {
  const variants = combine({ ordering: messageOrderings, hasState: flags, words: [0, 1] })

  it('walks an index in order with any filter', async () => {
    const plans = variants.filter(({ words }) => words === 0).map(variant => planOf(messagePage(variant, db, param)))
    expect(plans).toHaveLength(6)
    expect(unorderedIn(await Promise.all(plans))).toEqual([])
  })

  it('seeks the state it is filtered by', async () => {
    const filtered = variants.filter(({ words, hasState }) => words === 0 && hasState)
    const plans = await Promise.all(filtered.map(variant => planOf(messagePage(variant, db, param))))
    expect(unsoughtIn(plans, 'message')).toEqual([])
  })

  it('finds words, answers and the customers behind an address by an index', async () => {
    const searches = variants.filter(({ words }) => words > 0)
    const plans = searches.flatMap(variant => [messagePage(variant, db, param), messageSearchCount(variant, db, param)])
    const parts = [planOf(messageReplies(db, param)), planOf(customersWithEmail(db, param))]
    expect(scansIn(await Promise.all([...plans.map(planOf), ...parts]))).toEqual([])
  })
})

describe('the list of services', () => {
  const variants = combine({
    ordering: serviceOrderings,
    isScoped: flags,
    hasCollection: flags,
    hasType: flags,
    hasState: flags,
    words: [0, 1],
  })
  const unsearched = variants.filter(({ words }) => words === 0)

  it('walks an index in order with any filter; one collection is small enough to be sorted', async () => {
    const walked = unsearched.filter(({ hasCollection, ordering }) => !hasCollection || ordering.endsWith('name'))
    const plans = await Promise.all(walked.map(variant => planOf(servicePage(variant, db, param))))
    expect(plans).toHaveLength(64)
    expect(unorderedIn(plans)).toEqual([])
    const ofCollection = unsearched.filter(({ hasCollection }) => hasCollection)
    const sought = await Promise.all(ofCollection.map(variant => planOf(servicePage(variant, db, param))))
    expect(sought.filter(plan => !plan.some(step => step.includes('service_of_collection')))).toEqual([])
  })

  it('over all customers seeks what it is filtered by, in its usual order', async () => {
    const filtered = unsearched.filter(
      ({ isScoped, hasCollection, ordering, hasType, hasState }) =>
        !isScoped && !hasCollection && ordering === 'name' && (hasType || hasState),
    )
    const plans = await Promise.all(filtered.map(variant => planOf(servicePage(variant, db, param))))
    expect(plans).toHaveLength(3)
    expect(unsoughtIn(plans, 'service')).toEqual([])
  })

  it('is counted in an index alone where the database keeps no count', async () => {
    const counted = unsearched.filter(({ isScoped, hasCollection }) => isScoped && !hasCollection)
    const plans = await Promise.all(counted.map(variant => planOf(serviceCount(variant, db, param))))
    expect(uncoveredIn(plans, 'service')).toEqual([])
  })

  it('finds words by an index', async () => {
    const searches = variants.filter(({ words }) => words > 0)
    const plans = searches.flatMap(variant => [servicePage(variant, db, param), serviceCount(variant, db, param)])
    expect(scansIn(await Promise.all(plans.map(planOf)))).toEqual([])
  })

  it('and its parts walk an index in order', async () => {
    const collections = combine({
      ordering: ['name', '-name', 'createdAt', '-createdAt'],
      isScoped: flags,
      words: [0, 1],
    })
    const credentials = combine({ isScoped: flags, hasService: flags })
    const plain = collections.filter(({ words }) => words === 0)
    const ordered = [
      ...plain.map(variant => collectionPage(variant, db, param)),
      ...credentials.map(variant => credentialPage(variant, db, param)),
    ]
    expect(unorderedIn(await Promise.all(ordered.map(planOf)))).toEqual([])
    const found = [
      ...collections.filter(({ words }) => words > 0).map(variant => collectionPage(variant, db, param)),
      ...collections
        .filter(({ isScoped, words }) => isScoped || words > 0)
        .map(variant => collectionCount(variant, db, param)),
      ...credentials
        .filter(({ isScoped, hasService }) => isScoped || hasService)
        .map(variant => credentialCount(variant, db, param)),
    ]
    expect(scansIn(await Promise.all(found.map(planOf)))).toEqual([])
  })

  it('has a summary that looks only at what is the matter', async () => {
    const looks = [downWebsites, expiringCertificates, silentApplications]
    const plans = looks.flatMap(look => flags.map(isScoped => planOf(look({ isScoped }, db, param))))
    // What was found is counted and sorted once more: that is no table.
    const ofTables = (await Promise.all(plans)).map(plan => plan.filter(step => !step.startsWith('SCAN (subquery')))
    expect(scansIn(ofTables)).toEqual([])
    expect(unsoughtIn(ofTables, 'service')).toEqual([])
  })
})

describe('the other lists', () => {
  it('of users walks an index in order with any filter', async () => {
    const filters = combine({
      ordering: ['username', '-username', 'createdAt', '-createdAt'],
      actor: [adminActor, customerActor],
      role: [undefined, 'admin'],
      customer: [undefined, 'c'],
    })
    const plans = filters.map(({ actor, ...filter }) =>
      plansOfRun(recording => listUsers(recording, actor, { ...page, ...filter })),
    )
    expect(scansIn((await Promise.all(plans)).flat())).toEqual([])
  })

  it('of questions walks an index in order with any filter, and finds words by one', async () => {
    const filters = combine({ published: [undefined, 'true'], category: [undefined, 'Daten'] } as const)
    const list = (filter: object) =>
      plansOfRun(recording => listEditableFaq(recording, scopeOf(adminActor), { ...page, ...filter }))
    expect(unorderedIn((await Promise.all(filters.map(list))).flat())).toEqual([])
    expect(scansIn(await list({ search: 'Anfahrt' }))).toEqual([])
  })

  it('of mails walks an index in order with any filter, and finds words by one', async () => {
    const variants = combine({ hasState: flags, words: [0, 1, 2] })
    const walks = variants.filter(({ words }) => words === 0).map(variant => planOf(mailPage(variant, db, param)))
    expect(unorderedIn(await Promise.all(walks))).toEqual([])
    const searches = variants.filter(({ words }) => words > 0)
    const plans = searches.flatMap(variant => [mailPage(variant, db, param), mailSearchCount(variant, db, param)])
    expect(scansIn(await Promise.all(plans.map(planOf)))).toEqual([])
  })

  it('of newsletters walks an index in order, and seeks the state it is filtered by', async () => {
    const plans = await Promise.all(flags.map(hasState => planOf(newsletterPage({ hasState }, db, param))))
    expect(plans).toHaveLength(2)
    expect(unorderedIn(plans)).toEqual([])
    expect(unsoughtIn(plans.slice(1), 'newsletter')).toEqual([])
  })

  it('of failed work walks an index', async () => {
    const plans = await plansOfRun(recording => listFailedJobs(recording, scopeOf(adminActor), page))
    expect(unorderedIn(plans)).toEqual([])
  })

  it('of backups walks an index, and finds the last proven one in another', async () => {
    const all = scopeOf(adminActor)
    const plans = [
      ...(await plansOfRun(recording => listBackups(recording, all, page))),
      ...(await plansOfRun(recording =>
        getBackupSummary({ db: recording, scope: all, clock: { now: () => new Date(0) } }),
      )),
    ]
    expect(plans.length).toBeGreaterThan(3)
    expect(unorderedIn(plans)).toEqual([])
  })

  it('of the audit log walks an index in order with any filter, and is counted in one', async () => {
    const variants = combine({ hasSubject: flags, hasAction: flags, hasActor: flags, hasRange: flags, isOwn: [false] })
    const plans = await Promise.all(variants.map(variant => planOf(auditPage(variant, db, param))))
    // The log is stored in the order of its numbers: reading it without an index is the walk, and ends with the page.
    expect(sortsIn(plans)).toEqual([])
    const narrowed = variants.filter(({ hasSubject, hasAction, hasActor }) => hasSubject || hasAction || hasActor)
    const narrowedPlans = narrowed.flatMap(variant => [auditPage(variant, db, param), auditCount(variant, db, param)])
    expect(scansIn(await Promise.all(narrowedPlans.map(planOf)))).toEqual([])
    const single = narrowed.filter(({ hasSubject, hasAction, hasActor }) => +hasSubject + +hasAction + +hasActor === 1)
    expect(
      uncoveredIn(await Promise.all(single.map(one => planOf(auditCount(one, db, param)))), 'audit_entry'),
    ).toEqual([])
  })

  it('of the audit log seeks the record of the customer who reads it', async () => {
    const variants = combine({ hasSubject: [true], hasAction: flags, hasActor: flags, hasRange: flags, isOwn: [true] })
    const plans = variants.flatMap(variant => [auditPage(variant, db, param), auditCount(variant, db, param)])
    expect(scansIn(await Promise.all(plans.map(planOf)))).toEqual([])
  })

  it('of the audit log finds the stretch of a time in an index', async () => {
    const range = { ...page, from: '2026-03-01', to: '2026-03-31' }
    const plans = await plansOfRun(recording => listAuditEntries(recording, scopeOf(adminActor), range))
    expect(scansIn(plans.filter(plan => !plan.some(step => step.includes('SCAN audit_entry'))))).toEqual([])
    expect(sortsIn(plans)).toEqual([])
  })
})

describe('the search over everything', () => {
  const variants = combine({ isScoped: flags, words: [1, 2] })

  it('walks words in order, and sorts no more than the rows of a few customers', async () => {
    const plans = await Promise.all(variants.map(variant => planOf(searchRows(variant, db, param))))
    expect(plans).toHaveLength(4)
    // What is only read in its own order: the rows an arm has brought.
    const bare = plans.map(plan => plan.filter(step => !/^SCAN (walk|hit|named|own|found)$/.test(step)))
    expect(scansIn(bare)).toEqual([])
    const sorted = plans.map(plan =>
      plan.flatMap((step, at) => (step.includes('TEMP B-TREE') ? plan.slice(0, at) : [])),
    )
    for (const steps of sorted) {
      const [sought] = steps.findLast(step => /^SEARCH row /.test(step))?.match(/\(customer_id=\?\)/) ?? []
      expect(sought).toBe('(customer_id=?)')
    }
  })

  it('compares words in an index alone', async () => {
    expect(uncoveredIn([await planOf(searchCounts({ words: 2 }, db, param))], 'search_term')).toEqual([])
  })
})

describe('this test', () => {
  it('notices a table read from end to end, a sort, and a count that looks at rows', async () => {
    const sorted = [await planOf(db.selectFrom('ticket').select('id').orderBy('description'))]
    expect(sortsIn(sorted)).toHaveLength(1)
    const scanned = [await planOf(db.selectFrom('ticket').selectAll().where('description', '=', 'x'))]
    expect(scansIn(scanned)).toHaveLength(1)
    expect(uncoveredIn(scanned, 'ticket')).toHaveLength(1)
  })
})

/** Every combination of one value for each name. */
function combine<const T extends Record<string, readonly unknown[]>>(choices: T): { [K in keyof T]: T[K][number] }[] {
  const combinations = Object.entries(choices).reduce<Record<string, unknown>[]>(
    (done, [name, options]) => done.flatMap(one => options.map(option => ({ ...one, [name]: option }))),
    [{}],
  )
  // Built from the choices, name by name.
  return combinations as { [K in keyof T]: T[K][number] }[]
}

async function planOf(query: Compilable): Promise<string[]> {
  return explain(query.compile())
}

/** The plans of the queries that a function runs. */
async function plansOfRun(run: (recording: Kysely<Database>) => Promise<unknown>): Promise<string[][]> {
  const nodes: RootOperationNode[] = []
  const recording = db.withPlugin({
    transformQuery({ node }) {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await run(recording)
  expect(nodes.length).toBeGreaterThan(0)
  const executor = db.getExecutor()
  return Promise.all(nodes.map(node => explain(executor.compileQuery(node, { queryId: 'plan' }))))
}

async function explain({ sql: text, parameters }: CompiledQuery): Promise<string[]> {
  const inlined = parameters.reduce<string>(
    (done, value) => done.replace('?', typeof value === 'number' ? String(value) : `'${String(value)}'`),
    text,
  )
  const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(inlined)}`.execute(db)
  expect(rows.length).toBeGreaterThan(0)
  return rows.map(row => row.detail)
}

/** Plans that read a table without an index. A scan of an index in its order is a walk. */
function scansIn(plans: string[][]): string[][] {
  return plans.filter(plan => plan.some(step => /^SCAN (?!CONSTANT)(?!.* USING )/.test(step)))
}

function unorderedIn(plans: string[][]): string[][] {
  return [...scansIn(plans), ...sortsIn(plans)]
}

function sortsIn(plans: string[][]): string[][] {
  return plans.filter(plan => plan.some(step => step.includes('TEMP B-TREE')))
}

/** Plans that walk an index of the table instead of going to where its rows are. */
function unsoughtIn(plans: string[][], table: string): string[][] {
  return plans.filter(plan => !plan.some(step => step.startsWith(`SEARCH ${table} USING `)))
}

/** Plans that look at the rows of the table themselves. */
function uncoveredIn(plans: string[][], table: string): string[][] {
  return plans.filter(plan => !plan.some(step => step.includes(` ${table} USING COVERING INDEX`)))
}
