/** An upgrade as operations.md says: two processes on one PostgreSQL behind a proxy, replaced in turn while people work. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAudit } from '#server/audit/verify.ts'
import { systemClock } from '#server/clock.ts'
import type { Services } from '#server/context.ts'
import { type OpenedDatabase, openPostgres } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import { type BuiltUser, buildUser, testPassword } from './build.ts'
import { makeMigratedPostgresDatabase } from './engines.ts'
import { openProxy, type RollingProxy } from './rolling-proxy.ts'
import { testServices } from './services.ts'
import { openSmtpSink, type SmtpSink } from './smtp-sink.ts'

const replacements = 4
const writers = 4
const readers = 2
const jobsEachTime = 5

type Instance = { url: string; process: ChildProcess; exit: Promise<unknown[]> }
type Headers = Record<string, string>

let made: Awaited<ReturnType<typeof makeMigratedPostgresDatabase>>
let database: OpenedDatabase
let services: Services
let sink: SmtpSink
let proxy: RollingProxy
let customerId: string
const dataDir = mkdtempSync(join(tmpdir(), 'portal-rolling-'))
const instances: Instance[] = []

beforeAll(async () => {
  made = await makeMigratedPostgresDatabase()
  database = await openPostgres(made.url)
  services = { ...testServices(database), clock: systemClock }
  sink = await openSmtpSink()
  proxy = await openProxy()
  await buildUser(services, { username: 'chefin', role: 'admin', customerId: null })
  customerId = (await buildUser(services, { username: 'kim' })).customerId ?? ''
  // One after the other: the first one makes the keys file.
  for (const _ of [1, 2]) instances.push(await start())
})
afterAll(async () => {
  for (const { process: child } of instances) child.kill('SIGKILL')
  await proxy.close()
  await sink.close()
  await database.close()
  await made.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** As the service manager does; resolves when it answers. */
async function start(): Promise<Instance> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...{ PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: dataDir, DATABASE_URL: made.url, LOG_LEVEL: 'warn' },
      SMTP_URL: sink.url,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  let text = ''
  const url = await new Promise<string>((resolve, reject) => {
    void exit.then(() => reject(new Error(`An instance did not start: ${text}`)))
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString()
      const found = /is running at (\S+)/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
  proxy.add(url)
  return { url, process: child, exit }
}

async function logIn(origin: string, username: string, password = testPassword) {
  const first = cookiesOf(await fetch(`${origin}/api/auth/session/`))
  const answer = await fetch(`${origin}/api/auth/login/`, {
    method: 'POST',
    headers: headersWith(first),
    body: JSON.stringify({ username, password }),
  })
  return { status: answer.status, headers: headersWith(cookiesOf(answer)) }
}

function cookiesOf({ headers }: Response): string[] {
  return headers.getSetCookie().map(cookie => cookie.split(';')[0] ?? '')
}

function headersWith(cookies: readonly string[]): Headers {
  const csrf = cookies.find(cookie => cookie.startsWith('csrftoken='))?.split('=')[1] ?? ''
  return { cookie: cookies.join('; '), 'x-csrftoken': decodeURIComponent(csrf), 'content-type': 'application/json' }
}

/** Writes and reads through the proxy until it is told to end; remembers what was acknowledged and what went wrong. */
function startLoad(headers: Headers) {
  const acknowledged: string[] = []
  const wrong: string[] = []
  const awaited: { count: number; reached: () => void }[] = []
  let isOver = false
  let reads = 0

  const write = async () => {
    const answer = await fetch(`${proxy.url}/api/backend/tickets/`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify({ name: 'Wallbox anschließen', customerId }),
    })
    const text = await answer.text()
    if (answer.status !== 201) wrong.push(`POST ${answer.status} ${text}`)
    else acknowledged.push(JSON.parse(text).id)
    for (const { count, reached } of awaited) if (acknowledged.length >= count) reached()
  }
  const read = async () => {
    const answer = await fetch(`${proxy.url}/api/backend/tickets/?page_size=5`, { headers })
    if (answer.status !== 200) wrong.push(`GET ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer().catch(() => undefined)
    reads += 1
  }
  const forEver = async (work: () => Promise<void>) => {
    while (!isOver) await work().catch((error: unknown) => void wrong.push(String(error)))
  }
  const running = [
    ...Array.from({ length: writers }, () => forEver(write)),
    ...Array.from({ length: readers }, () => forEver(read)),
  ]

  return {
    acknowledged,
    wrong,
    reads: () => reads,
    /** Resolves when so many more writes have been acknowledged. */
    more: (count: number) =>
      new Promise<void>(reached => awaited.push({ count: acknowledged.length + count, reached })),
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}

/** Jobs that each mail one person. */
async function queueResets(): Promise<BuiltUser[]> {
  const users = await Promise.all(Array.from({ length: jobsEachTime }, () => buildUser(services)))
  for (const { username } of users) {
    const payload = { emailKey: `${username}@example.org` }
    await inTransaction(services, trx => enqueueJob(trx, services, { kind: 'password_reset', payload }))
  }
  return users
}

test('nothing that was acknowledged is lost, nobody meets a closed door, every job and mail is done once', {
  timeout: 240_000,
}, async () => {
  const { status, headers } = await logIn(proxy.url, 'chefin')
  expect(status).toBe(200)
  const load = startLoad(headers)
  const asked: BuiltUser[] = []
  const answered: number[] = []
  await load.more(20)

  for (let round = 0; round < replacements; round += 1) {
    asked.push(...(await queueResets()))
    const old = instances.shift()
    if (old === undefined) throw new Error('There is no instance to replace.')
    old.process.kill('SIGTERM')
    expect((await old.exit)[0]).toBe(0)
    answered.push(proxy.answeredBy(old.url))
    proxy.remove(old.url)
    await load.more(10)
    instances.push(await start())
    await load.more(20)
  }
  await sink.waitFor(asked.length, 60_000)
  await load.stop()

  expect(load.wrong).toEqual([])
  expect(proxy.broken).toEqual([])
  expect(load.reads()).toBeGreaterThan(replacements)
  // One login was good for all of them.
  for (const count of answered) expect(count).toBeGreaterThan(0)

  const tickets = await database.db.selectFrom('ticket').select(['id', 'number']).orderBy('number').execute()
  expect(tickets.map(({ id }) => id).toSorted()).toEqual(load.acknowledged.toSorted())
  expect(new Set(tickets.map(({ number }) => number)).size).toBe(tickets.length)
  expect(await verifyAudit(database.db)).toMatchObject({ ok: true })

  const addresses = asked.map(({ username }) => `${username}@example.org`)
  expect(sink.mails.flatMap(({ recipients }) => recipients).toSorted()).toEqual(addresses.toSorted())
  const resets = database.db.selectFrom('job').select(['state', 'attempts']).where('kind', '=', 'password_reset')
  expect(await resets.execute()).toEqual(asked.map(() => ({ state: 'done', attempts: 1 })))
  const failed = database.db.selectFrom('job').select('kind').where('state', '=', 'failed')
  expect(await failed.execute()).toEqual([])
})

test('a session and what was counted against a login are the same at every instance', async () => {
  const [one, other] = instances
  if (one === undefined || other === undefined) throw new Error('There are no two instances.')
  const kim = await logIn(one.url, 'kim')
  const session = await fetch(`${other.url}/api/auth/session/`, { headers: kim.headers })
  expect(await session.json()).toMatchObject({ user: { username: 'kim' } })

  const statuses: number[] = []
  for (const { url } of [one, other, one, other, one, other]) {
    statuses.push((await logIn(url, 'chefin', 'falsch-falsch')).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])

  const out = await fetch(`${one.url}/api/auth/logout/`, { method: 'POST', headers: kim.headers, body: '{}' })
  expect(out.status).toBeLessThan(300)
  const after = await fetch(`${other.url}/api/auth/session/`, { headers: kim.headers })
  expect((await after.json()).user ?? null).toBeNull()
})
