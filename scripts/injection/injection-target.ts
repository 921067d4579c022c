/** A separate portal for sqlmap, with the demo's data, which can be reset. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { allEndpoints } from '#contract/api.ts'
import { isWrite } from '#contract/endpoint.ts'
import { demoPassword } from '#demo/demo-load.ts'
import { type Portal, startPortal } from '#e2e/started-portal.ts'
import { sqliteFile } from '#server/database/open.ts'
import { cookieHeader, enter } from './caller-session.ts'
import { addRows, findQuery, findRows } from './find-rows.ts'
import { type Caller, type InjectionRequest, leftOut, mark, type Surroundings } from './injection-requests.ts'
import type { Rows } from './injection-rows.ts'

const copyPatienceMs = 20_000
const logins = { customer: 'demo-kunde', admin: 'demo-admin' } as const

type Found = {
  readonly cookies: ReadonlyMap<string, string>
  readonly rows: Rows
  /** Rows that were created because the demo has none. */
  readonly added: Rows
  readonly queries: ReadonlyMap<string, Record<string, string>>
}

export type Target = {
  readonly portal: Portal
  readonly surroundings: Surroundings
  /** The request as sent. */
  textOf(request: InjectionRequest): string
  /** Resets everything to the initial state. */
  restore(): Promise<void>
  stop(): Promise<void>
}

/** `databaseUrl`: on PostgreSQL, where nothing is reset. */
export async function startTarget(databaseUrl?: string): Promise<Target> {
  const portal = await startPortal({
    environment: {
      LOG_LEVEL: 'info',
      CALL_BUDGETS: '0',
      TRUSTED_PROXIES: '127.0.0.1',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
  })
  try {
    return await prepare(portal, databaseUrl)
  } catch (error) {
    await portal.stop()
    throw error
  }
}

async function prepare(portal: Portal, databaseUrl: string | undefined): Promise<Target> {
  // In this order: one finds the other's rows.
  const customer = await lookAround(portal.origin, 'customer', new Map())
  const admin = await lookAround(portal.origin, 'admin', customer.added)
  const found = { customer, admin, visitor: await lookAround(portal.origin, 'visitor', admin.added) }
  const kept = mkdtempSync(join(tmpdir(), 'kundenportal-injection-'))
  await portal.halt()
  if (databaseUrl === undefined) loosenSqlite(portal.dataDir)
  else await loosenPostgres(databaseUrl)
  cpSync(portal.dataDir, kept, { recursive: true })
  await portal.resume()

  return {
    portal,
    surroundings: {
      rows: { visitor: found.visitor.rows, customer: customer.rows, admin: admin.rows },
      queryOf: (name, _, caller) => found[caller].queries.get(name) ?? {},
    },
    textOf: request => textOf(request, portal.origin, found[request.caller].cookies),
    restore: async () => {
      if (databaseUrl !== undefined) return
      await copyInto(portal.dataDir, kept)
    },
    stop: async () => {
      rmSync(kept, { recursive: true, force: true })
      await portal.stop()
    },
  }
}

/** `before`: rows added by others. */
async function lookAround(origin: string, caller: Caller, before: Rows): Promise<Found> {
  const login = caller === 'visitor' ? undefined : { username: logins[caller], password: demoPassword }
  // One extra session, which may be ended.
  if (login) await enter(origin, login)
  const session = await enter(origin, login)
  const there = await findRows(session, caller)
  const added: Rows = new Map([...before, ...(await addRows(session, caller, new Map([...there, ...before])))])
  const rows = new Map(there)
  for (const [path, ids] of added) rows.set(path, [...ids, ...(there.get(path) ?? [])])
  const queries = new Map<string, Record<string, string>>()
  for (const { name, endpoint } of allEndpoints()) {
    if (endpoint.query && !(name in leftOut)) queries.set(name, await findQuery(session, endpoint, rows))
  }
  return { cookies: session.cookies, rows, added, queries }
}

/** In the running portal, whose next statement reads the copied data. */
async function copyInto(dataDir: string, from: string): Promise<void> {
  const source = new DatabaseSync(sqliteFile({ dataDir: from }), { readOnly: true })
  const deadline = Date.now() + copyPatienceMs
  const copy = async (): Promise<unknown> =>
    backup(source, sqliteFile({ dataDir })).catch(async error => {
      if (Date.now() > deadline) throw error
      // The portal is writing: its own jobs continue.
      await delay(50)
      return copy()
    })
  await copy()
  source.close()
}

/** Sessions and reauthentications last for the whole run, and nobody is throttled. */
const lastingSessions = 'update session set idle_until = absolute_until, authenticated_at = absolute_until'

function loosenSqlite(dataDir: string): void {
  const database = new DatabaseSync(sqliteFile({ dataDir }))
  database.exec(lastingSessions)
  for (const write of ['insert', 'update']) {
    database.exec(`create trigger forget_${write} after ${write} on throttle begin delete from throttle; end`)
  }
  database.close()
}

async function loosenPostgres(databaseUrl: string): Promise<void> {
  const client = new Client(databaseUrl)
  await client.connect()
  await client.query(lastingSessions)
  await client.end()
}

function textOf(request: InjectionRequest, origin: string, cookies: ReadonlyMap<string, string>): string {
  const headers = {
    host: new URL(origin).host,
    accept: 'application/json',
    cookie: cookieHeader(cookies, request.hasMarkedCookies ? mark : ''),
    ...(isWrite(request.endpoint) && { 'x-csrftoken': cookies.get('csrftoken') ?? '' }),
    ...request.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${request.endpoint.method} ${request.url} HTTP/1.1`, ...lines, '', request.body ?? ''].join('\r\n')
}
