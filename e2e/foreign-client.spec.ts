/** A third-party client: axios in a browser, configured as in its documentation, with every collection. */
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { expect, test } from './journey.ts'
import { demoPassword } from './secrets.ts'

type Body = Record<string, unknown>
type Answer = { status: number; data: Body }
type Collection = {
  table: Readonly<Record<string, Endpoint>>
  /** The body for creating an item of that customer. */
  body: (customerId: string) => Body
  /** The body of PATCH. */
  change: Body
}

const collections: Readonly<Record<string, Collection>> = {
  'application-services': {
    table: api.applicationServices,
    body: customerId => ({ customerId, name: 'Stundenzettel' }),
    change: { version: '2.1' },
  },
  customer: { table: api.customers, body: () => ({ company: 'Axios GmbH' }), change: { phone: '+49 89 123456' } },
  'device-services': {
    table: api.deviceServices,
    body: customerId => ({ customerId, name: 'Router', localIp: '192.168.1.1' }),
    change: { externalIp: '2001:db8::1' },
  },
  'website-services': {
    table: api.websiteServices,
    body: customerId => ({ customerId, name: 'Laden', urls: ['https://laden.example/'] }),
    change: { isWatched: false },
  },
  services: {
    table: api.services,
    body: customerId => ({ type: 'device_service', customerId, name: 'Drucker' }),
    change: { description: 'im Keller' },
  },
  tickets: {
    table: api.tickets,
    body: customerId => ({ customerId, name: 'Drucker einrichten' }),
    change: { progress: 'inProgress' },
  },
  requests: {
    table: api.requests,
    body: customerId => ({ customerId, title: 'Neuer Drucker', description: 'Der alte druckt nicht mehr.' }),
    change: { priority: 'high' },
  },
  invoices: {
    table: api.invoices,
    body: customerId => ({ customerId, net: 100, tax: [{ rate: 19, base: 100, amount: 19 }], gross: 119 }),
    change: { notes: 'Danke für den Auftrag.' },
  },
  user: {
    table: api.users,
    body: customerId => ({ username: 'axios.nutzer', customerId }),
    change: { firstName: 'Axel' },
  },
}

let page: Page
let customerId: string

test.beforeAll(async ({ browser, portal }) => {
  // The portal's policy blocks foreign scripts; this one represents another program.
  const context = await browser.newContext({ baseURL: portal.origin, bypassCSP: true })
  page = await context.newPage()
  await page.goto('/login')
  await page.addScriptTag({ path: 'node_modules/axios/dist/axios.min.js' })
  const login = await send('post', '/api/auth/login/', { username: 'demo-admin', password: demoPassword })
  expect(login.status).toBe(200)
  customerId = String((await send('post', '/api/backend/customer/', { lastName: 'Axthelm' })).data.id)
})
test.afterAll(() => page.context().close())

/** Sends with axios in the page: the browser adds the cookies, axios the header. */
function send(method: string, url: string, data?: Body): Promise<Answer> {
  return page.evaluate(
    async ([method, url, data]) => {
      // Added by the script tag above.
      const { axios } = globalThis as unknown as { axios: { request(config: object): Promise<Answer> } }
      const names = { xsrfCookieName: 'csrftoken', xsrfHeaderName: 'X-CSRFToken' }
      const answer = await axios.request({ ...names, method, url, data, validateStatus: () => true })
      return { status: answer.status, data: answer.data }
    },
    [method, url, data] as const,
  )
}

/** The body of PUT, made from the item like by a client that reads, changes and writes back. */
function fullBody(table: Collection['table'], item: Body): Body {
  const names = Object.keys(Reflect.get(table.replace?.body ?? {}, 'shape') ?? {}).filter(
    name => name !== 'finishAnyway',
  )
  const customer = item.customer as { id: string } | undefined
  const given: Body = { ...item, customerId: item.customerId ?? customer?.id, ...ownNames(item) }
  return Object.fromEntries(names.filter(name => given[name] !== undefined).map(name => [name, given[name]]))
}

/** Fields with different names in requests and answers. */
function ownNames({ entries, attachments, files }: Body): Body {
  const idsOf = (list: unknown) => (Array.isArray(list) ? list.map(({ id }: { id: string }) => id) : undefined)
  return { entryIds: idsOf(entries), attachmentIds: idsOf(attachments), pdfFileId: idsOf(files)?.[0] ?? null }
}

describe.each(Object.entries(collections))('axios on %s', (_, { table, body, change }) => {
  test('creates, lists, reads, replaces, changes and deletes', async () => {
    const path = table.list?.path ?? ''
    const created = await send('post', path, body(customerId))
    expect(created).toMatchObject({ status: 201 })
    const item = `${path}${created.data.id}/`

    const list = await send('get', `${path}?page=1&page_size=100`)
    expect(list.status).toBe(200)
    expect(list.data.count).toBeGreaterThan(0)
    expect(Array.isArray(list.data.results)).toBe(true)

    const read = await send('get', item)
    expect(read).toMatchObject({ status: 200, data: { id: created.data.id } })
    const replaced = await send('put', item, fullBody(table, read.data))
    expect({ status: replaced.status, errors: replaced.data.errors }).toEqual({ status: 200, errors: undefined })
    expect(await send('put', item, {})).toMatchObject({ status: 422 })
    expect(await send('patch', item, change)).toMatchObject({ status: 200, data: change })
    expect(await send('patch', item, { nonsense: 1 })).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'nonsense', code: 'unknown_field' }] },
    })
    expect(await send('delete', item)).toMatchObject({ status: 204 })
    expect(await send('get', item)).toMatchObject({ status: 404 })
  })
})

test('axios reads the FAQ and its entries', async () => {
  const list = await send('get', '/api/backend/faq/')
  expect(list.status).toBe(200)
  const [first] = list.data.results as { id: string; question: string }[]
  expect(await send('get', `/api/backend/faq/${first?.id}/`)).toMatchObject({
    status: 200,
    data: { question: first?.question },
  })
})

test('includes every collection of the specification', () => {
  expect(Object.keys(collections)).toHaveLength(9)
})
