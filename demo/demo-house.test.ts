import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { calendarDate, dayMs, hourMs, instantText, plusMs, startOfBerlinDay, systemClock } from '#server/clock.ts'
import { newId } from '#server/database/ids.ts'
import { type OpenedDatabase, openSqlite } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { slotMs } from '#server/features/energy/channel-slots.rules.ts'
import { noteDueSlots } from '#server/features/energy/due-slot.commands.ts'
import { rollUp } from '#server/features/energy/slot.commands.ts'
import { checkEnergyDays } from '#server/features/energy/slot.queries.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { freePort } from '#server/testing/free-port.ts'
import { killRunning, processEnv, startServer, stop } from '#server/testing/processes.ts'
import { type TestRuntime, testRuntime } from '#server/testing/test-runtime.ts'
import { writeHistory } from './demo-house.ts'
import { plannedSites } from './house-plans.ts'
import { insertHouses } from './insert-houses.ts'

const now = new Date('2026-11-20T12:07:10.000Z')

describe.each(engines)('the houses of the demo on %s', engine => {
  let database: OpenedDatabase
  let runtime: TestRuntime
  const at = (moment: Date) => ({ ...runtime, clock: { now: () => moment } })
  beforeAll(async () => {
    database = await openTestDatabase(engine)
    runtime = testRuntime(database)
    const customers: { id: string; email: string }[] = []
    for (const email of new Set(plannedSites.map(({ customer }) => customer))) {
      customers.push({ id: (await buildCustomer(runtime)).id, email })
    }
    await inTransaction(runtime, trx => insertHouses(trx, customers, now))
    await writeHistory(at(now))
  })
  afterAll(() => database.close())

  const siteOf = (key: string) =>
    database.db.selectFrom('energy_site').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
  const slotsOf = (id: string) =>
    database.db.selectFrom('energy_site_slot').selectAll().where('site_id', '=', id).orderBy('at_ms').execute()

  it('are in every state that a site can be in', async () => {
    const rows = await database.db.selectFrom('energy_site').select(['key', 'state']).orderBy('key').execute()
    expect(rows.map(({ key, state }) => `${key} ${state}`)).toEqual([
      'demo ok',
      'demo-halle ok',
      'demo-hotel ok',
      'demo-rathaus unknown',
      'demo-wohnhaus silent',
    ])
  })

  it('have two years of quarter-hours without a gap, whose days add up', async () => {
    const slots = await slotsOf((await siteOf('demo')).id)
    expect(slots.length).toBeGreaterThan(730 * 96)
    expect(slots.every((slot, index) => index === 0 || slot.at_ms === (slots[index - 1]?.at_ms ?? 0) + slotMs)).toBe(
      true,
    )
    expect(await checkEnergyDays(database.db)).toEqual([])
    const yearly = (flow: 'pv_mwh' | 'heat_mwh' | 'car_mwh', month: string) =>
      slots.filter(({ date }) => date.startsWith(month)).reduce((sum, slot) => sum + (slot[flow] ?? 0), 0)
    expect(yearly('pv_mwh', '2026-06')).toBeGreaterThan(3 * yearly('pv_mwh', '2026-01'))
    expect(yearly('heat_mwh', '2026-01')).toBeGreaterThan(3 * yearly('heat_mwh', '2026-07'))
    expect(yearly('car_mwh', '2026-06')).toBeGreaterThan(0)
  })

  it('have readings from which the portal computes the same slots, minutes and days', async () => {
    const { db } = database
    const site = await siteOf('demo')
    const from = now.getTime() - (now.getTime() % slotMs) - dayMs
    const channels = await db.selectFrom('energy_channel').select('number').where('site_id', '=', site.id).execute()
    const numbers = channels.map(({ number }) => number)
    const stored = async () => ({
      slots: await slotsOf(site.id),
      ofChannels: await db
        .selectFrom('energy_slot')
        .selectAll()
        .where('channel_number', 'in', numbers)
        .where('at_ms', '>=', from)
        .orderBy('channel_number')
        .orderBy('at_ms')
        .execute(),
      minutes: await db
        .selectFrom('energy_minute')
        .selectAll()
        .where('channel_number', 'in', numbers)
        .where('at_ms', '>=', from)
        .orderBy('channel_number')
        .orderBy('at_ms')
        .execute(),
      days: await db.selectFrom('energy_site_day').selectAll().where('site_id', '=', site.id).orderBy('date').execute(),
    })
    const before = await stored()
    expect(before.ofChannels).toHaveLength(96 * numbers.length)
    await inTransaction(runtime, async trx => {
      const ats = Array.from({ length: 96 }, (_, index) => from + index * slotMs)
      const slotsOf = (channel_number: number) => ats.map(at_ms => ({ channel_number, at_ms }))
      await noteDueSlots(trx, numbers.flatMap(slotsOf))
    })
    await rollUp(at(now))
    expect(await db.selectFrom('energy_due_slot').selectAll().execute()).toEqual([])
    expect(await stored()).toEqual(before)
  })

  it('have no gap but a quarter-hour after the demo was stopped for a day', async () => {
    const later = new Date(now.getTime() + 26 * hourMs)
    await writeHistory(at(later))
    const site = await siteOf('demo')
    const slots = await slotsOf(site.id)
    expect(slots.at(-1)?.at_ms).toBe(later.getTime() - (later.getTime() % slotMs) - slotMs)
    const distances = slots.slice(1).map((slot, index) => slot.at_ms - (slots[index]?.at_ms ?? 0))
    expect(distances.filter(distance => distance !== slotMs)).toEqual([2 * slotMs])
    expect(await checkEnergyDays(database.db)).toEqual([])
    expect(site.last_reading_at).toBe('2026-11-21T14:07:00.000Z')
    expect((await siteOf('demo-wohnhaus')).state).toBe('silent')
  })

  it('know the level of the battery at each midnight of a pause of days, so that its days have a saving', async () => {
    const site = await siteOf('demo')
    const since = Date.parse(site.last_reading_at ?? '')
    await writeHistory(at(new Date(since + 5 * dayMs)))
    const { number } = await database.db
      .selectFrom('energy_channel')
      .select('number')
      .where('site_id', '=', site.id)
      .where('key', '=', 'battery-level')
      .executeTakeFirstOrThrow()
    const before = [1, 2, 3, 4, 5].map(day => {
      const date = calendarDate(new Date(since + day * dayMs))
      return startOfBerlinDay(date).getTime() - slotMs
    })
    const levels = await database.db
      .selectFrom('energy_slot')
      .select(['at_ms', 'last_thousandths'])
      .where('channel_number', '=', number)
      .where('at_ms', 'in', before)
      .orderBy('at_ms')
      .execute()
    expect(levels.map(({ at_ms }) => at_ms)).toEqual(before)
    expect(levels.every(({ last_thousandths: level }) => level !== null)).toBe(true)
  })
})

describe('the running demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-demo-house-'))
  afterEach(killRunning)
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(['MQTT', 'HTTPS'])('measures and obeys through the real ingest by %s', { timeout: 240_000 }, async way => {
    const dataDir = join(folder, way)
    const port = String(await freePort())
    const mqtt = way === 'MQTT' ? { MQTT_PORT: port } : {}
    const server = await startServer({
      ...processEnv,
      ...mqtt,
      DEMO: '1',
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'info',
    })
    const database = openSqlite(join(dataDir, 'portal.sqlite'))
    const heard = async () => {
      const { db } = database
      const rows = await db.selectFrom('energy_site').select(['key', 'last_reading_at']).orderBy('key').execute()
      return new Map(rows.map(row => [row.key, row.last_reading_at ?? '']))
    }
    const first = await heard()
    await expect
      .poll(
        async () => {
          const later = await heard()
          return ['demo', 'demo-halle', 'demo-hotel'].every(key => (later.get(key) ?? '') > (first.get(key) ?? ''))
        },
        { timeout: 60_000 },
      )
      .toBe(true)
    // Its device executes a command and reports it, and its readings change.
    const { db } = database
    const battery = await db
      .selectFrom('energy_storage')
      .innerJoin('energy_site', 'energy_site.id', 'energy_storage.site_id')
      .select(['energy_storage.id', 'energy_storage.site_id', 'energy_storage.customer_id'])
      .where('energy_site.key', '=', 'demo')
      .where('energy_storage.kind', '=', 'battery')
      .executeTakeFirstOrThrow()
    const { id: storage_id, site_id, customer_id } = battery
    const at = systemClock.now()
    await db
      .insertInto('energy_override')
      .values({
        ...{ id: newId(), site_id, customer_id, storage_id, mode: 'charge', power_w: 1_234, by: 'customer' },
        ...{ until_at: instantText(plusMs(at, hourMs)), created_at: instantText(at) },
      })
      .execute()
    const command = () =>
      db
        .selectFrom('energy_command')
        .select(['mode', 'state'])
        .where('storage_id', '=', storage_id)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
    await expect.poll(command, { timeout: 60_000 }).toEqual({ mode: 'charge', state: 'confirmed' })
    const batteryW = async () => {
      const { last_value_millionths: value } = await db
        .selectFrom('energy_channel')
        .select('last_value_millionths')
        .where('site_id', '=', site_id)
        .where('key', '=', 'battery')
        .executeTakeFirstOrThrow()
      return (value ?? 0) / 1e6
    }
    // More where the sun supplies more.
    await expect.poll(batteryW, { timeout: 60_000 }).toBeLessThanOrEqual(-1_234)
    const trace = { MQTT: 'connected to the MQTT broker', HTTPS: '/api/energy/:token/readings/' }[way] ?? ''
    await expect.poll(() => server.output()).toContain(trace)
    expect(server.output().includes('/api/energy/:token/readings/')).toBe(way === 'HTTPS')
    expect((await heard()).get('demo-wohnhaus')).toBe(first.get('demo-wohnhaus'))
    await database.close()
    expect(await stop(server)).toBe(0)
  })
})
