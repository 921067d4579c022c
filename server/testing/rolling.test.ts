/** An upgrade as in operations.md: two processes on one PostgreSQL behind a proxy, replaced in turn under use. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAudit } from '#server/audit/verify-audit.ts'
import { type BuiltUser, buildUser } from './build.ts'
import { type CallHeaders, type Cluster, logIn, openCluster, queueResets } from './cluster.ts'

const replacements = 4
const writers = 4
const readers = 2
const jobsEachTime = 5

let cluster: Cluster
let customerId: string

beforeAll(async () => {
  cluster = await openCluster()
  await buildUser(cluster.runtime, { username: 'chefin', role: 'admin', customerId: null })
  customerId = (await buildUser(cluster.runtime, { username: 'kim' })).customerId ?? ''
  for (const _ of [1, 2]) await cluster.start()
})
afterAll(() => cluster.close())

/** Writes and reads through the proxy until stopped; remembers acknowledgements and errors. */
function startLoad(headers: CallHeaders) {
  const { proxy } = cluster
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
    /** Resolves after this many further acknowledged writes. */
    more: (count: number) =>
      new Promise<void>(reached => awaited.push({ count: acknowledged.length + count, reached })),
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}

test('nothing acknowledged is lost, nobody gets a connection error, every job and mail is done once', {
  timeout: 240_000,
}, async () => {
  const { proxy, sink, database } = cluster
  const { status, headers } = await logIn(proxy.url, 'chefin')
  expect(status).toBe(200)
  const load = startLoad(headers)
  const asked: BuiltUser[] = []
  const answered: number[] = []
  await load.more(20)

  for (let round = 0; round < replacements; round += 1) {
    asked.push(...(await queueResets(cluster, jobsEachTime)))
    const { instance, code } = await cluster.end('SIGTERM')
    expect(code).toBe(0)
    answered.push(proxy.answeredBy(instance.url))
    proxy.remove(instance.url)
    await load.more(10)
    await cluster.start()
    await load.more(20)
  }
  await sink.waitFor(asked.length, 60_000)
  await load.stop()

  expect(load.wrong).toEqual([])
  expect(proxy.broken).toEqual([])
  expect(load.reads()).toBeGreaterThan(replacements)
  // One login worked for all of them.
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

test('a session and login throttles are shared by all instances', async () => {
  const [one, other] = cluster.instances
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
