/** Rules over every endpoint of the contract: a new one is covered by being declared. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceCalls } from '#contract/api.ts'
import { type Endpoint, isWrite, provesItself } from '#contract/endpoint.ts'
import { routes } from '#server/app.ts'
import type { Database } from '#server/database/schema.ts'
import { engines } from '#server/testing/engines.ts'
import {
  browserOf,
  endpoints,
  type Role,
  roles,
  send,
  sessionWrites,
  urlOf,
  writes,
} from '#server/testing/every-endpoint.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { formBody, sampleFiles } from './testing/multipart-form.ts'

type Refusal = { status: number; code: string } | undefined

/** The meaning of `access`. */
function refusalOf(role: Role, endpoint: Endpoint): Refusal {
  // A session makes no difference there.
  if (provesItself(endpoint)) return undefined
  const required = { status: 401, code: 'session.required' }
  switch (role) {
    case 'visitor':
    case 'disabled user':
    case 'expired session':
      return endpoint.access === 'public' ? undefined : required
    case 'customer':
      return forbiddenOf(endpoint)
    case 'admin looking as a customer':
      if (isWrite(endpoint) && !endpoint.duringImpersonation) return { status: 409, code: 'as_user.read_only' }
      return forbiddenOf(endpoint)
    case 'admin':
      return undefined
  }
}

/** No row is visible to a customer here: that is refused first. */
function forbiddenOf({ access, path }: Endpoint): Refusal {
  if (access !== 'admin') return undefined
  const item = path.slice(0, path.indexOf('{id}/') + '{id}/'.length)
  const isSeen = endpoints.some(
    ({ endpoint }) => endpoint.method === 'GET' && endpoint.path === item && endpoint.access !== 'admin',
  )
  return path.includes('{id}') && isSeen ? { status: 404, code: 'not_found' } : { status: 403, code: 'role.forbidden' }
}

const unwatchedTables: ReadonlySet<string> = new Set(['session', 'throttle', 'idempotency_key'])

/** Everything a refused request must not change. */
async function contentOf({ runtime }: TestApp): Promise<string> {
  const tables = await runtime.db.introspection.getTables()
  const names = tables.map(({ name }) => name).filter(name => !unwatchedTables.has(name))
  const contents = await Promise.all(
    names.map(async name => [
      name,
      await runtime.db
        .selectFrom(name as keyof Database)
        .selectAll()
        .execute(),
    ]),
  )
  return JSON.stringify(contents)
}

/** Sends an empty request; returns the refusal if it was one by role. No request may be a fault of the server. */
async function sendAndJudge(
  browser: TestClient,
  name: string,
  endpoint: Endpoint,
  expected: Refusal,
): Promise<Refusal> {
  const answer = await send(browser, endpoint)
  expect(answer.statusCode, `${name}: ${answer.body}`).toBeLessThan(500)
  const isRefused =
    [401, 403].includes(answer.statusCode) ||
    answer.body.includes('as_user.read_only') ||
    answer.statusCode === expected?.status
  return isRefused ? { status: answer.statusCode, code: answer.json().code } : undefined
}

type Forgery = (own: string, others: string) => { headers?: Record<string, string>; cookie?: string }

/** Ways in which a foreign page could try to act in the name of an admin. */
const forgeries: Readonly<Record<string, Forgery>> = {
  'no header': () => ({ headers: { 'x-csrftoken': '' } }),
  'a header that is not the cookie': own => ({ headers: { 'x-csrftoken': `${own}x` } }),
  'the token of another session': (_, others) => ({ headers: { 'x-csrftoken': others }, cookie: others }),
  'a token nobody signed': () => ({ headers: { 'x-csrftoken': 'made.up' }, cookie: 'made.up' }),
  'no cookie': own => ({ headers: { 'x-csrftoken': own }, cookie: '' }),
  'another origin': () => ({ headers: { origin: 'https://elsewhere.example' } }),
  'an origin without a name': () => ({ headers: { origin: 'null' } }),
  'a browser that states another site as its origin': () => ({ headers: { 'sec-fetch-site': 'cross-site' } }),
}

/** `GET /api/…` for every route Fastify knows, read from the tree it prints. */
function routesOf({ app }: TestApp): string[] {
  const trail: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap(line => {
      const match = /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line)
      if (!match) return []
      const depth = (match[1] ?? '').length / 4
      trail.splice(depth, trail.length, match[2] ?? '')
      return (match[3] ?? '').split(', ').map(method => `${method} ${trail.join('')}`)
    })
}

test('every endpoint of the contract has a function, and every function an endpoint', () => {
  expect(routes.map(({ name }) => name).sort()).toEqual(endpoints.map(({ name }) => name).sort())
  expect(endpoints.length).toBeGreaterThan(40)
})

describe.each(engines)('on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  test('the server listens only to declared routes', () => {
    const undeclared = ['/healthz', '/readyz', '/config.json', '/api/schema/', '/api/docs/', '/api/docs/errors/', '*']
    const declared = new Set([
      ...endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`),
      ...Object.values(deviceCalls).flatMap(({ methods, path }) => methods.map(method => `${method} ${path}`)),
      ...undeclared.map(path => `GET ${path}`),
    ])
    const registered = routesOf(portal).filter(route => !route.startsWith('HEAD '))
    expect(registered.filter(route => !declared.has(route))).toEqual([])
    expect(registered).toHaveLength(declared.size)
  })

  describe.each(roles)('for a %s', role => {
    test('every endpoint enforces its access, and a refusal changes nothing', async () => {
      const refused = endpoints.filter(({ endpoint }) => refusalOf(role, endpoint))
      const admitted = endpoints.filter(({ endpoint }) => !refusalOf(role, endpoint))
      const answers: Record<string, Refusal> = {}

      const browser = await browserOf(portal, role)
      const before = await contentOf(portal)
      for (const { name, endpoint } of refused)
        answers[name] = await sendAndJudge(browser, name, endpoint, refusalOf(role, endpoint))
      expect(await contentOf(portal)).toBe(before)
      // Admitted calls may end the session: each gets its own browser.
      for (const { name, endpoint } of admitted) {
        answers[name] = await sendAndJudge(await browserOf(portal, role), name, endpoint, undefined)
      }
      expect(answers).toEqual(
        Object.fromEntries(endpoints.map(({ name, endpoint }) => [name, refusalOf(role, endpoint)])),
      )
    })
  })

  test('no read changes anything', async () => {
    const reads = endpoints.filter(({ endpoint }) => !isWrite(endpoint))
    expect(reads.length).toBeGreaterThan(20)
    const admin = await browserOf(portal, 'admin')
    const before = await contentOf(portal)
    for (const { endpoint } of reads) {
      for (const method of ['GET', 'HEAD'] as const) await admin.send(method, urlOf(endpoint))
    }
    expect(await contentOf(portal)).toBe(before)
  })

  test('only calls of other programs work without our own page', () => {
    expect(writes.filter(write => !sessionWrites.includes(write)).map(({ name }) => name)).toEqual([
      'heartbeats.send',
      'energyReadings.push',
      'unsubscriptions.stop',
    ])
  })

  test.each(Object.entries(forgeries))('no write is accepted with %s', async (_, forge) => {
    const admin = await portal.client('admin')
    const other = await portal.client('admin')
    for (const browser of [admin, other]) await browser.get('/api/auth/session/')
    const own = admin.cookies.get('csrftoken') ?? ''
    const forged = forge(own, other.cookies.get('csrftoken') ?? '')
    const cookie = `sid=${admin.cookies.get('sid')}; csrftoken=${forged.cookie ?? own}`
    const before = await contentOf(portal)
    for (const { name, endpoint } of sessionWrites) {
      // A form can be sent by foreign pages without a preflight.
      const { payload, contentType } = endpoint.upload
        ? formBody([{ name: 'file', fileName: 'Foto.png', content: sampleFiles.png }])
        : { payload: '{}', contentType: 'application/json' }
      const answer = await portal.app.inject({
        method: endpoint.method,
        url: urlOf(endpoint),
        headers: { 'content-type': contentType, 'x-csrftoken': own, ...forged.headers, cookie },
        payload,
      })
      expect({ name, status: answer.statusCode, code: answer.json().code }).toEqual({
        name,
        status: 403,
        code: 'csrf_failed',
      })
      expect(answer.cookies.map(given => given.name)).toEqual(['csrftoken'])
    }
    expect(await contentOf(portal)).toBe(before)
  })
})
