/**
 * Each call of the contract with every path parameter, query parameter and field of its body filled, once for each kind
 * of caller that affects its rows: the requests in which sqlmap hides its payloads.
 */
import * as z from 'zod/mini'
import { accounts } from '#contract/accounts.ts'
import { allEndpoints } from '#contract/api.ts'
import { type Endpoint, isWrite } from '#contract/endpoint.ts'
import { tickets } from '#contract/tickets.ts'
import { websiteServices } from '#contract/website-services.ts'
import { demoPassword } from '#demo/demo-load.ts'
import { idNamed, idsNamed, nobodysId, type Rows } from './injection-rows.ts'
import { countValues, type Json, namesIn, sampleOf, textsOf } from './sample-values.ts'

export type Caller = 'visitor' | 'customer' | 'admin'

/** Available ids and values. */
export type Surroundings = {
  readonly rows: Readonly<Record<Caller, Rows>>
  /** Parameters of a list, so that the list is not empty. */
  readonly queryOf: (name: string, endpoint: Endpoint, caller: Caller) => Readonly<Record<string, string>>
}

export type InjectionRequest = {
  /** Of the endpoint, with a suffix that distinguishes its requests. */
  readonly name: string
  readonly endpoint: Endpoint
  readonly caller: Caller
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The cookies, by default the caller's. The CSRF token is one of them. */
  readonly hasMarkedCookies?: true
  /** Its writes are reverted before the next. */
  readonly takesEffect: boolean
  /** The number of values sqlmap must report on. */
  readonly valuesCount: number
}

/** A mark after values sqlmap does not find by itself. */
export const mark = '*'

/** Omitted endpoints, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  'events.stream': 'The answer has no end, and sqlmap would wait for it.',
}

const noDevice = { localIp: undefined, externalIp: undefined, macAddress: undefined }
const onlyDevice = { type: 'device_service', isWatched: undefined, version: undefined, periodMinutes: undefined }
const sums = { net: 100, tax: [{ rate: 19, base: 100, amount: 19 }], gross: 119 }
const draft = { ...sums, paid: false, paidDate: null }
const drafts = [draft, { ...draft, entryIds: [] }]

/** Fields that exclude each other: one request for each of these. undefined is omitted. */
const variants: Readonly<Record<string, readonly Json[]>> = {
  // Right ones would end the session.
  'accounts.changePassword': [{ currentPassword: 'Nicht-die-richtige-1' }],
  // Impersonation has a session of its own: a second start changes nothing, so all of its calls are tested.
  'accounts.startImpersonation': [{}, { customerId: nobodysId }],
  // Repeated requests for the newsletter are throttled.
  'customers.replace': [{ newsletter: false }],
  'customers.update': [{ newsletter: false }],
  'ownSettings.replace': [{ newsletter: false }],
  'ownSettings.update': [{ newsletter: false }],
  'accounts.login': [{ username: 'demo-neu', password: demoPassword }],
  'accounts.reauthenticate': [{ code: undefined }, { password: undefined }],
  // An entry is on one invoice only.
  'invoices.create': [{ ...sums, entryIds: undefined }, sums],
  'invoices.replace': drafts,
  'invoices.update': drafts,
  'secondFactors.logIn': [{ recoveryCode: undefined }, { code: undefined }],
  'secondFactors.removeTotp': [{ recoveryCode: undefined }, { code: undefined }],
  'services.create': [
    onlyDevice,
    { type: 'website_service', ...noDevice, version: undefined, periodMinutes: undefined },
    { type: 'application_service', ...noDevice, urls: undefined, isWatched: undefined },
  ],
  // The kind of the service is fixed, and only its fields are accepted.
  'services.replace': [onlyDevice, {}],
  'services.update': [onlyDevice, {}],
  'tickets.changeMany': [{}, { change: { action: 'delete' } }],
}

/** Fields that only admins may send: a customer's call with one of them is refused completely. */
const adminsOnly: Readonly<Record<string, readonly string[]>> = {
  'customers.replace': ['kind', 'company', 'vatId', 'leitwegId', 'hourlyRate', 'note'],
  'customers.update': ['kind', 'company', 'vatId', 'leitwegId', 'hourlyRate', 'note'],
  'requests.create': ['customerId'],
  'ticketEntries.replace': ['progress', 'quantity', 'hourlyRate', 'chargedExtra', 'chargedExtraText', 'date'],
  'ticketEntries.create': ['progress', 'quantity', 'hourlyRate', 'chargedExtra', 'chargedExtraText', 'date'],
  'ticketEntries.update': ['progress', 'quantity', 'hourlyRate', 'chargedExtra', 'chargedExtraText', 'date'],
  'tickets.update': ['name', 'description', 'progress', 'customerId', 'hourlyRate', 'invoiceNotes', 'finishAnyway'],
  'users.update': ['username', 'role', 'customerId', 'isActive'],
}

const boundary = 'form-7f3a91c05d'
const uploadForm = {
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  body: [
    `--${boundary}`,
    `content-disposition: form-data; name="file"; filename="Foto${mark}.pdf"`,
    'content-type: application/pdf',
    '',
    `%PDF-1.7 ${mark}`,
    `--${boundary}--`,
    '',
  ].join('\r\n'),
  valuesCount: 2,
}
const jsonHeaders = { 'content-type': 'application/json' }

export function injectionRequests(surroundings: Surroundings): InjectionRequest[] {
  return [...fieldRequests(surroundings), ...headerRequests(surroundings)]
}

function fieldRequests(surroundings: Surroundings): InjectionRequest[] {
  const asked = allEndpoints().filter(({ name, endpoint }) => takesValues(endpoint) && !(name in leftOut))
  return asked.flatMap(({ name, endpoint }) =>
    callersOf(endpoint).flatMap(caller =>
      (variants[name] ?? [{}]).flatMap((variant, number) => {
        const title = number === 0 ? `${name} as ${caller}` : `${name} as ${caller}, ${number + 1}`
        const { url, count } = address(surroundings, name, endpoint, caller)
        const takesEffect = isWrite(endpoint)
        const request = { name: title, endpoint, caller, url, headers: {}, takesEffect, valuesCount: count }
        if (endpoint.upload) return [{ ...request, ...uploadForm }]
        // sqlmap would not recognize a form.
        if (endpoint.body === undefined)
          return [takesEffect ? { ...request, headers: jsonHeaders, body: '{}' } : request]
        const lacking = caller === 'admin' ? [] : (adminsOnly[name] ?? [])
        const left = Object.fromEntries(lacking.map(field => [field, undefined]))
        const body = withoutUndefined({ ...bodyOf(endpoint, surroundings.rows[caller]), ...variant, ...left })
        const json = filledWith(body)
        const filled = { ...request, headers: jsonHeaders, body: json.body, valuesCount: count + json.count }
        // For any endpoint and caller, a number's place accepts no text.
        return caller === mightiestOf(endpoint) ? [filled, ...textsIn(filled, body)] : [filled]
      }),
    ),
  )
}

export function takesValues({ path, query, body, upload }: Endpoint): boolean {
  return path.includes('{') || query !== undefined || body !== undefined || upload === true
}

/** Visible rows and writable fields depend on the caller. */
function callersOf({ access, query }: Endpoint): readonly Caller[] {
  if (access === 'admin') return ['admin']
  if (access === 'customer') return ['customer', 'admin']
  return query === undefined ? ['visitor'] : ['visitor', 'customer', 'admin']
}

function mightiestOf(endpoint: Endpoint): Caller | undefined {
  return callersOf(endpoint).at(-1)
}

/** sqlmap finds parameters of a query by itself, unless there is a mark before it. */
function address({ rows, queryOf }: Surroundings, name: string, endpoint: Endpoint, caller: Caller) {
  const query = Object.entries(queryOf(name, endpoint, caller))
  const isMarked = endpoint.path.includes('{')
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, parameter) => {
    return `${idNamed(rows[caller], parameter, endpoint.path)}${mark}`
  })
  const texts = query.map(([key, value]) => `${key}=${encodeURIComponent(value)}${isMarked ? mark : ''}`)
  return {
    url: texts.length === 0 ? path : `${path}?${texts.join('&')}`,
    count: path.split(mark).length - 1 + query.length,
  }
}

function bodyOf({ body, path }: Endpoint, rows: Rows): Json {
  // The body of a call is an object.
  return body ? (sampleOf(jsonSchemaOf(body), '', name => idsNamed(rows, name, path)) as Json) : {}
}

export function jsonSchemaOf(schema: z.ZodMiniType): Json {
  return { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) }
}

/** The same request with a text in place of each number and boolean, and payloads nowhere else. */
function textsIn(request: InjectionRequest, body: Json): InjectionRequest[] {
  const { texts, count } = textsOf(body, mark)
  if (count === 0) return []
  const url = request.url.replaceAll(mark, '')
  const changed = { url, body: JSON.stringify(texts), takesEffect: false, valuesCount: count }
  return [{ ...request, ...changed, name: `${request.name}, texts` }]
}

/** Headers that are read, each where it has the most effect. */
function headerRequests({ rows }: Surroundings): InjectionRequest[] {
  const websiteId = idNamed(rows.admin, 'id', websiteServices.checkNow.path)
  const ticketId = idNamed(rows.admin, 'id', tickets.update.path)
  return [
    {
      name: 'accounts.session as customer, headers',
      endpoint: accounts.session,
      caller: 'customer',
      url: accounts.session.path,
      headers: {},
      takesEffect: false,
      hasMarkedCookies: true,
      // The session, the device, the CSRF token, and the path, without other input.
      valuesCount: 4,
    },
    {
      name: 'accounts.login as visitor, headers',
      endpoint: accounts.login,
      caller: 'visitor',
      url: accounts.login.path,
      takesEffect: true,
      headers: { ...jsonHeaders, 'user-agent': `Mozilla/5.0${mark}`, 'x-forwarded-for': `203.0.113.7${mark}` },
      body: JSON.stringify({ username: 'demo-neu', password: demoPassword }),
      valuesCount: 4,
    },
    {
      name: 'websiteServices.checkNow as admin, headers',
      endpoint: websiteServices.checkNow,
      caller: 'admin',
      url: websiteServices.checkNow.path.replace('{id}', websiteId),
      takesEffect: true,
      headers: { ...jsonHeaders, 'idempotency-key': `wallbox-1${mark}` },
      body: '{}',
      hasMarkedCookies: true,
      valuesCount: 4,
    },
    {
      name: 'tickets.update as admin, headers',
      endpoint: tickets.update,
      caller: 'admin',
      url: tickets.update.path.replace('{id}', ticketId),
      takesEffect: true,
      headers: { ...jsonHeaders, 'if-match': `"1${mark}"` },
      body: JSON.stringify({ name: 'wallbox' }),
      valuesCount: 2,
    },
  ]
}

/**
 * sqlmap finds values of JSON by itself, except those named token, and only the last of several with the same name. In
 * these cases all texts are marked, and it tests only those.
 */
function filledWith(body: Json): { body: string; count: number } {
  const names = namesIn(body)
  if (!names.includes('token') && new Set(names).size === names.length) {
    return { body: JSON.stringify(body), count: countValues(body) }
  }
  const marked = JSON.stringify(body, (_, value) => (typeof value === 'string' ? `${value}${mark}` : value))
  return { body: marked, count: marked.split(mark).length - 1 }
}

function withoutUndefined(body: Json): Json {
  return JSON.parse(JSON.stringify(body))
}
