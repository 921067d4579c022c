/**
 * Measured energy under load: the ticket list beside 500 sites that send, the time until their quarter-hours are closed,
 * the pages of a site with two years, the list of all sites, and the memory. All in ratios and limits of one run.
 */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import pg from 'pg'
import { freePort } from '#server/testing/free-port.ts'
import { startPostgres } from '#server/testing/temporary-postgres.ts'
import { get, listRequests } from './bench-requests.ts'
import { type Sent, sendAll, sendByHttps, sendByMqtt } from './bench-senders.ts'
import { copyToPostgres } from './copy-to-postgres.ts'
import { compare, isRoundDue, type LoadRequest } from './load.ts'
import { median } from './median.ts'
import type { Options as BenchOptions } from './options.ts'
import type { Installation } from './prepare.ts'
import { benchSites, seedEnergy } from './seed-energy.ts'
import { memoryMb, startProduct, type Target } from './servers.ts'

type Options = Pick<BenchOptions, 'rounds' | 'seconds' | 'hasPostgres' | 'profiles'>

const ratioMin = 0.85
const p99FactorMax = 2
const pageMsMax = 100
const sitesRatioMin = 0.5
/** Above it operators should investigate (docs/operations.md). */
const memoryMbMax = 400
/** Two minutes after its end, of which the portal waits 90 s for late values. */
const closedMsMax = 30_000
const slotMs = 900_000

/** `small` has the tickets; `folder` its files. Prints its results, and returns the missed targets. */
export async function measureEnergy(folder: string, small: Installation, options: Options): Promise<string[]> {
  const failed: string[] = []
  const check = (name: string, found: string, isKept: boolean) => {
    process.stdout.write(`${name}: ${found} ${isKept ? 'ok' : 'MISSED'}\n`)
    if (!isKept) failed.push(name)
  }
  const file = join(folder, 'energy-seeded.sqlite')
  copyFileSync(join(folder, 'seeded.sqlite'), file)
  const siteId = seedEnergy(file)
  const engines = options.hasPostgres ? (['SQLite', 'PostgreSQL'] as const) : (['SQLite'] as const)
  for (const engine of engines) {
    const house = await openHouse(folder, engine, { from: file, profiles: options.profiles })
    try {
      await measureBeside(engine, house, small, options, check)
      await measureClosing(engine, house, check)
      await measurePages(engine, house.target, small, siteId, options, check)
      // Before the list, whose comparison may restart the process.
      const mb = memoryMb(house.target.process)
      check(`memory after ${benchSites} sites have sent, ${engine}`, `${mb} MB`, mb <= memoryMbMax)
      if (engine === 'SQLite') {
        const sites = [get('/api/backend/energy-sites/', small.admin)]
        const one = { target: house.target, requests: sites }
        const other = { target: house.target, requests: listRequests(small.customers) }
        const { ratio } = await compare(one, other, { rounds: options.rounds, ratioMin: sitesRatioMin })
        check(`list of ${benchSites} sites against the ticket list`, ratio.toFixed(2), ratio >= sitesRatioMin)
      }
    } finally {
      await house.stop()
    }
  }
  return failed
}

type Check = (name: string, found: string, isKept: boolean) => void
type House = {
  readonly target: Target
  readonly mqttPort: number
  /** The rows of a table, or those that meet a condition behind its name. */
  count(rows: string): Promise<number>
  stop(): Promise<void>
}

async function openHouse(
  folder: string,
  engine: 'SQLite' | 'PostgreSQL',
  { from, profiles }: { from: string; profiles: string | undefined },
): Promise<House> {
  const dataDir = join(folder, `energy-${engine}`)
  mkdirSync(dataDir)
  const [port, mqttPort] = [await freePort(), await freePort()]
  const variables = { MQTT_PORT: String(mqttPort) }
  if (engine === 'SQLite') {
    const file = join(dataDir, 'portal.sqlite')
    copyFileSync(from, file)
    const target = await startProduct({ dataDir, port, variables, profiles })
    const count = async (rows: string) => {
      const db = new DatabaseSync(file, { readOnly: true })
      const row = db.prepare(`select count(*) as count from ${rows}`).get()
      db.close()
      return Number(row?.count)
    }
    return { target, mqttPort, count, stop: target.stop }
  }
  const { url, stop } = await startPostgres()
  const empty = await startProduct({ dataDir, port, databaseUrl: url })
  await empty.stop()
  await copyToPostgres(from, url)
  const target = await startProduct({ dataDir, port, databaseUrl: url, variables, profiles })
  const count = async (rows: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const found = await client.query(`select count(*) as count from ${rows}`)
    await client.end()
    return Number(found.rows[0]?.count)
  }
  const end = async () => {
    await target.stop()
    await stop()
  }
  return { target, mqttPort, count, stop: end }
}

type Lists = { readonly perSecond: number; readonly p99Ms: number }

/** The ticket list with and without senders in turn: other load of the machine affects both. */
async function measureBeside(
  engine: string,
  { target, mqttPort, count }: House,
  { customers }: Installation,
  { rounds, seconds }: Options,
  check: Check,
): Promise<void> {
  const requests = listRequests(customers)
  const part = Math.max(1, Math.round(seconds / rounds))
  const lists = async (): Promise<Lists> => {
    const found = await load(target, requests, { seconds: part, connections: 16 })
    return { perSecond: found.requests.average, p99Ms: found.latency.p99 }
  }
  await lists()
  for (const way of ['HTTPS', 'MQTT'] as const) {
    const pairs: { alone: Lists; beside: Lists }[] = []
    const sent = { confirmed: 0, failed: 0 }
    const ratio = () => median(pairs.map(({ alone, beside }) => beside.perSecond / alone.perSecond))
    const factor = () => median(pairs.map(({ alone, beside }) => beside.p99Ms / alone.p99Ms))
    const isKept = () => ratio() >= ratioMin && factor() < p99FactorMax
    while (isRoundDue(pairs.length, rounds, isKept)) {
      const alone = await lists()
      const senders = way === 'HTTPS' ? sendByHttps(target.origin) : await sendByMqtt(mqttPort)
      const beside = await lists()
      add(sent, await senders.end())
      pairs.push({ alone, beside })
    }
    const name = `ticket list beside ${benchSites} sites by ${way}, ${engine}`
    check(name, `${ratio().toFixed(2)} of its requests`, ratio() >= ratioMin)
    check(`${name}, p99`, `${factor().toFixed(2)} times its own`, factor() < p99FactorMax)
    // Refusing a reading costs more than storing it.
    const refused = await count('energy_rejection')
    check(
      `${name}, batches`,
      `${sent.confirmed} confirmed, ${sent.failed} failed, ${refused} readings refused`,
      sent.failed + refused === 0 && sent.confirmed > 0,
    )
  }
}

function add(to: { confirmed: number; failed: number }, sent: Sent): void {
  to.confirmed += sent.confirmed
  to.failed += sent.failed
}

/** Values of all sites in a quarter-hour that is over: the time until all of it is closed. */
async function measureClosing(engine: string, { target, count }: House, check: Check): Promise<void> {
  const end = Math.floor((Date.now() - 3 * slotMs) / slotMs) * slotMs
  await sendAll(target.origin, [end - slotMs, end - slotMs / 2, end - 10_000])
  const sentAt = Date.now()
  const isOpen = async () => (await count(`energy_due_slot where at_ms < ${end + slotMs}`)) > 0
  while ((await isOpen()) && Date.now() - sentAt < 10 * closedMsMax) await delay(500)
  const ms = Date.now() - sentAt
  // Without marks nothing would be open from the start.
  const closed = await count(`energy_site_slot where at_ms = ${end - slotMs}`)
  check(
    `quarter-hours of ${benchSites} sites closed, ${engine}`,
    `${closed} in ${(ms / 1_000).toFixed(1)} s`,
    closed === benchSites && ms <= closedMsMax,
  )
}

/** The calls of the dashboard's steps, each alone. */
async function measurePages(
  engine: string,
  target: Target,
  { admin }: Installation,
  siteId: string,
  { seconds }: Options,
  check: Check,
): Promise<void> {
  const dates = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const steps = {
    day: `from=${dates(1)}&to=${dates(0)}&step=slot`,
    month: `from=${dates(31)}&to=${dates(0)}&step=day`,
    year: `from=${dates(365)}&to=${dates(0)}&step=month`,
    total: `from=${dates(760)}&to=${dates(0)}&step=year`,
  }
  for (const [name, query] of Object.entries(steps)) {
    const requests = [get(`/api/backend/energy-sites/${siteId}/energy/?${query}`, admin)]
    const found = await load(target, requests, { seconds: Math.min(10, seconds), connections: 2 })
    const ms = found.latency.p97_5
    check(`${name} of a site with two years, ${engine}`, `${ms} ms at the 97.5th percentile`, ms < pageMsMax)
  }
}

async function load(
  target: Target,
  requests: LoadRequest[],
  { seconds, connections }: { seconds: number; connections: number },
) {
  const result = await autocannon({
    url: target.origin,
    connections,
    duration: seconds,
    requests: requests.map(request => ({ ...request })),
  })
  if (result['2xx'] === 0 || result.non2xx > 0) {
    throw new Error(`${target.name}: ${result.non2xx} refused of ${result.requests.total} (${requests[0]?.path})`)
  }
  return result
}
