/** No query per row: a rule over every list and item of the contract, on the demo's data. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import { type Endpoint, paramNames } from '#contract/endpoint.ts'
import { loadDemo } from '#demo/demo-load.ts'
import { recordAudit } from '#server/audit/record.ts'
import { instantText } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { byPortal } from '#server/mail/budget.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { type BuiltUser, buildSession, buildUser } from '#server/testing/build.ts'
import { buildCall, buildEndpoint, buildHostname } from '#server/testing/build-dns.ts'
import { buildChannel, buildCommand, buildOverride, buildStorage, buildTariff } from '#server/testing/build-energy.ts'
import { buildCollection } from '#server/testing/build-services.ts'
import { buildCustomerLink, buildMessage, buildQuestion } from '#server/testing/build-tickets.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { emptyRow } from './backup/backup-register.ts'
import { SqliteSession } from './database/sqlite/sqlite-session.ts'
import { createNewsletter } from './features/newsletters/newsletter.commands.ts'
import { enqueueJob } from './jobs/job-queue.ts'
import { testContext } from './testing/test-runtime.ts'

const fewRows = 2
const manyRows = 20
/** A statement for parts that only some rows have, such as invoices of tickets. One per row would be many more. */
const leeway = 3

const reads = allEndpoints().filter(({ endpoint }) => endpoint.method === 'GET')
/** The caller's open timers: at most one runs, and few wait to be booked. */
const ofOneRow = 'timers.list'
const lists = reads.filter(
  ({ name, endpoint }) => paramNames(endpoint).length === 0 && isPaged(endpoint) && name !== ofOneRow,
)
const items = reads.filter(({ endpoint }) => endpoint.path.endsWith('/{id}/'))

let portal: TestApp
let admin: LoggedInClient
let statements = 0

beforeAll(async () => {
  portal = await openTestApp('sqlite')
  await loadDemo(portal.runtime)
  const user = await portal.runtime.db
    .selectFrom('user_account')
    .select(['id', 'username', 'role', 'customer_id as customerId'])
    .where('username', '=', 'demo-admin')
    .executeTakeFirstOrThrow()
  admin = await portal.loginAs(user)
  await addWhatTheDemoHasFewOf(user)
  // The first look at a house each day is written.
  await admin.get('/api/backend/energy-channels/?page_size=100')
  // Every run of a statement takes it from there.
  const { prepare } = SqliteSession.prototype
  vi.spyOn(SqliteSession.prototype, 'prepare').mockImplementation(function (this: SqliteSession, sql) {
    statements += 1
    return prepare.call(this, sql)
  })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await portal.close()
})

async function addWhatTheDemoHasFewOf(user: BuiltUser): Promise<void> {
  const { runtime } = portal
  const issued = await runtime.db
    .selectFrom('invoice')
    .select(['id', 'customer_id'])
    .where('state', '=', 'issued')
    .limit(1)
    .executeTakeFirstOrThrow()
  for (let index = 1; index <= 8; index += 1) {
    await buildUser(runtime)
    await buildSession(runtime, user)
    await buildMessage(runtime)
    await buildQuestion(runtime, issued)
    const view = { action: 'as_user.started', subjectKind: 'customer', subjectId: user.customerId ?? '' } as const
    await inTransaction(runtime, trx => recordAudit(trx, testContext(runtime), view))
    await buildCustomerLink(runtime, { customer_id: user.customerId ?? '', position: index })
    await buildCollection(runtime)
    const hostname = await buildHostname(runtime)
    const endpoint = await buildEndpoint(runtime, { hostnameIds: [hostname.id] })
    await buildCall(runtime, { endpoint_id: endpoint.id })
    const storage = await buildStorage(runtime)
    await buildChannel(runtime, { site_id: storage.site_id, storage_id: storage.id })
    await buildTariff(runtime, { site_id: storage.site_id })
    await buildCommand(runtime, { storage_id: storage.id })
    await buildOverride(runtime, { storage_id: storage.id })
    await createNewsletter(testContext(runtime), { subject: `Neues ${index}`, body: 'Guten Tag.' })
    await inTransaction(runtime, trx =>
      enqueueMail(trx, byPortal(runtime), {
        kind: 'newsletter_test',
        about: null,
        to: 'erika@example.org',
        subject: 'Test',
        text: 'Test',
        html: 'Test',
      }),
    )
    await inTransaction(runtime, trx => enqueueJob(trx, runtime, { kind: 'test', key: String(index) }))
  }
  const at = instantText(runtime.clock.now())
  const backups = Array.from({ length: 30 }, () => ({
    ...emptyRow('nightly', at),
    state: 'failed' as const,
    step: null,
  }))
  await runtime.db.insertInto('backup').values(backups).execute()
  await runtime.db.updateTable('job').set({ state: 'failed' }).where('kind', '=', 'test').execute()
}

function isPaged({ query }: Endpoint): boolean {
  return 'page_size' in (Reflect.get(query ?? {}, 'shape') ?? {})
}

async function read(url: string) {
  const before = statements
  const answer = await admin.get(url)
  expect(answer.statusCode, url).toBe(200)
  return { body: answer.json(), count: statements - before }
}

test('lists are found', () => {
  expect(lists.length).toBeGreaterThan(6)
  expect(items.length).toBeGreaterThan(4)
})

test.each(lists)('$name runs the same queries for two rows and for twenty', async ({ endpoint }) => {
  const few = await read(`${endpoint.path}?page_size=${fewRows}`)
  const many = await read(`${endpoint.path}?page_size=${manyRows}`)
  expect(many.body.results.length).toBeGreaterThan(fewRows + leeway)
  expect(few.count).toBeGreaterThan(0)
  expect(many.count - kindsOf(many.body)).toBeLessThanOrEqual(few.count - kindsOf(few.body) + leeway)
})

/** The names of the audit log's subjects are found by one statement per kind on the page (at most 1 elsewhere). */
function kindsOf({ results }: { results: { subjectKind?: string }[] }): number {
  return new Set(results.map(({ subjectKind }) => subjectKind)).size
}

/** The fields that hold something, also within the rows of an item: absent parts are not read. */
function partsOf(item: object): string[] {
  return Object.entries(item).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return value === null ? [] : [name]
    const rows = value.filter(row => typeof row === 'object')
    return value.length === 0 ? [] : [name, ...new Set(rows.flatMap(partsOf))]
  })
}

test.each(items)('$name runs the same queries for any number of sub-items', async ({ endpoint }) => {
  const collection = endpoint.path.slice(0, -'{id}/'.length)
  const list = lists.find(candidate => candidate.endpoint.path === collection)
  if (list === undefined) return
  const { body } = await read(`${collection}?page_size=${manyRows}`)
  // A written draft has other parts than an issued invoice: rows of one kind and state with the same parts are compared.
  const counts = new Map<string, number[]>()
  for (const { id, kind = '', state = '' } of body.results) {
    const { count, body: item } = await read(`${collection}${id}/`)
    const which = [kind, state, ...partsOf(item)].join(' ')
    counts.set(which, [...(counts.get(which) ?? []), count])
  }
  expect(Math.max(...[...counts.values()].map(ofKind => ofKind.length))).toBeGreaterThan(1)
  for (const [which, ofKind] of counts) {
    expect(Math.max(...ofKind), which).toBeLessThanOrEqual(Math.min(...ofKind) + leeway)
  }
})
