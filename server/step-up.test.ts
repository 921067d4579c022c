/**
 * A live session alone is not enough for privileged and destructive actions: a rule over every endpoint of the
 * contract.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { freshAuthenticationMinutes } from '#contract/limits.ts'
import { demoProfile } from '#demo/demo-profile.ts'
import { instantText, minuteMs, plusMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { byPortal } from '#server/mail/budget.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { buildDomain, buildHostname } from '#server/testing/build-dns.ts'
import { buildSite } from '#server/testing/build-energy.ts'
import { buildApplication, buildCredential, buildDevice, buildWebsite } from '#server/testing/build-services.ts'
import { buildCustomer, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { browserOf, endpoints, send } from '#server/testing/every-endpoint.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

const required = 'session.reauthentication_required'

/**
 * Fields of a body that decide who may log in, with which role, with which proof, who can read a password, and who is
 * paid.
 */
const powers: ReadonlySet<string> = new Set([
  ...['role', 'isActive', 'adminsNeedSecondFactor', 'isShared', 'iban', 'bic', 'accountHolder', 'newPassword'],
])

/** Calls that set such a field on a new row that nobody relies on yet. */
const makers = ['serviceCredentials.create']

/**
 * Calls of logged-in users that return a secret or change a login, and still require no password. A DNS endpoint that is
 * not active takes no calls of its router.
 */
const withoutPower = ['passkeys.rename', ...['create', 'replace', 'update'].map(name => `dnsEndpoints.${name}`)]

/** Their `role` is the role of a channel. */
const ofChannels = [...['create', 'replace', 'update'].map(name => `energyChannels.${name}`), 'energyProposals.assign']

const byField = endpoints.flatMap(({ name, endpoint }) =>
  typeof endpoint.stepUp === 'object' && 'changes' in endpoint.stepUp && endpoint.method !== 'POST'
    ? endpoint.stepUp.changes.map(field => ({ name, endpoint, field }))
    : [],
)

test('calls that return a secret, change a login or set a privileged field ask for the password', () => {
  const groups = ['secondFactors', 'passkeys', 'loginPolicies']
  const asked = endpoints.filter(({ name, endpoint }) => {
    const [group = ''] = name.split('.')
    const fields = endpoint.body instanceof z.ZodMiniObject ? Object.keys(endpoint.body.shape) : []
    const isLogin = groups.includes(group) && endpoint.method !== 'GET'
    return endpoint.access !== 'public' && (endpoint.isSecret || isLogin || fields.some(field => powers.has(field)))
  })
  expect(asked.length).toBeGreaterThan(18)
  const silent = asked.filter(({ endpoint }) => endpoint.stepUp === undefined).map(({ name }) => name)
  expect(silent.toSorted()).toEqual([...makers, ...withoutPower, ...ofChannels].toSorted())
})

test('every deletion asks for the password or declares why it does not, and so does every bulk deletion', () => {
  const deletions = endpoints.filter(({ endpoint }) => endpoint.method === 'DELETE' || deletes(endpoint))
  expect(deletions.length).toBeGreaterThan(27)
  expect(deletions.map(({ name }) => name)).toContain('tickets.changeMany')
  const said = ({ endpoint }: (typeof deletions)[number]) =>
    [endpoint.stepUp !== undefined, (endpoint.withoutStepUp ?? '').length > 5].filter(Boolean).length
  expect(deletions.filter(deletion => said(deletion) !== 1).map(({ name }) => name)).toEqual([])
  // For bulk deletions there is no exemption.
  expect(deletions.filter(({ endpoint }) => deletes(endpoint) && endpoint.stepUp === undefined)).toEqual([])
  const others = endpoints.filter(
    ({ endpoint }) => endpoint.withoutStepUp !== undefined && !deletions.some(each => each.endpoint === endpoint),
  )
  expect(others).toEqual([])
})

/** Whether a body can request a deletion. */
function deletes({ method, body }: Endpoint): boolean {
  return (
    method !== 'DELETE' &&
    body !== undefined &&
    JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).includes('"const":"delete"')
  )
}

describe.each(engines)('on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  /** As if the login had been that long ago. */
  const age = async ({ user }: LoggedInClient) => {
    const at = instantText(plusMs(portal.clock.now(), -freshAuthenticationMinutes * minuteMs))
    await portal.runtime.db
      .updateTable('session')
      .set({ authenticated_at: at })
      .where('user_id', '=', user.id)
      .execute()
  }
  const oldBrowser = async (role: 'customer' | 'admin') => {
    const browser = await portal.client(role)
    await age(browser)
    return browser
  }

  test.each(['customer', 'admin'] as const)(
    'a session of %s is asked where it always is, before anything else, and nowhere else',
    async role => {
      const open = endpoints.filter(
        ({ endpoint }) => endpoint.access !== 'public' && (role === 'admin' || endpoint.access === 'customer'),
      )
      const codes: Record<string, boolean> = {}
      for (const { name, endpoint } of open) {
        const answer = await send(await oldBrowser(role), endpoint)
        codes[name] = answer.headers['content-type'] !== 'text/event-stream' && answer.body.includes(required)
      }
      const asking = ['always', ...(role === 'admin' ? ['ofAdmins'] : [])]
      expect(codes).toEqual(
        Object.fromEntries(open.map(({ name, endpoint: { stepUp } }) => [name, asking.some(each => each === stepUp)])),
      )
    },
  )

  test('callers without permission are not asked for a password', async () => {
    for (const { name, endpoint } of endpoints.filter(each => each.endpoint.stepUp === 'always')) {
      const visitor = await send(await browserOf(portal, 'visitor'), endpoint)
      expect(visitor.json().code, name).toBe('session.required')
      if (endpoint.access !== 'admin') continue
      expect((await send(await oldBrowser('customer'), endpoint)).json().code, name).not.toBe(required)
    }
  })

  describe('a change', () => {
    let admin: LoggedInClient
    beforeEach(async () => {
      admin = await oldBrowser('admin')
    })

    const other = () => buildCustomer(portal.runtime)
    const moved = async () => ({ customerId: (await other()).id })
    const service = (id: string, path: string, values: Readonly<Record<string, unknown>>) => ({
      path: `/api/backend/${path}/${id}/`,
      harmless: { name: 'Neu benannt' },
      values,
    })
    /** Rows of each kind: a change that needs no password, and one of each field that does. */
    const things: Readonly<Record<string, (field: string) => Promise<Thing>>> = {
      users: async () => ({
        path: `/api/jfk-django-core/user/${(await buildUser(portal.runtime)).id}/`,
        harmless: { firstName: 'Neu' },
        values: {
          username: `neu-${(await moved()).customerId.slice(-12)}`,
          ...{ email: 'fremd@example.org', role: 'admin', isActive: false, ...(await moved()) },
        },
      }),
      services: async () => service((await buildDevice(portal.runtime)).id, 'services', await moved()),
      deviceServices: async () => service((await buildDevice(portal.runtime)).id, 'device-services', await moved()),
      websiteServices: async () => service((await buildWebsite(portal.runtime)).id, 'website-services', await moved()),
      applicationServices: async () =>
        service((await buildApplication(portal.runtime)).id, 'application-services', await moved()),
      energySites: async () => service((await buildSite(portal.runtime)).id, 'energy-sites', await moved()),
      dnsDomains: async field => {
        const options = { preset: 'strato', user: 'kunde' }
        const kind = field === 'options' ? { type: 'dyndns2' as const, options: JSON.stringify(options) } : {}
        return {
          path: `/api/backend/dns-domains/${(await buildDomain(portal.runtime, kind)).id}/`,
          harmless: { nameServers: ['ns1.kunde.example'] },
          values: { domain: 'fremd.example', type: 'desec', options: { ...options, user: 'fremd' } },
        }
      },
      dnsHostnames: async () => {
        const { id, customer_id, domain_id } = await buildHostname(portal.runtime, { value: '9.9.9.1' })
        const other = await buildDomain(portal.runtime, { customer_id })
        expect(other.id).not.toBe(domain_id)
        return {
          path: `/api/backend/dns-hostnames/${id}/`,
          harmless: { ttl: 600 },
          values: { hostname: 'www', domainId: other.id, value: '9.9.9.2' },
        }
      },
      ownSettings: async () => ({
        path: '/api/backend/user-settings/',
        harmless: { phone: '+49 30 1234567' },
        values: { contactEmail: 'fremd@example.org' },
      }),
      customers: async () => ({
        path: `/api/backend/customer/${(await other()).id}/`,
        harmless: { note: 'Ruft gern an' },
        values: { email: 'fremd@example.org' },
      }),
      serviceCredentials: async () => ({
        path: `/api/backend/credentials/${(await buildCredential(portal.runtime)).id}/`,
        harmless: { label: 'Neu benannt' },
        values: { isShared: false },
      }),
      settings: async () => {
        await (await portal.client('admin')).put('/api/backend/business-profile/', demoProfile)
        return {
          path: '/api/backend/business-profile/',
          readAt: '/api/backend/admin/business-profile/',
          harmless: { claim: 'Neu' },
          values: {
            email: 'fremd@example.org',
            iban: 'DE02500105170137075030',
            bic: 'INGDDEFFXXX',
            accountHolder: 'Fremd',
          },
        }
      },
    }

    test.each(byField)(
      'of $field by $name asks for a fresh password, and one of another field does not',
      async ({ name, endpoint, field }) => {
        const [group = ''] = name.split('.')
        const thing = await things[group]?.(field)
        if (thing === undefined) throw new Error(`There is no row to change with ${name}.`)
        const { path, readAt = path, harmless, values } = thing
        expect(Object.keys(values)).toContain(field)
        const body = async (change: object) =>
          endpoint.method === 'PUT'
            ? { ...wholeOf(endpoint.body, fieldsOf((await admin.get(readAt)).json())), ...change }
            : change
        const change = async (changed: object) => admin.send(endpoint.method, path, { body: await body(changed) })

        expect((await change(harmless)).statusCode).toBe(200)
        const before = (await admin.get(readAt)).body
        const dangerous = { [field]: values[field] }
        const refused = await change(dangerous)
        expect([refused.statusCode, refused.json().code]).toEqual([403, required])
        expect((await admin.get(readAt)).body).toBe(before)

        await admin.post('/api/auth/reauthentication/', { password: testPassword })
        const done = await change(dangerous)
        expect(done.statusCode, done.body).toBe(200)
        expect(fieldsOf(done.json())[field]).toEqual(values[field])
      },
    )

    test('of a row to its current values asks for nothing', async () => {
      const { id } = await buildUser(portal.runtime)
      const path = `/api/jfk-django-core/user/${id}/`
      const { email, role, isActive, customerId } = (await admin.get(path)).json()
      expect((await admin.patch(path, { email, role, isActive, customerId, firstName: 'Neu' })).statusCode).toBe(200)
    })
  })

  test('a new domain with its key, and a new host name with its address, need a fresh password', async () => {
    const { id: domainId, customer_id: customerId } = await buildDomain(portal.runtime)
    const admin = await oldBrowser('admin')
    const domain = { domain: 'neu.example', type: 'hetzner', customerId }
    const hostname = { hostname: 'nas', type: 'A', domainId }
    const cases = [
      ['/api/backend/dns-domains/', domain, { ...domain, domain: 'zwei.example', apiKey: 'geheim' }],
      ['/api/backend/dns-hostnames/', hostname, { ...hostname, hostname: 'www', source: 'fixed', value: '9.9.9.9' }],
    ] as const
    for (const [path, harmless, redirecting] of cases) {
      expect((await admin.post(path, harmless)).statusCode).toBe(201)
      expect((await admin.post(path, redirecting)).json().code).toBe(required)
    }
    await admin.post('/api/auth/reauthentication/', { password: testPassword })
    for (const [path, , redirecting] of cases) expect((await admin.post(path, redirecting)).statusCode).toBe(201)
  })

  test('bulk deletion needs a fresh password, bulk changes do not', async () => {
    const customer = await buildCustomer(portal.runtime)
    const tickets = await Promise.all([1, 2].map(() => buildTicket(portal.runtime, { customer_id: customer.id })))
    const ids = tickets.map(({ id }) => id)
    const admin = await oldBrowser('admin')
    const change = (what: object) => admin.post('/api/backend/ticket-bulk-changes/', { ids, change: what })
    expect((await change({ action: 'setProgress', progress: 'inProgress' })).statusCode).toBe(200)
    expect((await change({ action: 'delete' })).json().code).toBe(required)
    for (const id of ids) expect((await admin.get(`/api/backend/tickets/${id}/`)).statusCode).toBe(200)
    await admin.post('/api/auth/reauthentication/', { password: testPassword })
    expect((await change({ action: 'delete' })).json().results).toMatchObject(ids.map(() => ({ isDone: true })))
  })

  test('a stored password is replaced only after a fresh one, and the first is set without', async () => {
    const { id } = await buildCredential(portal.runtime)
    const path = `/api/backend/credentials/${id}/password/`
    const admin = await oldBrowser('admin')
    expect((await admin.put(path, { password: 'Erstes' })).statusCode).toBe(200)
    const { revision } = (await admin.get(`/api/backend/credentials/${id}/`)).json()
    expect((await admin.put(path, { password: 'Zweites' })).json().code).toBe(required)
    expect((await admin.get(`/api/backend/credentials/${id}/`)).json().revision).toBe(revision)
    await admin.post('/api/auth/reauthentication/', { password: testPassword })
    expect((await admin.put(path, { password: 'Zweites' })).statusCode).toBe(200)
  })

  test('a customer deletes their own request without the password', async () => {
    const kim = await oldBrowser('customer')
    const { id } = (
      await kim.post('/api/backend/requests/', { title: 'Neu', description: 'Bitte', priority: 'medium' })
    ).json()
    expect((await kim.delete(`/api/backend/requests/${id}/`)).statusCode).toBe(204)
  })

  test('a mail that opens an account is shown only after a fresh password, where it is shown at all', async () => {
    const { runtime } = portal
    const mail = async (text: string, token?: string) => {
      const to = 'chefin@example.org'
      const parts = { subject: 'Betreff', text, html: text, ...(token !== undefined && { token }) }
      await inTransaction(runtime, trx =>
        enqueueMail(trx, byPortal(runtime), { kind: 'invitation', about: null, to, ...parts }),
      )
      const { id } = await runtime.db
        .selectFrom('outbox_mail')
        .select('id')
        .where('text', '=', text)
        .executeTakeFirstOrThrow()
      return `/api/backend/outbox/${id}/`
    }
    const link = await mail('https://portal.example.org/passwort-setzen#token=abc-DEF_123', 'abc-DEF_123')
    const plain = await mail('Guten Tag')
    const admin = await oldBrowser('admin')
    const open = (browser: TestClient, path: string) => Promise.all([browser.get(path), browser.post(`${path}retry/`)])
    for (const answer of await open(admin, plain)) expect(answer.statusCode).toBe(200)
    for (const answer of await open(admin, link)) {
      expect(answer.json().code).toBe(required)
      expect(answer.body).not.toContain('abc-DEF')
    }
    await admin.post('/api/auth/reauthentication/', { password: testPassword })
    expect((await admin.get(link)).json().text).toContain('abc-DEF')
  })
})

type Thing = {
  path: string
  /** The list of all fields, if not there. */
  readAt?: string
  harmless: object
  values: Readonly<Record<string, unknown>>
}

type NamedRow = Readonly<Record<string, unknown>> & { customer?: { id: string }; domain?: unknown }

/** A row names its customer and its domain; its body only their ids. */
function fieldsOf(row: NamedRow): Readonly<Record<string, unknown>> {
  return {
    ...row,
    ...(row.customer && { customerId: row.customer.id }),
    ...(isNamed(row.domain) && { domainId: row.domain.id }),
  }
}

function isNamed(value: unknown): value is { id: string } {
  return typeof value === 'object' && value !== null && 'id' in value
}

/** The fields PUT requires, with the row's values. */
function wholeOf(body: unknown, row: Readonly<Record<string, unknown>>): object {
  if (!(body instanceof z.ZodMiniObject)) throw new Error('The body has no fields.')
  return Object.fromEntries(Object.keys(body.shape).flatMap(name => (name in row ? [[name, row[name]]] : [])))
}
