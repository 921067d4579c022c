/** The worst calls of visitors and one customer: `npm run prove -- flood` sends them as fast as it can. */

import { readingsMax } from '#contract/energy-limits.ts'
import { entryDescriptionLengthMax, messageTextLengthMax, questionLengthMax } from '#contract/limits.ts'

export type FloodCall = {
  readonly name: string
  readonly by: 'visitor' | 'customer'
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: string
  /** Sent every other time: so that the call always changes something. */
  readonly otherBody?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A new idempotency key each time. */
  readonly hasKey?: true
  /** Allowed answers: the regular one, and the refusal beyond the limit. */
  readonly statuses: readonly number[]
  /** The status beyond the limit; 429 by default. */
  readonly refusal?: number
  readonly answerBytesMax: number
}

const kilobyte = 1_024
const fieldsOf = (count: number) => `{${Array.from({ length: count }, (_, at) => `"f${at}":0`).join()}}`
const manyFields = fieldsOf(110_000)
const manyParameters = Array.from({ length: 1_200 }, (_, at) => `p${at}=`).join('&')
const deep = `${'['.repeat(2_000)}${']'.repeat(2_000)}`
/** The character with the most bytes in an answer: three for each position, where an escaped one takes two. */
export const worstText = (length: number) => '€'.repeat(length)
const long = worstText(entryDescriptionLengthMax)

/** One each second. */
const manyReadings = (now: Date, value: number) =>
  JSON.stringify({
    readings: Array.from({ length: readingsMax }, (_, at) => ({
      channel: 'grid',
      at: new Date(now.getTime() - at * 1_000).toISOString(),
      value,
    })),
  })

const small = 20 * kilobyte

/** Rows of the customer. */
export type FloodTargets = {
  /** With many entries of maximum length. */
  readonly ticketId: string
  /** Issued; `asked`: the line or entry that a question is about. */
  readonly invoice: { readonly id: string; readonly asked: object }
  /** With the usual channels; `pushPath`: of its senders. */
  readonly site: { readonly id: string; readonly pushPath: string }
  readonly now: Date
  /** Of the customer's user. */
  readonly password: string
}

export function floodCalls(targets: FloodTargets): readonly FloodCall[] {
  const calls = [
    ...visitorCalls(),
    ...programCalls(),
    ...customerCalls(targets),
    ...laterCustomerCalls(targets),
    ...energyCalls(targets),
  ]
  return spread(calls)
}

/** Calls that share a budget of the customer are more than a minute apart: none finds it used up by another. */
function spread(calls: readonly FloodCall[]): readonly FloodCall[] {
  const counted = calls.filter(
    ({ by, method, path }) => by === 'customer' && (method !== 'GET' || path.includes('pdf')),
  )
  const others = calls.filter(call => !counted.includes(call))
  const between = Math.floor(others.length / counted.length)
  const mixed = counted.flatMap((call, at) => [call, ...others.slice(at * between, (at + 1) * between)])
  return [...mixed, ...others.slice(counted.length * between)]
}

function visitorCalls(): readonly FloodCall[] {
  const message = JSON.stringify({ email: 'kim@example.org', text: worstText(messageTextLengthMax) })
  const visit = { by: 'visitor', answerBytesMax: small } as const
  return [
    {
      ...visit,
      name: 'a login with 110,000 fields',
      method: 'POST',
      path: '/api/auth/login/',
      body: manyFields,
      statuses: [413, 429],
    },
    {
      ...visit,
      name: 'a login as deep as can be',
      method: 'POST',
      path: '/api/auth/login/',
      body: deep,
      statuses: [400, 429],
    },
    {
      ...visit,
      name: 'a guessed password',
      method: 'POST',
      path: '/api/auth/login/',
      body: '{"username":"demo-kunde","password":"Rotkehlchen-7"}',
      statuses: [401, 429],
    },
    {
      ...visit,
      name: 'a link to a new password',
      method: 'POST',
      path: '/api/auth/password-reset/',
      body: '{"email":"kim@example.org"}',
      statuses: [204, 429],
    },
    {
      ...visit,
      name: 'a passkey challenge',
      method: 'POST',
      path: '/api/auth/passkey-login/challenge/',
      statuses: [200, 429],
    },
    {
      ...visit,
      name: 'a message',
      method: 'POST',
      path: '/api/backend/messageForm/',
      body: message,
      hasKey: true,
      statuses: [201, 204, 429],
    },
    {
      ...visit,
      name: 'a megabyte to nowhere',
      method: 'POST',
      path: '/api/nowhere/',
      body: manyFields,
      statuses: [413],
    },
    {
      ...visit,
      name: 'a question with 1,200 parameters',
      method: 'GET',
      path: `/api/backend/faq/?${manyParameters}`,
      statuses: [422],
    },
    {
      ...visit,
      name: 'the description of the API',
      method: 'GET',
      path: '/api/schema/',
      statuses: [200],
      answerBytesMax: 1_000 * kilobyte,
    },
  ]
}

/** Calls like those of routers, applications and senders of readings, with guessed tokens. */
function programCalls(): readonly FloodCall[] {
  const guess = { by: 'visitor', method: 'POST', answerBytesMax: small } as const
  const login = Buffer.from('haus26garten:rotkehlchen7').toString('base64')
  return [
    {
      ...guess,
      name: 'an update call with a guessed token',
      path: '/nic/update?hostname=haus.example.org&myip=9.9.9.9',
      headers: { authorization: `Basic ${login}` },
      statuses: [401, 503],
      refusal: 503,
    },
    {
      ...guess,
      name: 'a heartbeat with a guessed token',
      path: `/api/heartbeat/${'a'.repeat(43)}/`,
      statuses: [404, 429],
    },
    {
      ...guess,
      name: 'a megabyte of readings with a guessed token',
      path: `/api/energy/${'a'.repeat(43)}/readings/`,
      body: manyFields,
      statuses: [404, 429],
    },
  ]
}

function customerCalls({ ticketId, password }: FloodTargets): readonly FloodCall[] {
  const entry = JSON.stringify({ ticketId, name: 'Wunsch', description: long })
  const own = { by: 'customer', answerBytesMax: small } as const
  return [
    {
      ...own,
      name: 'a deletion that is refused',
      method: 'DELETE',
      path: `/api/backend/tickets/${ticketId}/`,
      statuses: [403, 429],
    },
    {
      ...own,
      name: 'a ticket with all its entries',
      method: 'GET',
      path: `/api/backend/tickets/${ticketId}/`,
      statuses: [200, 429],
      answerBytesMax: 2_200 * kilobyte,
    },
    {
      ...own,
      name: 'a page of long entries',
      method: 'GET',
      path: `/api/backend/ticket-entries/?ticket=${ticketId}&page_size=100`,
      statuses: [200, 429],
      answerBytesMax: 1_100 * kilobyte,
    },
    {
      ...own,
      name: 'a search for one letter',
      method: 'GET',
      path: '/api/backend/search/?search=w',
      statuses: [200, 429],
      answerBytesMax: 100 * kilobyte,
    },
    {
      ...own,
      name: 'an entry as long as can be',
      method: 'POST',
      path: '/api/backend/ticket-entries/',
      body: entry,
      hasKey: true,
      statuses: [201, 429],
    },
    {
      ...own,
      name: 'a cost ceiling',
      method: 'PATCH',
      path: `/api/backend/tickets/${ticketId}/`,
      body: '{"budget":1}',
      statuses: [200, 429],
      answerBytesMax: 2_200 * kilobyte,
    },
    {
      ...own,
      name: 'a password that stays the same',
      method: 'POST',
      path: '/api/auth/password/',
      body: `{"currentPassword":"${password}","newPassword":"${password}"}`,
      statuses: [422, 429, 503],
    },
    {
      ...own,
      name: 'a request with unknown fields',
      method: 'POST',
      path: '/api/backend/requests/',
      body: fieldsOf(5_000),
      statuses: [413, 429],
    },
  ]
}

/** Invoices, DNS and sessions. */
function laterCustomerCalls({ invoice }: FloodTargets): readonly FloodCall[] {
  const own = { by: 'customer', answerBytesMax: small } as const
  const question = JSON.stringify({ ...invoice.asked, text: worstText(questionLengthMax) })
  return [
    {
      ...own,
      name: 'the locked copy of an invoice',
      method: 'GET',
      path: `/api/backend/invoices/${invoice.id}/locked-pdf/`,
      // An uploaded invoice has none.
      statuses: [200, 404, 429],
      answerBytesMax: 1_000 * kilobyte,
    },
    {
      ...own,
      name: 'a question as long as can be',
      method: 'POST',
      path: `/api/backend/invoices/${invoice.id}/questions/`,
      body: question,
      hasKey: true,
      statuses: [201, 409, 429],
    },
    {
      ...own,
      name: 'a domain that exists',
      method: 'POST',
      path: '/api/backend/dns-domains/',
      body: '{"domain":"garten.example","type":"cloudflare"}',
      statuses: [201, 422, 429],
    },
    {
      ...own,
      name: 'the PDF of an invoice',
      method: 'GET',
      path: `/api/backend/invoices/${invoice.id}/pdf/`,
      statuses: [200, 429],
      answerBytesMax: 1_000 * kilobyte,
    },
    {
      ...own,
      name: 'the own sessions',
      method: 'GET',
      path: '/api/auth/sessions/?page_size=100',
      statuses: [200],
    },
  ]
}

function energyCalls({ site, now }: FloodTargets): readonly FloodCall[] {
  const own = { by: 'customer', answerBytesMax: small } as const
  return [
    {
      ...own,
      name: 'the quarter-hours of a month',
      method: 'GET',
      path: `/api/backend/energy-sites/${site.id}/energy/?from=2026-10-01&to=2026-11-01`,
      statuses: [200, 429],
      answerBytesMax: 2_000 * kilobyte,
    },
    {
      ...own,
      name: 'the gaps of three years',
      method: 'GET',
      path: `/api/backend/energy-sites/${site.id}/gaps/?from=2023-12-01&to=2026-11-27`,
      statuses: [200, 429],
    },
    {
      ...own,
      name: 'the bill of a month',
      method: 'GET',
      path: `/api/backend/energy-sites/${site.id}/bill/?month=2026-10`,
      // Without a tariff there is none.
      statuses: [200, 422, 429],
    },
    {
      ...own,
      name: 'the plan of a site',
      method: 'GET',
      path: `/api/backend/energy-sites/${site.id}/plan/`,
      statuses: [200, 429],
      answerBytesMax: 200 * kilobyte,
    },
    {
      ...own,
      name: 'as many readings as can be',
      method: 'POST',
      path: site.pushPath,
      body: manyReadings(now, 100),
      otherBody: manyReadings(now, 200),
      statuses: [200, 429],
      answerBytesMax: 300 * kilobyte,
    },
  ]
}
