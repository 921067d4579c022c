/** The real server, killed while MQTT messages arrive: each confirmed message is stored once, as it was sent. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '#server/auth/tokens.ts'
import { instantText, plusMs, systemClock } from '#server/clock.ts'
import { migrate } from '#server/database/migrations/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { buildChannel, buildSite } from './build-energy.ts'
import { engines, makeMigratedPostgresDatabase } from './engines.ts'
import { freePort } from './free-port.ts'
import { findMosquitto, startMosquitto } from './mosquitto.ts'
import { numberOfCases } from './number-of-cases.ts'
import { killRunning, type Running, startServer, stop } from './processes.ts'
import { testRuntime } from './test-runtime.ts'

const kills = numberOfCases(2, 60)
const messagesOfRun = 400
const token = 'token-of-the-house'

describe.each(engines)('messages on %s', engine => {
  let env: Record<string, string>
  let drop = async () => {}
  beforeEach(async () => {
    const made = engine === 'postgres' ? await makeMigratedPostgresDatabase() : undefined
    drop = made?.drop ?? drop
    const dataDir = mkdtempSync(join(tmpdir(), 'kundenportal-messages-'))
    env = { DATA_DIR: dataDir, LOG_LEVEL: 'info', ...(made && { DATABASE_URL: made.url }) }
    await withDatabase(async runtime => {
      await migrate({ ...runtime, close: async () => {} }, { clock: systemClock, log: pino({ level: 'silent' }) })
      const site = await buildSite(runtime, { key: 'haus', token_hash: hashToken(token) })
      await buildChannel(runtime, { site_id: site.id, key: 'grid' })
    })
  })
  afterEach(async () => {
    killRunning()
    await drop()
    rmSync(env.DATA_DIR ?? '', { recursive: true })
  })

  /** The data as the next process would open it. */
  async function withDatabase<T>(work: (runtime: ReturnType<typeof testRuntime>) => Promise<T>): Promise<T> {
    const database = await openDatabase({ dataDir: env.DATA_DIR ?? '', databaseUrl: env.DATABASE_URL ?? null })
    try {
      return await work({ ...testRuntime(database), clock: systemClock })
    } finally {
      await database.close()
    }
  }

  const stored = () =>
    withDatabase(async ({ db }) => {
      const rows = await db.selectFrom('energy_reading').select(['at_ms', 'value_millionths']).execute()
      return new Map(rows.map(row => [row.at_ms, row.value_millionths / 1_000_000]))
    })

  /** Sends one reading in each message, with QoS 1; `confirmed` grows as confirmations arrive. */
  function sender(port: number, values: readonly number[], start: Date) {
    const ats = values.map(value => plusMs(start, value))
    const lines = values.map((value, index) =>
      JSON.stringify({ readings: [{ channel: 'grid', at: instantText(ats[index] ?? start), value }] }),
    )
    const child = spawn(
      'stdbuf',
      [
        ...['-oL', 'mosquitto_pub', '-h', '127.0.0.1', '-p', String(port), '-u', 'haus', '-P', token],
        ...['-q', '1', '-t', 'pm/haus/readings', '-l', '-d'],
      ],
      { env: findMosquitto().env, stdio: ['pipe', 'pipe', 'ignore'] },
    )
    // Awaited later: it may have closed by then.
    const closed = once(child, 'close')
    const confirmed: number[] = []
    let text = ''
    child.stdout.on('data', (bytes: Buffer) => {
      text += bytes.toString()
      const whole = text.split('\n')
      text = whole.pop() ?? ''
      for (const line of whole) {
        // Messages are numbered from 1 in the order of the lines.
        const place = /received PUBACK \(Mid: (\d+)/.exec(line)?.[1]
        if (place !== undefined) confirmed.push(Number(place) - 1)
      }
    })
    child.stdin.on('error', () => {})
    child.stdin.end(lines.join('\n'))
    return { child, closed, ats, confirmed }
  }

  test(`that were confirmed before one of ${kills} kills are stored, and no others`, {
    timeout: 60_000 + kills * 20_000,
  }, async () => {
    const mqttPort = await freePort()
    const sent = new Map<number, number>()
    const confirmed: number[] = []
    for (let kill = 1; kill <= kills; kill += 1) {
      const server = await startServer({ ...env, MQTT_PORT: String(mqttPort) })
      const values = Array.from({ length: messagesOfRun }, (_, index) => index)
      const run = sender(mqttPort, values, plusMs(systemClock.now(), -kill * 60_000))
      for (const [value, at] of run.ats.entries()) sent.set(at.getTime(), value)
      const enough = 1 + Math.floor(Math.random() * messagesOfRun * 0.7)
      await expect.poll(() => run.confirmed.length, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(enough)
      await stop(server, 'SIGKILL')
      run.child.kill('SIGKILL')
      await run.closed
      confirmed.push(...run.confirmed.map(place => run.ats[place]?.getTime() ?? 0))
    }
    const found = await stored()
    expect(confirmed.filter(at => found.get(at) !== sent.get(at))).toEqual([])
    expect([...found].filter(([at, value]) => sent.get(at) !== value)).toEqual([])
    expect(confirmed.length).toBeGreaterThan(0)
  })

  test('that the broker of the operator has accepted are stored once, although the portal is killed meanwhile', {
    timeout: 120_000,
  }, async () => {
    const mosquitto = await startMosquitto([
      'allow_anonymous true',
      'max_queued_messages 100000',
      'max_inflight_messages 1000',
    ])
    const start = plusMs(systemClock.now(), -600_000)
    const serverEnv = {
      ...env,
      MQTT_URL: `mqtt://portal:x@127.0.0.1:${mosquitto.port}`,
      PORT: String(await freePort()),
    }
    const connected = ({ output }: Running) =>
      expect.poll(output, { timeout: 20_000 }).toContain('connected to the MQTT')
    const first = await startServer(serverEnv)
    await connected(first)
    const values = Array.from({ length: messagesOfRun }, (_, index) => index)
    const run = sender(mosquitto.port, values, start)
    await expect.poll(() => run.confirmed.length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(messagesOfRun / 2)
    await stop(first, 'SIGKILL')
    await run.closed
    expect(run.confirmed.length).toBe(messagesOfRun)
    const second = await startServer(serverEnv)
    await connected(second)
    await expect.poll(async () => (await stored()).size, { timeout: 30_000 }).toBe(messagesOfRun)
    const found = await stored()
    expect(run.ats.filter((at, value) => found.get(at.getTime()) !== value)).toEqual([])
    await stop(second)
    await mosquitto.stop()
  })

  test.runIf(engine === 'postgres')(
    'are stored once by two instances, one of which is killed meanwhile',
    {
      timeout: 180_000,
    },
    async () => {
      const mosquitto = await startMosquitto([
        'allow_anonymous true',
        'max_queued_messages 100000',
        'max_inflight_messages 1000',
      ])
      const instanceEnv = async () => ({
        ...env,
        MQTT_URL: `mqtt://portal:x@127.0.0.1:${mosquitto.port}`,
        PORT: String(await freePort()),
      })
      const connected = ({ output }: Running) =>
        expect.poll(output, { timeout: 30_000 }).toContain('connected to the MQTT')
      const killedEnv = await instanceEnv()
      const stays = await startServer(await instanceEnv())
      const killed = await startServer(killedEnv)
      await Promise.all([connected(stays), connected(killed)])
      const values = Array.from({ length: messagesOfRun }, (_, index) => index)
      const run = sender(mosquitto.port, values, plusMs(systemClock.now(), -600_000))
      await expect.poll(() => run.confirmed.length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(messagesOfRun / 2)
      await stop(killed, 'SIGKILL')
      await run.closed
      expect(run.confirmed.length).toBe(messagesOfRun)
      // Messages that the killed instance received but did not confirm come again when it is back.
      const back = await startServer(killedEnv)
      await expect.poll(async () => (await stored()).size, { timeout: 60_000 }).toBe(messagesOfRun)
      const found = await stored()
      expect(run.ats.filter((at, value) => found.get(at.getTime()) !== value)).toEqual([])
      await Promise.all([stop(stays), stop(back)])
      await mosquitto.stop()
    },
  )

  test.runIf(engine === 'postgres')(
    'are stored once by two instances, although the broker of the operator is killed meanwhile',
    { timeout: 180_000 },
    async () => {
      const mosquitto = await startMosquitto([
        'allow_anonymous true',
        'persistence true',
        'max_queued_messages 100000',
        'max_inflight_messages 1000',
      ])
      const open = async () => {
        const url = `mqtt://portal:x@127.0.0.1:${mosquitto.port}`
        const server = await startServer({ ...env, MQTT_URL: url, PORT: String(await freePort()) })
        await expect.poll(server.output, { timeout: 30_000 }).toContain('shares the messages')
        return server
      }
      const instances = [await open(), await open()]
      const from = plusMs(systemClock.now(), -600_000)
      const values = Array.from({ length: messagesOfRun }, (_, index) => index)
      const early = values.slice(0, messagesOfRun / 4)
      await sender(mosquitto.port, early, from).closed
      await mosquitto.save()
      const late = values.slice(early.length)
      const run = sender(mosquitto.port, late, from)
      await expect.poll(() => run.confirmed.length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(0)
      await mosquitto.restart('SIGKILL')
      run.child.kill('SIGKILL')
      await run.closed
      // A device repeats unconfirmed messages, long before the instances are back.
      const left = late.filter((_, place) => !run.confirmed.includes(place))
      const again = sender(mosquitto.port, left, from)
      await again.closed
      expect(again.confirmed).toHaveLength(left.length)
      const atOf = (value: number) => plusMs(from, value).getTime()
      // Messages that mosquitto confirmed between its save and its end are its own promise.
      const promised = [...early, ...left]
      const missing = async () => {
        const rows = await stored()
        return promised.filter(value => rows.get(atOf(value)) !== value)
      }
      await expect.poll(missing, { timeout: 60_000 }).toEqual([])
      const sent = new Map(values.map(value => [atOf(value), value]))
      expect([...(await stored())].filter(([at, value]) => sent.get(at) !== value)).toEqual([])
      await Promise.all(instances.map(instance => stop(instance)))
      await mosquitto.stop()
    },
  )
})
