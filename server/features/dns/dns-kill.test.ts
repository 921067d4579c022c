/** A portal killed in mid-write and restarted: the address of the next call remains, whenever the old write lands. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { instantText, minuteMs, plusMs, systemClock } from '#server/clock.ts'
import { migrate } from '#server/database/migrations/migrate.ts'
import { type OpenedDatabase, openDatabase } from '#server/database/open.ts'
import { openKeys } from '#server/keys.ts'
import { type DnsDesk, openDnsDesk } from '#server/testing/dns-desk.ts'
import { engines, makePostgresDatabase } from '#server/testing/engines.ts'
import { type HoldingProxy, openHoldingProxy } from '#server/testing/holding-proxy.ts'
import { startPowerDns } from '#server/testing/name-servers.ts'
import { numberOfCases } from '#server/testing/number-of-cases.ts'
import { killRunning, type Running, startServer, stop } from '#server/testing/processes.ts'
import { testRuntime } from '#server/testing/test-runtime.ts'

const kills = numberOfCases(1, 10)

describe.each(engines)('on %s', engine => {
  let pdns: Awaited<ReturnType<typeof startPowerDns>>
  let proxy: HoldingProxy
  let dataDir: string
  let database: OpenedDatabase
  let env: Record<string, string>
  let drop = async () => {}
  let desk: DnsDesk
  beforeAll(async () => {
    pdns = await startPowerDns()
    proxy = await openHoldingProxy(pdns.api)
  })
  afterAll(async () => {
    await proxy?.close()
    await pdns?.stop()
  })
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'kundenportal-dns-kill-'))
    const made = engine === 'postgres' ? await makePostgresDatabase() : undefined
    drop = made?.drop ?? drop
    database = await openDatabase({ dataDir, databaseUrl: made?.url ?? null })
    await migrate(database, { clock: systemClock, log: pino({ level: 'silent' }) })
    const keys = openKeys(join(dataDir, 'keys'))
    desk = await openDnsDesk({ ...testRuntime(database), clock: systemClock, keys }, pdns, proxy.url)
    env = {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      CALL_BUDGETS: '0',
      OUTGOING_ALLOW: `127.0.0.1:${pdns.port}, 127.0.0.1:${proxy.port}`,
      ...(made && { DATABASE_URL: made.url }),
    }
  })
  afterEach(async () => {
    killRunning()
    await database.close()
    await drop()
    rmSync(dataDir, { recursive: true })
  })

  const start = () => startServer(env)
  const call = async ({ url }: Running, myip: string) => {
    const headers = { authorization: desk.authorization }
    return (await fetch(`${url}/nic/update?myip=${myip}`, { headers })).text()
  }
  const past = () => instantText(plusMs(systemClock.now(), -minuteMs))
  /** The leases of the killed process run out: that of the domain it wrote, and those of the jobs it ran. */
  const endLeases = async () => {
    const { db } = database
    await db.updateTable('dns_domain').set({ writing_until: past() }).where('writer', 'is not', null).execute()
    await db.updateTable('job').set({ lease_until: null }).where('lease_until', 'is not', null).execute()
  }
  /** The time of the next check has come, unless one is running: its outcome sets the time of the next one. */
  const makeDue = () => {
    const now = instantText(systemClock.now())
    return database.db
      .updateTable('dns_hostname')
      .set({ next_attempt_at: past() })
      .where('domain_id', 'not in', eb => eb.selectFrom('dns_domain').select('id').where('writing_until', '>=', now))
      .execute()
  }

  test.each([
    ['a write', 'request'],
    ['its answer', 'answer'],
  ] as const)(
    `${kills} kills while %s is on its way: the stored address is written, and no older one stays`,
    { timeout: 60_000 + kills * 60_000 },
    async (_, where) => {
      const { id } = await desk.addHostname('home', 'A')
      await desk.addEndpoint([{ id }])
      let server = await start()
      for (let kill = 1; kill <= kills; kill += 1) {
        const [old, next] = [`9.9.${kill}.1`, `9.9.${kill}.2`]
        const held = proxy.holdNext(where)
        const lost = call(server, old).catch(() => 'lost')
        await held.arrived
        await stop(server, 'SIGKILL')
        expect(await lost).toBe('lost')
        // The router's address was stored before anything was sent.
        expect(await desk.rowOf(id)).toMatchObject({ value: old, state: 'pending' })

        await endLeases()
        server = await start()
        expect(await call(server, next)).toBe(`good ${next}`)
        expect(await desk.shown('home')).toEqual([next])
        await held.release()
        expect(await desk.shown('home')).toEqual([where === 'request' ? old : next])
        const look = async () => {
          await makeDue()
          return [await desk.shown('home'), (await desk.rowOf(id)).state]
        }
        await expect.poll(look, { interval: 500, timeout: 60_000 }).toEqual([[next], 'current'])
        expect(await desk.rowOf(id)).toMatchObject({ value: next, written_value: next, failure: null })
      }
    },
  )

  test('a restarted portal writes the stored address, without the router', { timeout: 120_000 }, async () => {
    const { id } = await desk.addHostname('home', 'A')
    await desk.addEndpoint([{ id }])
    const server = await start()
    const held = proxy.holdNext('request')
    const lost = call(server, '9.9.9.1').catch(() => 'lost')
    await held.arrived
    await stop(server, 'SIGKILL')
    expect(await lost).toBe('lost')
    await endLeases()
    await makeDue()
    await start()
    await expect.poll(() => desk.shown('home'), { timeout: 60_000 }).toEqual(['9.9.9.1'])
    await held.release()
  })
})
