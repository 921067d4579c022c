/**
 * The houses of the demo. They have a history when the demo is loaded. While it runs, their readings go through the
 * real ingest: by MQTT where it is on, else by the push address.
 */
import type { Selectable, Transaction } from 'kysely'
import { dayMs, hourMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import type { EnergyChannelTable, EnergySiteTable } from '#server/database/energy-tables.ts'
import { newId } from '#server/database/ids.ts'
import { insertFast } from '#server/database/insert-fast.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { slotMs, slotOf } from '#server/features/energy/channel-slots.rules.ts'
import { lastValueOf } from '#server/features/energy/energy-channel.rules.ts'
import { readOrders } from './house-device.ts'
import { type DaysKept, type HouseRows, houseDays, houseRows, readingStepMs, recentDays } from './house-history.ts'
import { carWh, type HouseContent, startContent, stepHouse } from './house-model.ts'
import { type PlannedSite, plannedSites } from './house-plans.ts'
import { hasAccess, sendReadings, tokenOf } from './house-sender.ts'

type Trx = Transaction<Database>
type Channel = Selectable<EnergyChannelTable>
type Site = Pick<Selectable<EnergySiteTable>, 'id' | 'last_reading_at' | 'key'>

/** At most this much is sent at once after a pause. */
const sentMsMax = hourMs
/** After a longer pause the past is written before the portal can call a house silent. */
const pauseMsMax = 10 * minuteMs
/** In a longer pause only the last days have levels, without which a day has no saving. */
const levelledDaysMax = 35
/** A silent house has been silent for this long when the demo is loaded. */
const silentMs = 2 * dayMs

/** Writes the measurements of the houses until now, at the first start of the demo and after a pause. */
export async function writeHistory(runtime: Runtime, daysMax = Number.POSITIVE_INFINITY): Promise<void> {
  const now = runtime.clock.now().getTime()
  for (const site of await listSites(runtime)) {
    const plan = plannedSites.find(({ key }) => key === site.key)
    if (plan === undefined || plan.state === 'unknown') continue
    // Before anybody sees the site: it has senders.
    if (plan.state === 'heard') await tokenOf(runtime, site)
    const isNew = site.last_reading_at === null
    if (!isNew && (plan.state === 'silent' || now - Date.parse(site.last_reading_at ?? '') <= pauseMsMax)) continue
    const to = Math.floor((plan.state === 'silent' ? now - silentMs : now) / readingStepMs) * readingStepMs
    const from =
      slotOf(isNew ? to - Math.min(plan.historyDays, daysMax) * dayMs : Date.parse(site.last_reading_at ?? '')) + slotMs
    await inTransaction(runtime, trx => fill(trx, runtime, site, plan, { from, to }))
  }
}

async function fill(
  trx: Trx,
  { engine }: Pick<Runtime, 'engine'>,
  site: Site,
  plan: PlannedSite,
  range: { from: number; to: number },
): Promise<void> {
  const stored = await listChannels(trx, site.id)
  const channels = numberedChannels(plan, stored)
  const { rows, last } = houseRows(
    plan,
    { siteId: site.id, channels },
    { ...range, daysKept: site.last_reading_at === null ? recentDays : pauseDays(range) },
    contentOf(plan, stored),
  )
  await replaceSlots(trx, engine, { siteId: site.id, channels }, rows, { from: range.from, to: slotOf(range.to) })
  if (last === null) return
  const lastAt = instantText(new Date(last.at))
  for (const [index, { number }] of channels.entries()) {
    await trx
      .updateTable('energy_channel')
      .set({ last_at: lastAt, last_value_millionths: Math.round((last.values[index] ?? 0) * 1e6) })
      .where('number', '=', number)
      .execute()
  }
  await trx
    .updateTable('energy_site')
    .set({ last_reading_at: lastAt, state: plan.state === 'silent' ? 'silent' : 'ok' })
    .where('id', '=', site.id)
    .execute()
  if (site.last_reading_at === null) await insertOldAlarm(trx, site.id, plan, lastAt)
}

/** All days of a pause have the slots of their channels. */
function pauseDays({ from, to }: { from: number; to: number }): DaysKept {
  const days = Math.ceil((to - from) / dayMs) + 1
  return { ...recentDays, slot: Math.max(recentDays.slot, Math.min(levelledDaysMax, days)) }
}

/** The channels of a plan, with the numbers that the portal gave them. */
export function numberedChannels({ channels }: PlannedSite, stored: readonly Channel[]) {
  return stored.flatMap(row => {
    const planned = channels.find(({ key }) => key === row.key)
    return planned === undefined ? [] : [{ ...planned, number: row.number }]
  })
}

/** Rows of whole slots, from the start of the first one until before the end of the last one. */
export async function replaceSlots(
  trx: Trx,
  engine: Runtime['engine'],
  { siteId, channels }: { readonly siteId: string; readonly channels: readonly { readonly number: number }[] },
  rows: HouseRows,
  range: { from: number; to: number },
): Promise<void> {
  const numbers = channels.map(({ number }) => number)
  await removeSlots(trx, siteId, numbers, range)
  for (const table of ['energy_reading', 'energy_minute', 'energy_slot', 'energy_site_slot'] as const) {
    await insertFast(trx, engine, table, rows[table])
  }
  await writeDays(trx, engine, siteId, rows.energy_site_slot)
}

/** An old fault was mailed when it began, not at the start of the demo. */
async function insertOldAlarm(trx: Trx, siteId: string, plan: PlannedSite, lastAt: string): Promise<void> {
  const kind = plan.state === 'silent' ? 'site_silent' : plan.unexplainedShare > 0 ? 'balance' : null
  if (kind === null) return
  const started_at = kind === 'site_silent' ? lastAt : instantText(plusMs(new Date(lastAt), -dayMs))
  await trx
    .insertInto('energy_alarm')
    .values({ id: newId(), site_id: siteId, kind, subject_id: siteId, started_at, is_start_told: 1 })
    .execute()
  await trx.updateTable('energy_site').set({ alarms: 1 }).where('id', '=', siteId).execute()
}

/** Also removes the values that the last reading held into later slots. */
async function removeSlots(
  trx: Trx,
  siteId: string,
  numbers: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (const table of ['energy_due_slot', 'energy_slot', 'energy_minute'] as const) {
    await trx
      .deleteFrom(table)
      .where('channel_number', 'in', numbers)
      .where('at_ms', '>=', from)
      .where('at_ms', '<', to)
      .execute()
  }
  await trx
    .deleteFrom('energy_site_slot')
    .where('site_id', '=', siteId)
    .where('at_ms', '>=', from)
    .where('at_ms', '<', to)
    .execute()
}

/** For a day that began earlier, all its slots count. */
async function writeDays(
  trx: Trx,
  engine: Runtime['engine'],
  siteId: string,
  written: HouseRows['energy_site_slot'],
): Promise<void> {
  const [first, last] = [written[0], written.at(-1)]
  if (first === undefined || last === undefined) return
  const before = await trx
    .selectFrom('energy_site_slot')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('date', '=', first.date)
    .where('at_ms', '<', first.at_ms)
    .orderBy('at_ms')
    .execute()
  await trx
    .deleteFrom('energy_site_day')
    .where('site_id', '=', siteId)
    .where('date', '>=', first.date)
    .where('date', '<=', last.date)
    .execute()
  await insertFast(trx, engine, 'energy_site_day', houseDays(siteId, [...before, ...written]))
}

/** The contents of a site's storages after the last sent step. */
const contents = new Map<string, { readonly at: number; readonly content: HouseContent }>()

/** Sends the values since the last one. A house whose access was renewed is silent from then on, unlike the others. */
export async function sendValues(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now().getTime()
  for (const site of await listSites(runtime)) {
    const plan = plannedSites.find(({ key }) => key === site.key)
    if (plan?.state !== 'heard' || site.last_reading_at === null || !(await hasAccess(runtime, site))) continue
    const stored = await listChannels(runtime.db, site.id)
    const kept = contents.get(site.id)
    const lastAt = Date.parse(site.last_reading_at)
    // A level is sent in tenths of a percent: a step of ten seconds changes less than that.
    const content = kept?.at === lastAt ? { ...kept.content } : contentOf(plan, stored)
    const orders = await readOrders(runtime, { id: site.id, key: plan.key })
    const sent = new Set(stored.map(({ key }) => key))
    const from = Math.max(lastAt, now - sentMsMax)
    const readings = []
    let at = stepAfter(from)
    for (; at <= now; at += readingStepMs) {
      const powers = stepHouse(plan.house, content, at, readingStepMs, orders)
      for (const { key: channel, readValue } of plan.channels) {
        if (sent.has(channel))
          readings.push({ channel, at: instantText(new Date(at)), value: readValue(powers, content) })
      }
    }
    if (readings.length === 0) continue
    contents.set(site.id, { at: at - readingStepMs, content })
    await sendReadings(runtime, { id: site.id, key: plan.key }, readings)
  }
}

function stepAfter(at: number): number {
  return (Math.floor(at / readingStepMs) + 1) * readingStepMs
}

/** The contents of the storages, from the levels last sent. */
function contentOf({ house }: PlannedSite, channels: readonly Channel[]): HouseContent {
  const levelOf = (key: string) => {
    const row = channels.find(channel => channel.key === key)
    return row === undefined ? null : lastValueOf(row)
  }
  const start = startContent(house)
  const [batteryLevel, carLevel] = [levelOf('battery-level'), levelOf('car-level')]
  return {
    batteryWh: batteryLevel === null ? start.batteryWh : (house.batteryWh * batteryLevel) / 100,
    carWh: carLevel === null ? start.carWh : (carWh * carLevel) / 100,
  }
}

function listSites({ db }: Pick<Runtime, 'db'>): Promise<Site[]> {
  return db
    .selectFrom('energy_site')
    .select(['id', 'key', 'last_reading_at'])
    .where('is_demo', '=', 1)
    .orderBy('id')
    .execute()
}

export function listChannels(connection: Pick<Trx, 'selectFrom'>, siteId: string): Promise<Channel[]> {
  return connection.selectFrom('energy_channel').selectAll().where('site_id', '=', siteId).orderBy('number').execute()
}
