import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allEndpoints } from '#contract/api.ts'
import { paramNames } from '#contract/endpoint.ts'
import { countAnswers } from './answers.ts'
import {
  type InjectionRequest,
  injectionRequests,
  jsonSchemaOf,
  leftOut,
  mark,
  takesValues,
} from './injection-requests.ts'
import { idsNamed, type Rows } from './injection-rows.ts'
import { countValues, namesIn, sampleOf } from './sample-values.ts'
import { readVerdict } from './sqlmap.ts'

const rows: Rows = new Map()
const requests = injectionRequests({
  rows: { visitor: rows, customer: rows, admin: rows },
  queryOf: (_, { path, query }) =>
    // A query is an object of texts.
    query ? (sampleOf(jsonSchemaOf(query), '', name => idsNamed(rows, name, path)) as Record<string, string>) : {},
})
const asMeant = requests.filter(({ name }) => !name.endsWith(', texts'))
const withTexts = requests.filter(({ name }) => name.endsWith(', texts'))

function addressOf({ url }: InjectionRequest): URL {
  return new URL(url.replaceAll(mark, ''), 'http://portal.example')
}

function parsedBody({ body = '{}' }: InjectionRequest): object {
  return JSON.parse(body.replaceAll(mark, ''))
}

test('every endpoint with input is tested, or omitted with its reason', () => {
  const asked = new Set(requests.map(({ endpoint }) => endpoint))
  const takers = allEndpoints().filter(({ endpoint }) => takesValues(endpoint))
  expect(takers.length).toBeGreaterThan(150)
  expect(takers.filter(({ endpoint }) => !asked.has(endpoint)).map(({ name }) => name)).toEqual(Object.keys(leftOut))
})

test('every permitted kind of caller is used', () => {
  const asking = requests.map(({ endpoint, caller }) => `${endpoint.method} ${endpoint.path} ${caller}`)
  expect(asking).toContain('GET /api/backend/tickets/ customer')
  expect(asking).toContain('GET /api/backend/tickets/ admin')
  expect(asking).toContain('GET /api/backend/faq/ visitor')
  expect(asking).not.toContain('GET /api/backend/outbox/ customer')
})

test('every parameter of a path is marked, and has a value', () => {
  for (const { endpoint, url } of asMeant.filter(({ headers }) => !Object.values(headers).join().includes(mark))) {
    expect(url).not.toContain('{')
    expect(url.split('?')[0]?.split(mark).length, url).toBe(paramNames(endpoint).length + 1)
  }
})

test('every parameter of a query and every field of a body has a valid value', () => {
  const fields = new Map<string, Set<string>>()
  for (const request of asMeant) {
    const { name, endpoint } = request
    const query = Object.fromEntries(addressOf(request).searchParams)
    if (endpoint.query) expect(z.safeParse(endpoint.query, query).error, name).toBeUndefined()
    if (!endpoint.body) continue
    expect(z.safeParse(endpoint.body, parsedBody(request)).error, name).toBeUndefined()
    const seen = fields.get(endpoint.path + endpoint.method) ?? new Set()
    fields.set(endpoint.path + endpoint.method, new Set([...seen, ...Object.keys(parsedBody(request))]))
  }
  for (const { name, endpoint } of allEndpoints().filter(({ name }) => !(name in leftOut))) {
    if (!endpoint.body) continue
    const asked = Object.keys(jsonSchemaOf(endpoint.body).properties as object)
    expect([...(fields.get(endpoint.path + endpoint.method) ?? [])].toSorted(), name).toEqual(asked.toSorted())
  }
})

test('each number and each boolean is also tested with a text', () => {
  expect(withTexts.length).toBeGreaterThan(20)
  const numbers = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce<number>((sum, inner) => sum + numbers(inner), 0)
      : Number(typeof value === 'number' || typeof value === 'boolean')
  for (const request of withTexts) {
    expect(numbers(parsedBody(request)), request.name).toBe(0)
    expect(request.body?.split(mark).length, request.name).toBe(request.valuesCount + 1)
  }
  const meant = asMeant.filter(({ endpoint, body }) => endpoint.body && body !== undefined)
  expect(meant.filter(request => numbers(parsedBody(request)) > 0).map(({ endpoint }) => endpoint)).toEqual(
    expect.arrayContaining(withTexts.map(({ endpoint }) => endpoint)),
  )
})

test('every value of a body is tested, also tokens and those with the same name', () => {
  const isMarked = ({ body = '' }: InjectionRequest) => body.includes(mark)
  const marked = asMeant.filter(isMarked).filter(({ endpoint }) => endpoint.body)
  expect(marked.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['accounts.setPassword as visitor', 'settings.updateProfile as admin']),
  )
  for (const { name, body = '', url, valuesCount } of marked) {
    expect(valuesCount, name).toBe(body.split(mark).length - 1 + url.split(mark).length - 1)
  }
  for (const { name, body = '{}' } of asMeant.filter(request => !isMarked(request) && request.endpoint.body)) {
    const names = namesIn(JSON.parse(body))
    expect(new Set(names).size, name).toBe(names.length)
    expect(names, name).not.toContain('token')
  }
})

test('the values of a request are counted with those inside objects and lists', () => {
  expect(countValues({ a: 'x', b: { c: 1, d: [true, 'y'] } })).toBe(4)
})

describe('the output of sqlmap', () => {
  const clean = [
    "[09:26:20] [WARNING] URI parameter '#1*' does not seem to be injectable",
    "[09:26:20] [WARNING] (custom) POST parameter 'JSON name' does not seem to be injectable",
    '[09:26:26] [CRITICAL] all tested parameters do not appear to be injectable.',
  ]
  const hit = [
    'sqlmap identified the following injection point(s) with a total of 52 HTTP(s) requests:',
    '---',
    'Parameter: search (GET)',
    '    Type: boolean-based blind',
    '    Payload: search=a%" AND 1=1',
    '---',
  ]

  test('is counted for each value', () => {
    expect(readVerdict(clean.join('\n'))).toEqual({ cleanCount: 2, found: [] })
  })

  test('is kept where it found something', () => {
    const { cleanCount, found } = readVerdict([...clean.slice(0, 1), ...hit].join('\n'))
    expect(cleanCount).toBe(1)
    expect(found).toEqual([hit.slice(2, 5).join('\n')])
  })

  test('is empty where it could not test', () => {
    expect(readVerdict('[CRITICAL] unable to connect to the target URL')).toEqual({ cleanCount: 0, found: [] })
  })
})

test('answers are counted for the current request, and faults among them', () => {
  const line = (time: string, status: number) => JSON.stringify({ time, status, msg: 'request' })
  const log = ['Demo logins: …', line('01', 200), line('02', 200), line('03', 422), line('05', 500), line('09', 500)]
  const probe = { name: 'tickets.list', begun: '02', ended: '06', isGood: true, valuesCount: 1 }
  const text = 'tickets.list: first 200; 200×1 422×1 500×1'
  expect(countAnswers([probe], log.join('\n'))).toEqual({ all: 3, lines: [text], unread: [], faulty: [text] })
})

test('a request that is refused before it is read is no proof', () => {
  const probe = { name: 'tickets.delete', begun: '02', ended: '06', isGood: true, valuesCount: 1 }
  const lineOf = (status: number) => JSON.stringify({ time: '03', status, msg: 'request' })
  expect(countAnswers([probe], lineOf(415)).unread).toEqual(['tickets.delete: first 415; 415×1'])
  expect(countAnswers([probe], [415, 404].map(lineOf).join('\n')).unread).toEqual([])
  expect(countAnswers([probe], '').unread).toHaveLength(1)
})
