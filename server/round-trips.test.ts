/**
 * Round trips to PostgreSQL: statements that are sent while others still wait for their answers share one. A call waits
 * for the network between portal and database (docs/performance.md).
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import { type Endpoint, paramNames } from '#contract/endpoint.ts'
import { loadDemo } from '#demo/demo-load.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

/** The session, the rows in scope, and what belongs to them. */
const readTripsMax = 3
/** Session, throttle, ticket, entry, sums, mail, job, notification and audit line, in one transaction. */
const entryTripsMax = 18
/** Calls that need more, and why. */
const longer: Readonly<Record<string, number>> = {
  // Its missing data is computed from its lines and the profile.
  'invoices.get draft': 4,
}

const reads = allEndpoints().filter(({ endpoint }) => endpoint.method === 'GET')
const lists = reads.filter(({ endpoint }) => paramNames(endpoint).length === 0 && isPaged(endpoint))
const items = reads.filter(({ endpoint }) => endpoint.path.endsWith('/{id}/'))

let portal: TestApp
let admin: LoggedInClient
let customer: LoggedInClient
/** Calls of which an item was read. */
const readItems = new Set<string>()
let trips = 0
/** The statements under way, and the functions that hand out the answers that have arrived. */
let sent = 0
let answered: (() => void)[] = []

beforeAll(async () => {
  portal = await openTestApp('postgres')
  await loadDemo(portal.runtime)
  admin = await portal.loginAs(await demoUser('demo-admin'))
  customer = await portal.loginAs(await demoUser('demo-kunde'))
  // Connections open when they are first used: waiting for that is no round trip of every call.
  await admin.get('/api/backend/audit-log/')
  // The first look at a house each day is written.
  await admin.get('/api/backend/energy-channels/?page_size=100')
  const { query } = pg.Client.prototype
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    return inRound(Reflect.apply(query, this, args))
  })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await portal.close()
})

/** Holds each answer until all statements under way are answered: later statements are the next round trip. */
function inRound<T>(answer: Promise<T>): Promise<T> {
  if (sent === 0) trips += 1
  sent += 1
  return new Promise((resolve, reject) => {
    answer.then(
      value => hold(() => resolve(value)),
      error => hold(() => reject(error)),
    )
  })
}

function hold(give: () => void): void {
  answered.push(give)
  if (answered.length < sent) return
  const all = answered
  sent = 0
  answered = []
  for (const each of all) each()
}

function demoUser(username: string) {
  return portal.runtime.db
    .selectFrom('user_account')
    .select(['id', 'username', 'role', 'customer_id as customerId'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
}

function isPaged({ query }: Endpoint): boolean {
  return 'page_size' in (Reflect.get(query ?? {}, 'shape') ?? {})
}

async function tripsOf(
  client: LoggedInClient,
  url: string,
): Promise<{ body: ReturnType<typeof JSON.parse>; count: number }> {
  const before = trips
  const answer = await client.get(url)
  expect(answer.statusCode, url).toBe(200)
  return { body: answer.json(), count: trips - before }
}

test('lists are found', () => {
  expect(lists.length).toBeGreaterThan(20)
})

test.each(lists)('$name: a page', async ({ name, endpoint }) => {
  const { count } = await tripsOf(admin, endpoint.path)
  expect(count).toBeLessThanOrEqual(longer[name] ?? readTripsMax)
})

test.each(['from=2026-01-01', 'to=2026-12-31', 'from=2026-01-01&to=2026-12-31', 'from=2026-01-01&page_size=100'])(
  'a range of the audit log: %s',
  async query => {
    const { body, count } = await tripsOf(admin, `/api/backend/audit-log/?${query}`)
    expect(body.count).toBeGreaterThan(0)
    expect(count).toBeLessThanOrEqual(readTripsMax)
  },
)

test.each(items)('$name: an item', async ({ name, endpoint }) => {
  const collection = endpoint.path.slice(0, -'{id}/'.length)
  if (!lists.some(candidate => candidate.endpoint.path === collection)) return
  const { body } = await tripsOf(admin, `${collection}?page_size=100`)
  const rows: { id: string; state?: string }[] = body.results
  for (const { id, state = '' } of new Map(rows.map(row => [row.state, row])).values()) {
    readItems.add(name)
    const { count } = await tripsOf(admin, `${collection}${id}/`)
    expect(count, `${name} ${state}`).toBeLessThanOrEqual(longer[`${name} ${state}`] ?? readTripsMax)
  }
})

test('items were found', () => {
  expect(readItems.size).toBeGreaterThan(20)
})

test.each(['tickets', 'invoices', 'requests'])('%s of a customer', async collection => {
  const path = `/api/backend/${collection}/`
  const { body, count } = await tripsOf(customer, path)
  expect(count).toBeLessThanOrEqual(readTripsMax)
  const { count: ofItem } = await tripsOf(customer, `${path}${body.results[0]?.id}/`)
  expect(ofItem).toBeLessThanOrEqual(readTripsMax)
})

test('a new entry of a customer', async () => {
  const { body } = await tripsOf(customer, '/api/backend/tickets/?progress=inProgress')
  const add = async () => {
    const before = trips
    const wish = { ticketId: body.results[0]?.id, name: 'Bitte auch im Keller', type: 'wish' }
    expect((await customer.post('/api/backend/ticket-entries/', wish)).statusCode).toBe(201)
    return trips - before
  }
  // The first one also asks for the CSRF token.
  await add()
  expect(await add()).toBeLessThanOrEqual(entryTripsMax)
})
