/** A process killed between plan and command: its commands are sent once or superseded, and no old one takes effect. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { instantText, plusMs, systemClock } from '#server/clock.ts'
import { newId } from '#server/database/ids.ts'
import { migrate } from '#server/database/migrations/migrate.ts'
import { type OpenedDatabase, openDatabase } from '#server/database/open.ts'
import { buildSite, buildStorage } from '#server/testing/build-energy.ts'
import { engines, makePostgresDatabase } from '#server/testing/engines.ts'
import { numberOfCases } from '#server/testing/number-of-cases.ts'
import { type TestRuntime, testRuntime } from '#server/testing/test-runtime.ts'
import { slotOf } from './channel-slots.rules.ts'
import { sendCommands, updateCommands } from './storage-command.commands.ts'

const rounds = numberOfCases(1, 20)

/** Derives commands and sends them, and kills itself at a point in between. Prints each sent command before it dies. */
const commander = `
const { writeSync } = await import('node:fs')
const { openDatabase } = await import('#server/database/open.ts')
const { testRuntime } = await import('#server/testing/test-runtime.ts')
const { updateCommands, sendCommands } = await import('#server/features/energy/storage-command.commands.ts')
const { point, passedMs, ...config } = JSON.parse(process.argv[1])
const runtime = testRuntime(await openDatabase(config))
runtime.pass(passedMs)
const die = () => process.kill(process.pid, 'SIGKILL')
await updateCommands(runtime)
if (point === 'derived') die()
await sendCommands(runtime, (_site, { payload }) => {
  if (point === 'claimed') die()
  writeSync(1, JSON.parse(payload.toString()).mode + '\\n')
  die()
})`

type Point = 'derived' | 'claimed' | 'sent'

describe.each(engines)('commands on %s', engine => {
  let dataDir: string
  let config: Parameters<typeof openDatabase>[0]
  let database: OpenedDatabase
  let runtime: TestRuntime
  let passedMs = 0
  let drop = async () => {}

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'kundenportal-commands-'))
    const made = engine === 'postgres' ? await makePostgresDatabase() : undefined
    drop = made?.drop ?? drop
    config = { dataDir, databaseUrl: made?.url ?? null }
    database = await openDatabase(config)
    await migrate(database, { clock: systemClock, log: pino({ level: 'silent' }) })
    runtime = testRuntime(database)
    passedMs = 0
  })
  afterEach(async () => {
    await database.close()
    await drop()
    rmSync(dataDir, { recursive: true })
  })

  const pass = (ms: number) => {
    runtime.pass(ms)
    passedMs += ms
  }

  /** The commands sent by this process, the one after the killed one. */
  async function look(): Promise<string[]> {
    const sent: string[] = []
    await updateCommands(runtime)
    await sendCommands(runtime, (_site, { payload }) => {
      sent.push(JSON.parse(payload.toString()).mode)
      return true
    })
    return sent
  }

  async function dieAt(point: Point): Promise<string[]> {
    const script = ['--input-type=module-typescript', '-e', commander]
    const child = spawn(process.execPath, [...script, JSON.stringify({ ...config, point, passedMs })], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.on('data', (bytes: Buffer) => {
      text += bytes.toString()
    })
    const [, signal] = await once(child, 'close')
    expect(signal).toBe('SIGKILL')
    return text.split('\n').filter(line => line !== '')
  }

  async function buildHouse() {
    const at = instantText(runtime.clock.now())
    const key = newId().slice(0, 30)
    const site = await buildSite(runtime, { key, token_hash: key, control: 'on', state: 'ok', last_reading_at: at })
    const storage = await buildStorage(runtime, { site_id: site.id, command_target: '{"kind":"own"}' })
    const plan = async (mode: string) => {
      const now = runtime.clock.now()
      const facts = { valueCt: 31, chargeEfficiency: 1, importCt: 26, exportCt: 8, time: null, until: null }
      const startsAt = instantText(new Date(slotOf(now.getTime())))
      const step = { startsAt, storages: [{ id: storage.id, mode, powerW: null, reason: 'cheap_now', facts }] }
      const head = JSON.stringify({ steps: [step], missed: [] })
      await runtime.db
        .insertInto('energy_plan')
        .values({ id: newId(), site_id: site.id, at_ms: now.getTime(), made_at: instantText(now), plan: '', head })
        .execute()
    }
    return { site, plan, forget: () => runtime.db.deleteFrom('energy_site').where('id', '=', site.id).execute() }
  }

  const states = async () =>
    (await runtime.db.selectFrom('energy_command').select(['mode', 'state', 'ended_at']).orderBy('id').execute()).map(
      ({ mode, state, ended_at }) => [mode, state, ended_at === null],
    )

  test.each<[Point, string, string[], string[]]>([
    ['derived', 'is sent once by the next process', [], ['hold']],
    ['claimed', 'is made up for half a minute later', [], []],
    ['sent', 'is not sent again before its time', ['hold'], []],
  ])('of a process that dies when it has %s them: each %s', async (point, _, before, after) => {
    for (let round = 0; round < rounds; round += 1) {
      const house = await buildHouse()
      await house.plan('hold')
      expect(await dieAt(point)).toEqual(before)
      expect(await look()).toEqual(after)
      expect(await look()).toEqual([])
      expect(await states()).toEqual([['hold', 'sent', true]])
      pass(31_000)
      expect(await look()).toEqual(['hold'])
      await house.forget()
    }
  })

  test.each<Point>(['derived', 'claimed', 'sent'])(
    'of a process that dies when it has %s them are superseded by a newer plan, and never carried out after it',
    async point => {
      for (let round = 0; round < rounds; round += 1) {
        const house = await buildHouse()
        await house.plan('charge')
        await dieAt(point)
        pass(1_000)
        await house.plan('idle')
        expect(await look()).toEqual(['idle'])
        expect(await states()).toEqual([
          ['charge', 'superseded', false],
          ['idle', 'sent', true],
        ])
        pass(31_000)
        expect(await look()).toEqual(['idle'])
        await house.forget()
      }
    },
  )

  test('of a plan whose quarter-hour is over when the next process starts are not sent at all', async () => {
    const house = await buildHouse()
    await house.plan('charge')
    await dieAt('derived')
    pass(16 * 60_000)
    await runtime.db
      .updateTable('energy_site')
      .set({ last_reading_at: instantText(plusMs(runtime.clock.now(), -1_000)) })
      .where('id', '=', house.site.id)
      .execute()
    expect(await look()).toEqual([])
    expect(await states()).toEqual([['charge', 'superseded', false]])
  })
})
