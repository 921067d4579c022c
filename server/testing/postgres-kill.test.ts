/** PostgreSQL itself, killed while houses send readings: each acknowledged reading is stored once, as it was sent. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashToken } from '#server/auth/tokens.ts'
import { instantText, plusMs, systemClock } from '#server/clock.ts'
import { migrate } from '#server/database/migrations/migrate.ts'
import { openPostgres } from '#server/database/open.ts'
import { buildChannel, buildSite } from './build-energy.ts'
import { numberOfCases } from './number-of-cases.ts'
import { killRunning, startServer, stop } from './processes.ts'
import { type CrashingPostgres, startCrashingPostgres } from './temporary-postgres.ts'
import { testRuntime } from './test-runtime.ts'

const kills = numberOfCases(2, 20)
const senders = 4
const readingsOfBatch = 25
const batchesBetween = 12
const tokenOf = (sender: number) => `token-of-house-${sender}`

let postgres: CrashingPostgres
let dataDir: string

beforeEach(async () => {
  postgres = await startCrashingPostgres()
  dataDir = mkdtempSync(join(tmpdir(), 'kundenportal-postgres-kill-'))
  await withDatabase(async runtime => {
    await migrate({ ...runtime, close: async () => {} }, { clock: systemClock, log: pino({ level: 'silent' }) })
    for (let sender = 0; sender < senders; sender += 1) {
      const site = await buildSite(runtime, { key: `haus-${sender}`, token_hash: hashToken(tokenOf(sender)) })
      await buildChannel(runtime, { site_id: site.id, key: 'grid' })
    }
  })
})
afterEach(async () => {
  killRunning()
  await postgres.stop()
  rmSync(dataDir, { recursive: true })
})

async function withDatabase<T>(work: (runtime: ReturnType<typeof testRuntime>) => Promise<T>): Promise<T> {
  const database = await openPostgres(postgres.url)
  try {
    return await work({ ...testRuntime(database), clock: systemClock })
  } finally {
    await database.close()
  }
}

type Sent = { at: number; value: number }

/** Sends batches of its house until it is stopped. Sends a refused one again as soon as `isBack` resolves. */
function startSender(url: string, sender: number, start: number, isBack: () => Promise<void>) {
  const acknowledged: Sent[] = []
  const refusals = new Set<number>()
  let next = start + sender * 100
  let isOver = false
  let batches = 0

  async function push(): Promise<void> {
    const readings = Array.from({ length: readingsOfBatch }, () => {
      const at = next
      // Each house has instants of its own.
      next += senders * 100
      return { at, value: at % 1_000 }
    })
    const body = JSON.stringify({
      readings: readings.map(({ at, value }) => ({ channel: 'grid', at: instantText(new Date(at)), value })),
    })
    for (;;) {
      const answer = await fetch(`${url}/api/energy/${tokenOf(sender)}/readings/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const text = await answer.text()
      if (answer.status === 200) {
        expect(JSON.parse(text)).toEqual({ accepted: readingsOfBatch, rejected: [] })
        acknowledged.push(...readings)
        batches += 1
        return
      }
      refusals.add(answer.status)
      await isBack()
    }
  }
  const running = (async () => {
    while (!isOver) await push()
  })()
  return {
    acknowledged,
    refusals,
    batches: () => batches,
    async stop() {
      isOver = true
      await running
    },
  }
}

test(`readings that were acknowledged before one of ${kills} kills of PostgreSQL are stored, and no others`, {
  timeout: 180_000 + kills * 20_000,
}, async () => {
  const server = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    LOG_LEVEL: 'info',
    // The senders do not wait between their calls.
    CALL_BUDGETS: '0',
  })
  const start = plusMs(systemClock.now(), -86_400_000).getTime()
  let back = Promise.resolve()
  const running = Array.from({ length: senders }, (_, index) => startSender(server.url, index, start, () => back))
  const acknowledged = () => running.reduce((sum, sender) => sum + sender.batches(), 0)
  for (let kill = 1; kill <= kills; kill += 1) {
    const enough = acknowledged() + batchesBetween
    await expect.poll(acknowledged, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(enough)
    const { promise, resolve } = Promise.withResolvers<void>()
    back = promise
    await postgres.crash()
    await postgres.start()
    resolve()
  }
  const enough = acknowledged() + batchesBetween
  await expect.poll(acknowledged, { timeout: 60_000 }).toBeGreaterThanOrEqual(enough)
  await Promise.all(running.map(sender => sender.stop()))

  const sent = new Map(running.flatMap(sender => sender.acknowledged).map(({ at, value }) => [at, value]))
  const rows = await withDatabase(({ db }) =>
    db.selectFrom('energy_reading').select(['at_ms', 'value_millionths']).execute(),
  )
  expect(new Map(rows.map(row => [row.at_ms, row.value_millionths / 1_000_000]))).toEqual(sent)
  // While PostgreSQL was down, the answers asked the senders to try again later.
  expect(new Set(running.flatMap(sender => [...sender.refusals]))).toEqual(new Set([503]))
  await stop(server)
})
