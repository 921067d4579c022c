/** After a kill everything acknowledged is there, and nothing partial. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifyAudit } from '#server/audit/verify-audit.ts'
import { minuteMs, systemClock } from '#server/clock.ts'
import { migrate } from '#server/database/migrations/migrate.ts'
import { type OpenedDatabase, openDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { byPortal } from '#server/mail/budget.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { openSmtp } from '#server/mail/smtp.ts'
import { deliverNextMail } from '#server/mail/worker.ts'
import { engines, makePostgresDatabase } from './engines.ts'
import { openSmtpSink } from './smtp-sink.ts'
import { testRuntime } from './test-runtime.ts'

const kills = 5

/** Writes as fast as it can: a number, a mail and an audit line each time, and prints each commit. */
const writer = `
const { openDatabase } = await import('#server/database/open.ts')
const { testRuntime, testContext } = await import('#server/testing/test-runtime.ts')
const { inTransaction } = await import('#server/database/transaction.ts')
const { nextNumber } = await import('#server/database/number-sequence.ts')
const { recordAudit } = await import('#server/audit/record.ts')
const { enqueueMail } = await import('#server/mail/outbox.ts')
const { byPortal } = await import('#server/mail/budget.ts')
const database = await openDatabase(JSON.parse(process.argv[1]))
const runtime = testRuntime(database)
const write = () => inTransaction(runtime, async trx => {
  const number = await nextNumber(trx, 'kill')
  const subjectId = String(number)
  await enqueueMail(trx, byPortal(runtime), { kind: 'newsletter_test', about: null, key: subjectId, to: 'a@example.org', subject: '', text: '', html: '' })
  await recordAudit(trx, testContext(runtime), { action: 'written', subjectKind: 'job', subjectId })
  return number
})
const writeForEver = async () => { for (;;) process.stdout.write(await write() + '\\n') }
await Promise.all([writeForEver(), writeForEver(), writeForEver()])`

/** Sends the mails of the outbox. */
const sender = `
const { openDatabase } = await import('#server/database/open.ts')
const { testRuntime } = await import('#server/testing/test-runtime.ts')
const { startMailWorker } = await import('#server/mail/worker.ts')
const { smtpUrl, ...config } = JSON.parse(process.argv[1])
const database = await openDatabase(config)
startMailWorker(testRuntime(database, { SMTP_URL: smtpUrl }))`

describe.each(engines)('on %s', engine => {
  let dataDir: string
  let config: Parameters<typeof openDatabase>[0]
  let database: OpenedDatabase
  let drop = async () => {}

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'kundenportal-kill-'))
    const made = engine === 'postgres' ? await makePostgresDatabase() : undefined
    drop = made?.drop ?? drop
    config = { dataDir, databaseUrl: made?.url ?? null }
    database = await openDatabase(config)
    await migrate(database, { clock: systemClock, log: pino({ level: 'silent' }) })
  })
  afterEach(async () => {
    await database.close()
    await drop()
    rmSync(dataDir, { recursive: true })
  })

  /** In one view of the data: on PostgreSQL the last commit of a killed client may still be on its way. */
  const readAll = () =>
    database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async trx => ({
        last: await trx.selectFrom('number_sequence').select('last_value').executeTakeFirst(),
        mails: await trx.selectFrom('outbox_mail').select('key').execute(),
        verdict: await verifyAudit(trx),
      }))

  test(`after ${kills} kills every acknowledged write exists, completely, and the audit log is unbroken`, async () => {
    let acknowledged = 0
    for (let kill = 1; kill <= kills; kill += 1) {
      const numbers = await runUntilKilled(writer, config, 20 * kill)
      expect(numbers.length).toBeGreaterThanOrEqual(20 * kill)
      acknowledged = Math.max(acknowledged, ...numbers)
      const { last, mails, verdict } = await readAll()
      expect(last?.last_value).toBeGreaterThanOrEqual(acknowledged)
      expect(mails.map(mail => Number(mail.key)).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: last?.last_value ?? 0 }, (_, index) => index + 1),
      )
      expect(verdict).toMatchObject({ ok: true, entries: last?.last_value })
    }
  })

  test('a process killed between the delivery of a mail and its commit causes one repeat with the same Message-ID', async () => {
    const runtime = testRuntime(database)
    let kill = () => {}
    const sink = await openSmtpSink({ onMail: () => kill() })
    await inTransaction(runtime, trx =>
      enqueueMail(trx, byPortal(runtime), {
        kind: 'newsletter_test',
        about: null,
        to: 'kunde@example.org',
        subject: 'Betreff',
        text: 'Text',
        html: '<p>Text</p>',
      }),
    )
    const child = start(sender, { ...config, smtpUrl: sink.url })
    kill = () => child.kill('SIGKILL')
    const [, signal] = await once(child, 'exit')
    expect(signal).toBe('SIGKILL')
    kill = () => {}

    const smtp = openSmtp(sink.url)
    expect(await deliverNextMail(runtime, smtp)).toBe(false)
    runtime.pass(6 * minuteMs)
    expect(await deliverNextMail(runtime, smtp)).toBe(true)
    runtime.pass(6 * minuteMs)
    expect(await deliverNextMail(runtime, smtp)).toBe(false)
    expect(sink.mails).toHaveLength(2)
    expect(sink.mails[1]?.messageId).toBe(sink.mails[0]?.messageId)
    await sink.close()
  })
})

function start(script: string, argument: object) {
  return spawn(process.execPath, ['--input-type=module-typescript', '-e', script, JSON.stringify(argument)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Kills the process when it has printed that many lines, and returns all printed numbers. */
async function runUntilKilled(script: string, argument: object, lines: number): Promise<number[]> {
  const child = start(script, argument)
  const numbers: number[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    numbers.push(Number(line))
    if (numbers.length === lines) child.kill('SIGKILL')
  }
  return numbers
}
