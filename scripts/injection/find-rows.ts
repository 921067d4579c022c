/** Searches a portal with the demo's data for rows to request, and for parameters with which lists are not empty. */
import { allEndpoints } from '#contract/api.ts'
import { applicationServices, heartbeats } from '#contract/application-services.ts'
import { customerExports } from '#contract/customer-exports.ts'
import { customers } from '#contract/customers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { files } from '#contract/files.ts'
import { invoices } from '#contract/invoices.ts'
import { newsletters } from '#contract/newsletters.ts'
import { requests } from '#contract/requests.ts'
import { secondFactors } from '#contract/second-factor.ts'
import { services } from '#contract/services.ts'
import { ticketEntries } from '#contract/ticket-entries.ts'
import { tickets } from '#contract/tickets.ts'
import { timers } from '#contract/timers.ts'
import { users } from '#contract/users.ts'
import type { CallerSession } from './caller-session.ts'
import { type Caller, jsonSchemaOf } from './injection-requests.ts'
import { idNamed, idsNamed, type Rows } from './injection-rows.ts'
import { type Json, sampleOf } from './sample-values.ts'

/** Rows that can still be written, and users whose change affects nobody's login. */
const wanted: Readonly<Record<string, Record<string, string>>> = {
  [customers.list.path]: { search: 'Größl' },
  [services.list.path]: { type: 'device_service' },
  [invoices.list.path]: { state: 'draft' },
  [newsletters.list.path]: { state: 'draft' },
  [requests.list.path]: { state: 'open' },
  [tickets.list.path]: { progress: 'inProgress' },
  [users.list.path]: { search: 'demo-neu' },
}

type Listed = { id: string; isCurrent?: boolean } & Json

/** Rows the demo lacks, first in its list: files, a request with one, an own entry, an export, a timer, a token. */
export async function addRows(session: CallerSession, caller: Caller, rows: Rows): Promise<Rows> {
  const added = new Map<string, readonly string[]>()
  const put = (path: string, id: string) => added.set(path, [id])
  if (caller === 'visitor') return added
  put(files.create.path, await addFile(session))
  await demand(session, secondFactors.startTotp)
  if (caller === 'customer') {
    const fileId = await addFile(session)
    put(requests.list.path, await demand(session, requests.create, { title: 'Wallbox', attachmentIds: [fileId] }))
    put(beforeParameter(requests.attachment.path), fileId)
    const ticketId = idNamed(rows, 'ticketId', ticketEntries.create.path)
    put(tickets.list.path, ticketId)
    put(ticketEntries.list.path, await demand(session, ticketEntries.create, { ticketId, name: 'Wallbox' }))
    put(beforeParameter(customerExports.download.path), await demand(session, customerExports.create, undefined, rows))
  } else {
    const ticketId = idNamed(rows, 'ticketId', timers.start.path)
    put(timers.list.path, await demand(session, timers.start, { ticketId }))
    const answer = await demandAnswer(session, applicationServices.makeHeartbeatToken, undefined, rows)
    put(beforeParameter(heartbeats.send.path), /heartbeat\/([^/]+)\//.exec(JSON.stringify(answer))?.[1] ?? '')
  }
  return added
}

async function addFile(session: CallerSession): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob(['%PDF-1.7 ']), 'Plan.pdf')
  return demand(session, files.create, form)
}

/** Creates something and returns its id. */
async function demand(...call: Parameters<typeof demandAnswer>): Promise<string> {
  // A created row has an id; starting codes needs none.
  const { id = '' } = (await demandAnswer(...call)) as { id?: string }
  return id
}

async function demandAnswer(
  session: CallerSession,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  body?: object,
  rows: Rows = new Map(),
): Promise<unknown> {
  const answer = await session.send(method, filled(path, rows), body)
  if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}.`)
  return answer.body
}

/** The rows of every list, as far as this caller sees them. */
export async function findRows(session: CallerSession, caller: Caller): Promise<Rows> {
  const rows = new Map<string, readonly string[]>()
  for (const { endpoint } of allEndpoints().filter(({ endpoint }) => isListFor(endpoint, caller))) {
    const { path } = endpoint
    const isOfCustomers = 'customer' in parametersOf(endpoint)
    const ofOne = isOfCustomers && { customer: idNamed(rows, 'customer', path) }
    const first = path in wanted || ofOne ? await list(session, filled(path, rows), { ...wanted[path], ...ofOne }) : []
    const found = [...first, ...(await list(session, filled(path, rows)))]
    // The own session must stay alive.
    const ids = found.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id)
    rows.set(path, [...new Set(ids)])
  }
  return rows
}

/** Parameters of an endpoint: all of them, chosen so that a list still has rows where possible. */
export async function findQuery(
  session: CallerSession,
  endpoint: Endpoint,
  rows: Rows,
): Promise<Record<string, string>> {
  if (endpoint.query === undefined) return {}
  const path = filled(endpoint.path, rows)
  const query: Record<string, string> = {}
  let [row] = isListFor(endpoint, 'admin') ? await list(session, path) : []
  const parameters = Object.entries(parametersOf(endpoint))
  // Fixed values first, and words last: they are those of a remaining row.
  for (const [name, schema] of parameters.toSorted(([, a], [, b]) => freedomOf(a) - freedomOf(b))) {
    const values = valuesFor(name, schema, endpoint, rows, row)
    query[name] = values[0] ?? ''
    if (row === undefined) continue
    for (const value of values) {
      const [left] = await list(session, path, { ...query, [name]: value })
      if (left === undefined) continue
      query[name] = value
      row = left
      break
    }
  }
  return query
}

function freedomOf(schema: Json): number {
  if (Array.isArray(schema.enum)) return 1
  return schema.type === 'string' && !('pattern' in schema) ? 2 : 0
}

function valuesFor(name: string, schema: Json, { path }: Endpoint, rows: Rows, row: Json = {}): readonly string[] {
  if (/^(from|.*From)$/.test(name)) return ['2020-01-01']
  if (/^(to|.*To)$/.test(name)) return ['2039-12-31']
  if (name === 'page_size') return ['25']
  if (Array.isArray(schema.enum)) return schema.enum
  if (freedomOf(schema) === 2) {
    const texts = Object.values(row).filter(value => typeof value === 'string')
    const own = typeof row[name] === 'string' ? [row[name]] : []
    return [...own, ...texts.flatMap(text => text.split(/[^\p{L}-]+/u)), 'wallbox']
      .filter(text => text.length > 2)
      .slice(0, 40)
  }
  const ids = idsNamed(rows, name, path)
  return ids.length > 0 ? ids : [String(sampleOf(schema, name, field => idsNamed(rows, field, path)))]
}

function parametersOf({ query }: Endpoint): Record<string, Json> {
  return query ? (jsonSchemaOf(query).properties as Record<string, Json>) : {}
}

function isListFor(endpoint: Endpoint, caller: Caller): boolean {
  const { method, access } = endpoint
  const isOpen = access === 'public' || caller === 'admin' || (caller === 'customer' && access === 'customer')
  return method === 'GET' && isOpen && 'page' in parametersOf(endpoint)
}

async function list(session: CallerSession, path: string, query: Record<string, string> = {}): Promise<Listed[]> {
  const { status, body } = await session.send('GET', `${path}?${new URLSearchParams(query)}`)
  // Missing rows have no list of their own, and not everything with parameters is a list.
  return status === 200 ? ((body as { results?: Listed[] }).results ?? []) : []
}

function filled(path: string, rows: Rows): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => idNamed(rows, name, path))
}

function beforeParameter(path: string): string {
  return path.slice(0, path.lastIndexOf('{'))
}
