/** Two processes on one PostgreSQL behind a proxy, killed in turn under use: nothing acknowledged is lost. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAudit } from '#server/audit/verify-audit.ts'
import { examine } from '#server/cli/portal-doctor.ts'
import { minuteMs, plusMs, systemClock } from '#server/clock.ts'
import { passwordJobs } from '#server/features/accounts/password.jobs.ts'
import { runNextJob } from '#server/jobs/loop.ts'
import { openSmtp } from '#server/mail/smtp.ts'
import { deliverNextMail } from '#server/mail/worker.ts'
import { type BuiltUser, buildUser } from './build.ts'
import { type CallHeaders, type Cluster, logIn, openCluster, queueResets } from './cluster.ts'
import { numberOfCases } from './number-of-cases.ts'

const kills = numberOfCases(2, 40)
const writers = 4
const jobsEachTime = 5

let cluster: Cluster
let customerId: string

beforeAll(async () => {
  cluster = await openCluster()
  await buildUser(cluster.runtime, { username: 'chefin', role: 'admin', customerId: null })
  customerId = (await buildUser(cluster.runtime)).customerId ?? ''
  for (const _ of [1, 2]) await cluster.start()
})
afterAll(() => cluster.close())

/** `unknown`: the connection broke, so it is unknown whether it was written. */
type Outcome = 'acknowledged' | 'unknown'

/** Writes through the proxy until stopped. Interrupted calls are sent again under the same key, as browsers do. */
function startLoad(headers: CallHeaders) {
  const outcomes = new Map<string, Outcome>()
  const wrong: string[] = []
  const awaited: { count: number; reached: () => void }[] = []
  let acknowledged = 0
  let isOver = false

  const send = (name: string) =>
    fetch(`${cluster.proxy.url}/api/backend/tickets/`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': name },
      body: JSON.stringify({ name, customerId }),
    })
  const write = async () => {
    const name = randomUUID()
    outcomes.set(name, 'unknown')
    for (;;) {
      const answer = await send(name)
      const text = await answer.text()
      if (answer.status === 502 || answer.status === 503) continue
      if (answer.status === 201) {
        outcomes.set(name, 'acknowledged')
        acknowledged += 1
      } else if (!isHeldByTheDead(text)) wrong.push(`${answer.status} ${text}`)
      break
    }
    for (const { count, reached } of awaited) if (acknowledged >= count) reached()
  }
  const running = Array.from({ length: writers }, async () => {
    while (!isOver) await write().catch((error: unknown) => void wrong.push(String(error)))
  })
  return {
    outcomes,
    wrong,
    more: (count: number) => new Promise<void>(reached => awaited.push({ count: acknowledged + count, reached })),
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}

/** A killed process keeps the key of its current write for two minutes. */
function isHeldByTheDead(text: string): boolean {
  return /"code":"idempotency\.(in_progress|answer_lost)"/.test(text)
}

test(`after ${kills} kills in turn everything acknowledged exists once, and every job and mail is done once`, {
  timeout: 120_000 + kills * 30_000,
}, async () => {
  const { proxy, sink, database } = cluster
  const load = startLoad((await logIn(proxy.url, 'chefin')).headers)
  const asked: BuiltUser[] = []
  await load.more(10)
  for (let kill = 0; kill < kills; kill += 1) {
    asked.push(...(await queueResets(cluster, jobsEachTime)))
    await load.more(1 + Math.floor(Math.random() * 5))
    const { instance } = await cluster.end('SIGKILL')
    proxy.remove(instance.url)
    await load.more(5)
    await cluster.start()
  }
  await load.stop()
  for (const _ of [1, 2]) await cluster.end('SIGTERM')

  expect(load.wrong).toEqual([])
  const rows = await database.db.selectFrom('ticket').select(['name', 'number']).execute()
  const found = Map.groupBy(rows, ({ name }) => name)
  const misplaced = [...load.outcomes].filter(([name, outcome]) => {
    const count = found.get(name)?.length ?? 0
    return outcome === 'acknowledged' ? count !== 1 : count > 1
  })
  expect(misplaced).toEqual([])
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
  expect(await verifyAudit(database.db)).toMatchObject({ ok: true })
  const runtime = { ...cluster.runtime, keys: cluster.keys() }
  expect((await examine(runtime, database)).findings).toEqual([])

  await drain(runtime)
  const resets = database.db.selectFrom('job').select('state').where('kind', '=', 'password_reset')
  expect(await resets.execute()).toEqual(asked.map(() => ({ state: 'done' })))
  const mails = Map.groupBy(sink.mails, ({ recipients }) => recipients.join())
  const addresses = asked.map(({ username }) => `${username}@example.org`)
  expect([...mails.keys()].toSorted()).toEqual(addresses.toSorted())
  // A mail sent right before the kill is sent once more, and is recognised by its Message-ID.
  for (const same of mails.values()) expect(new Set(same.map(({ messageId }) => messageId)).size).toBe(1)
  expect(sink.mails.length - mails.size).toBeLessThanOrEqual(kills)
})

/** Does the work left by the killed processes, after their leases have expired. */
async function drain(runtime: Cluster['runtime']): Promise<void> {
  const smtp = openSmtp(cluster.sink.url)
  for (let round = 1; round <= 3; round += 1) {
    const later = { ...runtime, clock: { now: () => plusMs(systemClock.now(), round * 6 * minuteMs) } }
    while (await runNextJob(later, passwordJobs));
    while (await deliverNextMail(later, smtp));
  }
}
