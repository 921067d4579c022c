/** The real server, killed at random moments under writes: nothing acknowledged is lost, nothing is partial. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashToken, newToken } from '#server/auth/tokens.ts'
import { examine } from '#server/cli/portal-doctor.ts'
import { minuteMs, plusMs, systemClock } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { migrate } from '#server/database/migrations/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { storeProfile } from '#server/features/business-profile/business-profile.commands.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { slotOf } from '#server/features/energy/channel-slots.rules.ts'
import { newsletterJobs } from '#server/features/newsletters/newsletter.jobs.ts'
import { runNextJob } from '#server/jobs/loop.ts'
import { openKeys } from '#server/keys.ts'
import { openSmtp } from '#server/mail/smtp.ts'
import { deliverNextMail } from '#server/mail/worker.ts'
import { buildConsent, buildSession, buildUser } from './build.ts'
import { buildChannel, buildSite } from './build-energy.ts'
import { buildDevice } from './build-services.ts'
import { buildTicket } from './build-tickets.ts'
import { asCaller, type Memory, writeUntilGone } from './crash-load.ts'
import { crashWrites } from './crash-writes.ts'
import { engines, makeMigratedPostgresDatabase } from './engines.ts'
import { numberOfCases } from './number-of-cases.ts'
import { processEnv } from './processes.ts'
import { openSmtpSink, type SmtpSink } from './smtp-sink.ts'
import { testRuntime } from './test-runtime.ts'

const kills = numberOfCases(4, 200)

/** Counted in statements from a point in time under load; a write takes about ten, and several run concurrently. */
const statementsMax = 1_500
const killDelayMsMax = 900

/** Their sessions and rows. */
type People = {
  admin: string
  customer: string
  customerId: string
  deviceId: string
  energyToken: string
  ids: string[]
}
type Config = { dataDir: string; databaseUrl: string | null }

describe.each(engines)('on %s', engine => {
  let config: Config
  let drop = async () => {}
  let sink: SmtpSink
  const children: ChildProcess[] = []

  beforeEach(async () => {
    const made = engine === 'postgres' ? await makeMigratedPostgresDatabase() : undefined
    drop = made?.drop ?? drop
    config = { dataDir: mkdtempSync(join(tmpdir(), 'kundenportal-crash-')), databaseUrl: made?.url ?? null }
    sink = await openSmtpSink()
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await sink.close()
    await drop()
    rmSync(config.dataDir, { recursive: true })
  })

  /** Opens the data as the next process would, after a kill, and closes it again. */
  async function withServices<T>(work: (runtime: Runtime, examined: () => Promise<unknown>) => Promise<T>) {
    const database = await openDatabase(config)
    const runtime: Runtime = {
      ...testRuntime(database),
      clock: systemClock,
      keys: openKeys(join(config.dataDir, 'keys')),
    }
    try {
      return await work(runtime, () => examine(runtime, database))
    } finally {
      await database.close()
    }
  }

  async function startServer(dieAt: number): Promise<{ child: ChildProcess; origin: string }> {
    const preload = new URL('./die-at-statement.ts', import.meta.url).href
    const child = spawn(process.execPath, ['--import', preload, 'server/main.ts', String(dieAt)], {
      env: {
        ...processEnv,
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: config.dataDir,
        ...(config.databaseUrl !== null && { DATABASE_URL: config.databaseUrl }),
        SMTP_URL: sink.url,
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'fatal',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    let said = ''
    // Reads to the end: a server whose output nobody reads ends by itself.
    const origin = new Promise<string>((resolve, reject) => {
      child.stdout.on('data', part => {
        said += String(part)
        const found = /is running at (\S+)/.exec(said)?.[1]
        if (found !== undefined) resolve(found)
      })
      child.once('exit', () => reject(new Error(`The server did not start: ${said}`)))
    })
    return { child, origin: await origin }
  }

  test(`after ${kills} kills between any two statements everything acknowledged exists, completely, and once`, {
    timeout: 60_000 + kills * 15_000,
  }, async () => {
    const memory: Memory = {
      asked: new Map(),
      counter: { sent: 0, acknowledged: 0 },
      sending: new Set(),
      readings: new Map(),
      answers: 0,
    }
    const ticketId = await withServices(async runtime => {
      await migrate({ ...runtime, close: async () => {} }, { clock: systemClock, log: pino({ level: 'silent' }) })
      return seed(runtime)
    })

    for (let kill = 1; kill <= kills; kill += 1) {
      const dieAt = 1 + Math.floor(Math.random() * statementsMax)
      const { child, origin } = await startServer(dieAt)
      const exit = once(child, 'exit')
      const { writers, strangers } = await withServices(async runtime => ({
        writers: await buildPeople(runtime),
        strangers: await buildPeople(runtime),
      }))
      const callersOf = async ({ admin, customer }: People) => ({
        admin: await asCaller(origin, admin),
        customer: await asCaller(origin, customer),
        visitor: await asCaller(origin),
      })
      const load = {
        origin,
        memory,
        fixture: { ...writers, ticketId },
        callers: await callersOf(writers),
        strangers: await callersOf(strangers),
        ids: strangers.ids,
      }
      // Half of them die at a statement, half at a random time: while an answer is written or a mail is being sent.
      const timer =
        kill % 2 === 0
          ? void child.kill('SIGUSR2')
          : setTimeout(() => child.kill('SIGKILL'), 20 + Math.random() * killDelayMsMax)
      await writeUntilGone(load)
      clearTimeout(timer)
      const [, signal] = await exit
      expect(signal).toBe('SIGKILL')
      await withServices(async (runtime, examined) => {
        expect(await examined()).toMatchObject({ findings: [] })
        expect(await lostOrDoubled(runtime, memory)).toEqual([])
        expect(await wrongReadings(runtime, memory)).toEqual([])
        const { description } = await runtime.db
          .selectFrom('ticket')
          .select('description')
          .where('id', '=', ticketId)
          .executeTakeFirstOrThrow()
        expect(Number(description)).toBeGreaterThanOrEqual(memory.counter.acknowledged)
        expect(Number(description)).toBeLessThanOrEqual(memory.counter.sent)
      })
    }

    await withServices(async runtime => {
      await drain(runtime)
      expect(await mailsOf(runtime)).toEqual({ unsent: 0, neverSeen: [], tooOften: [] })
      const repeated = sink.mails.length - new Set(sink.mails.map(({ messageId }) => messageId)).size
      // One process sends one mail at a time: each kill can repeat one.
      expect(repeated).toBeLessThanOrEqual(kills)
      expect(await newslettersOf(runtime, memory)).toEqual([])
      // A load without answers would have lost nothing.
      expect(memory.answers).toBeGreaterThan(0)
      expect([...memory.asked.values()].some(({ answer }) => answer === 'acknowledged')).toBe(true)
      expect(sink.mails.length).toBeGreaterThan(0)
      expect([...memory.readings.values()].some(ats => ats.length > 0)).toBe(true)
    })
  })

  /** A business with two readers of its newsletter. Returns the ticket whose changes are counted. */
  async function seed(runtime: Runtime): Promise<string> {
    const { profile } = await getProfile(runtime.db)
    await inTransaction(runtime, trx =>
      storeProfile(trx, runtime, { ...profile, companyName: 'Sonnenhof', email: 'post@sonnenhof.example' }),
    )
    for (const email of ['eins@example.org', 'zwei@example.org']) {
      const { customerId } = await buildUser(runtime)
      await buildConsent(runtime, customerId ?? '', email)
    }
    return (await buildTicket(runtime, { description: '0' })).id
  }

  /** New ones for each process: their daily number is limited. */
  async function buildPeople(runtime: Runtime): Promise<People> {
    const customer = await buildUser(runtime)
    const admin = await buildUser(runtime, { role: 'admin' })
    const customerId = customer.customerId ?? ''
    const ticket = await buildTicket(runtime, { customer_id: customerId })
    const device = await buildDevice(runtime, { customer_id: customerId })
    const energyToken = newToken()
    const site = await buildSite(runtime, {
      customer_id: customerId,
      key: energyToken.toLowerCase(),
      token_hash: hashToken(energyToken),
    })
    await buildChannel(runtime, { site_id: site.id, key: 'grid' })
    return {
      admin: (await buildSession(runtime, admin)).token,
      customer: (await buildSession(runtime, customer)).token,
      customerId,
      deviceId: device.id,
      energyToken,
      ids: [customer.id, customerId, ticket.id, device.id],
    }
  }

  /** Marks that should exist and do not, or exist twice, or with too few or too many lines in the audit log. */
  async function lostOrDoubled({ db }: Runtime, { asked }: Memory): Promise<string[]> {
    const wrong: string[] = []
    for (const { table, column, action } of crashWrites) {
      const { rows } = await sql<{ id: string; mark: string }>`
        select id, ${sql.ref(column)} as mark from ${sql.table(table)} where ${sql.ref(column)} like 'Marke %'
      `.execute(db)
      const found = Map.groupBy(rows, ({ mark }) => mark)
      for (const [mark, { write, answer }] of asked) {
        if (write.table !== table) continue
        const count = found.get(mark)?.length ?? 0
        const isRight = answer === 'none' ? count <= 1 : count === (answer === 'acknowledged' ? 1 : 0)
        if (!isRight) wrong.push(`${table} ${mark}: ${answer}, and there ${count} times`)
      }
      const lines = await db.selectFrom('audit_entry').select('subject_id').where('action', '=', action).execute()
      const linesOf = Map.groupBy(lines, ({ subject_id }) => subject_id)
      for (const { id, mark } of rows) {
        if (linesOf.get(id)?.length !== 1) wrong.push(`${table} ${mark}: ${linesOf.get(id)?.length ?? 0} audit lines`)
      }
    }
    const messages = await db.selectFrom('message').select('id').where('text', 'like', 'Marke %').execute()
    const mails = await db.selectFrom('outbox_mail').select('key').where('kind', '=', 'message').execute()
    const mailed = new Set(mails.map(({ key }) => key))
    return [...wrong, ...messages.filter(({ id }) => !mailed.has(id)).map(({ id }) => `message ${id}: no mail`)]
  }

  /**
   * Acknowledged readings that are not stored with their value, and marks that are missing: each reading has one, until
   * its slot is computed.
   */
  async function wrongReadings({ db }: Runtime, { readings }: Memory): Promise<string[]> {
    const wrong: string[] = []
    for (const [token, ats] of readings) {
      const { number } = await db
        .selectFrom('energy_channel')
        .innerJoin('energy_site', 'energy_site.id', 'energy_channel.site_id')
        .select('energy_channel.number')
        .where('energy_site.token_hash', '=', hashToken(token))
        .executeTakeFirstOrThrow()
      const rows = await db.selectFrom('energy_reading').selectAll().where('channel_number', '=', number).execute()
      const values = new Map(rows.map(({ at_ms, value_millionths }) => [at_ms, value_millionths / 1_000_000]))
      wrong.push(...ats.filter((at, index) => values.get(at) !== index).map(at => `${token} ${at}`))
      const due = await db.selectFrom('energy_due_slot').select('at_ms').where('channel_number', '=', number).execute()
      const slots = await db.selectFrom('energy_slot').select('at_ms').where('channel_number', '=', number).execute()
      const noted = new Set([...due, ...slots].map(({ at_ms }) => at_ms))
      wrong.push(...rows.filter(({ at_ms }) => !noted.has(slotOf(at_ms))).map(({ at_ms }) => `no slot of ${at_ms}`))
    }
    return wrong
  }

  /** Does the work left by the processes, after their leases have expired. */
  async function drain(runtime: Runtime): Promise<void> {
    const smtp = openSmtp(sink.url)
    for (let round = 1; round <= 6; round += 1) {
      const later = { ...runtime, clock: { now: () => plusMs(systemClock.now(), round * 6 * minuteMs) } }
      while (await runNextJob(later, newsletterJobs));
      while (await deliverNextMail(later, smtp));
    }
  }

  async function mailsOf({ db }: Runtime) {
    const mails = await db.selectFrom('outbox_mail').select(['id', 'state', 'attempts']).execute()
    const seen = Map.groupBy(sink.mails, ({ messageId }) => /<([^@]+)@/.exec(messageId ?? '')?.[1] ?? '')
    return {
      unsent: mails.filter(({ state }) => state === 'waiting').length,
      neverSeen: mails.filter(({ id, state }) => state === 'sent' && !seen.has(id)),
      tooOften: mails.filter(({ id, attempts }) => (seen.get(id)?.length ?? 0) > attempts),
    }
  }

  /** Newsletters that were not sent exactly once, with one mail to each of their two readers. */
  async function newslettersOf({ db }: Runtime, { sending }: Memory): Promise<string[]> {
    const mails = await db.selectFrom('outbox_mail').select('batch').where('batch', '!=', '').execute()
    const sent = await db
      .selectFrom('audit_entry')
      .select('subject_id')
      .where('action', '=', 'newsletter.sent')
      .execute()
    return [...sending].filter(
      id =>
        mails.filter(({ batch }) => batch === id).length !== 2 ||
        sent.filter(({ subject_id }) => subject_id === id).length !== 1,
    )
  }
})
