/**
 * The house of the demo's main customer. Its values are made up by the time alone and sent through the real ingest: the
 * last days when the demo starts, then one every ten seconds.
 */
import type { Transaction } from 'kysely'
import type { SentReading } from '#contract/energy-readings.ts'
import { portalItself } from '#server/auth/actor.ts'
import { scopeOf } from '#server/auth/scope.ts'
import { hashToken, newToken } from '#server/auth/tokens.ts'
import { dayMs, hourMs, instantText, minuteMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import { nextNumber } from '#server/database/number-sequence.ts'
import type { Database } from '#server/database/schema.ts'
import { saveSearchTerms } from '#server/database/search-terms.ts'
import { channelColumnsOf, newChannelFields } from '#server/features/energy/energy-channel.rules.ts'
import { takeReadings } from '#server/features/energy/energy-reading.commands.ts'
import { newSiteFields, siteColumnsOf, siteSearchTexts } from '#server/features/energy/energy-site.rules.ts'

type Trx = Transaction<Database>

const channels = [
  { key: 'grid', name: 'Netz, Leistung', role: 'grid', measure: 'power' },
  { key: 'pv', name: 'Solaranlage, Leistung', role: 'pv', measure: 'power' },
  { key: 'battery', name: 'Akku, Leistung', role: 'battery', measure: 'power' },
  { key: 'battery-level', name: 'Akku, Ladestand', role: 'battery', measure: 'level' },
  { key: 'heat', name: 'Wärmepumpe, Leistung', role: 'heat', measure: 'power' },
] as const

const kwp = 12
const batteryWh = 10_000
/** Sent when the demo starts. */
const historyMs = 8 * dayMs
/** How long a value of the past holds; a longer distance would be a gap. */
const historyStepMs = 15 * minuteMs

/** The site with its channels; no value has arrived yet. */
export async function insertHouse(trx: Trx, customerId: string, now: Date): Promise<void> {
  const at = instantText(now)
  const fields = newSiteFields({ customerId, name: 'Weingut, Hauptgebäude', pvKwp: kwp })
  const id = newId(now)
  const times = { created_at: at, updated_at: at }
  await trx
    .insertInto('energy_site')
    .values({ id, ...siteColumnsOf(fields), is_demo: 1, state: 'unknown', ...times })
    .execute()
  await saveSearchTerms(trx, 'energy_site', id, siteSearchTexts(fields))
  for (const channel of channels) {
    const columns = channelColumnsOf(newChannelFields({ siteId: id, ...channel }))
    const number = await nextNumber(trx, 'energy_channel')
    const place = { site_id: id, customer_id: customerId }
    await trx
      .insertInto('energy_channel')
      .values({ id: newId(now), number, ...place, ...columns, ...times })
      .execute()
  }
}

/** Sends the values since the last one; a token lasts as long as its process. */
export async function sendReadings(runtime: Runtime): Promise<void> {
  const site = await runtime.db
    .selectFrom('energy_site')
    .select(['id', 'last_reading_at'])
    .where('is_demo', '=', 1)
    .limit(1)
    .executeTakeFirst()
  if (site === undefined) return
  const token = newToken()
  await runtime.db
    .updateTable('energy_site')
    .set({ key: 'demo', token_hash: hashToken(token) })
    .where('id', '=', site.id)
    .execute()
  const now = runtime.clock.now().getTime()
  const since = Math.max(now - historyMs, Date.parse(site.last_reading_at ?? '') || 0)
  const readings: SentReading[] = []
  for (let at = since + historyStepMs; at < now; at += historyStepMs) readings.push(...readingsAt(at))
  const context = { ...runtime, actor: portalItself, scope: scopeOf(portalItself), address: '', userAgent: '' }
  await takeReadings(context, token, [...readings, ...readingsAt(now)])
}

function readingsAt(at: number): SentReading[] {
  const { pvW, batteryW, heatW, gridW, levelPercent } = houseAt(at)
  const values = { grid: gridW, pv: pvW, battery: batteryW, 'battery-level': levelPercent, heat: heatW }
  return Object.entries(values).map(([channel, value]) => ({ channel, at: new Date(at).toISOString(), value }))
}

/** Watts of a day that depends on the time alone: the sun from 7 to 17, the battery full by it and empty after supper. */
function houseAt(at: number) {
  const hour = ((at / hourMs + 1) % 24) + Math.sin(at / minuteMs / 7) / 200
  const day = Math.floor(at / dayMs)
  /** The share of a clear sky, another one each day. */
  const sky = 0.35 + 0.65 * Math.abs(Math.sin(day * 1.7))
  const pvW = Math.round(hour > 7 && hour < 17 ? kwp * 650 * sky * Math.sin(((hour - 7) / 10) * Math.PI) : 0)
  const heatW = hour % 2 < 0.75 ? 1_900 : 0
  const houseW = Math.round(420 + 160 * Math.sin(hour * 2.1) ** 2 + (hour > 17 && hour < 22 ? 650 : 0))
  const swing = 0.8 * sky
  const share = batteryShare(hour)
  const batteryW = Math.round((batteryShare(hour) - batteryShare(hour + 0.1)) * 10 * swing * batteryWh)
  return {
    pvW,
    heatW,
    batteryW,
    gridW: houseW + heatW - pvW - batteryW,
    levelPercent: Math.round((10 + 80 * sky * share) * 10) / 10,
  }
}

/** From empty at 9 to full at 14, and from 17 to empty at 23. */
function batteryShare(hour: number): number {
  if (hour < 9 || hour >= 23) return 0
  if (hour < 14) return (hour - 9) / 5
  return hour < 17 ? 1 : (23 - hour) / 6
}
