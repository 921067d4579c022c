/** The facts of a plan, and the stored plans. */
import { deflateSync, inflateSync } from 'node:zlib'
import type { Kysely } from 'kysely'
import { calendarDate, dayMs, instantText, minuteMs, startOfBerlinDay } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import { type Param, prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { slotMs } from './channel-slots.rules.ts'
import { settingFor } from './command-message.rules.ts'
import { listTargets } from './control-facts.queries.ts'
import { dateAfter, type SlotPrice, slotPrices, spotOf, tariffSpans } from './energy-bill.rules.ts'
import { lastValueOf } from './energy-channel.rules.ts'
import { listPrices, sourceLineOf } from './energy-price.queries.ts'
import { getSite, type SiteRow } from './energy-site.queries.ts'
import { storageFieldsOf } from './energy-storage.rules.ts'
import { listTariffHistory } from './energy-tariff.queries.ts'
import { exportLimitOf } from './energy-tariff.rules.ts'
import { type ForecastSite, readForecast } from './site-forecast.queries.ts'
import {
  levelAgeMsMax,
  obstacleOf,
  type PlanFacts,
  type PlannedStorage,
  planSteps,
  presentPlan,
  type StoredPlan,
} from './site-plan.rules.ts'
import { dimmedChargeW } from './storage-command.rules.ts'

/** Plans of a site per quarter-hour that are made at once; more take their turns, one per minute. */
export const plansAtOnceMax = 20
/** A site that is silent for longer is not planned. */
const heardMsMax = 15 * minuteMs

type PlannedSite = ForecastSite &
  Pick<
    SiteRow,
    'zone' | 'last_reading_at' | 'max_import_w' | 'max_export_w' | 'can_curtail' | 'commissioned_on' | 'has_smart_meter'
  >

/** The facts for a plan of the quarter-hour that begins at `from`. */
export async function readPlanFacts(
  connection: Connection,
  site: PlannedSite,
  from: number,
  now: Date,
): Promise<PlanFacts> {
  const end = from + planSteps * slotMs
  const { loadW, pvW } = await readForecast(connection, site, from, planSteps)
  const { prices, knowsPrices } = await readPlanPrices(connection, site, from, end)
  const heardAt = site.last_reading_at === null ? null : Date.parse(site.last_reading_at)
  return {
    siteId: site.id,
    from,
    isHeard: heardAt !== null && now.getTime() - heardAt <= heardMsMax,
    storages: await readStorages(connection, site, now),
    prices,
    knowsPrices,
    loadW,
    pvW,
    grid: { maxImportW: site.max_import_w, maxExportW: exportLimitOf(site), canCurtail: site.can_curtail === 1 },
    former: (await findLatestPlan(connection, site.id))?.stored ?? null,
  }
}

async function readPlanPrices(
  connection: Connection,
  { id, zone }: PlannedSite,
  from: number,
  end: number,
): Promise<{ prices: SlotPrice[]; knowsPrices: boolean; source: string | null }> {
  const first = calendarDate(new Date(from))
  const last = dateAfter(calendarDate(new Date(end)), 1)
  const range = { zone, from: startOfBerlinDay(first).getTime() - 2 * dayMs, to: end }
  const rows = await listPrices(connection, range)
  const spans = tariffSpans(await listTariffHistory(connection, id), first, last)
  const all = spans.flatMap(span => slotPrices(span, spotOf(rows)))
  return {
    prices: all.filter(({ at }) => at >= from && at < end),
    // Without any price of the exchange nothing can be filled in.
    knowsPrices: rows.length > 0 || all.every(({ isEstimated }) => !isEstimated),
    source: sourceLineOf(rows),
  }
}

async function readStorages(connection: Connection, { id: siteId }: PlannedSite, now: Date): Promise<PlannedStorage[]> {
  const storages = await selectStorages(connection, { siteId })
  const channels = await selectStorageChannels(connection, { siteId })
  const ordered = new Map(
    (await selectOrdered(connection, { siteId, now: instantText(now) })).map(row => [row.storage_id, row]),
  )
  const isDimmed = (await selectDimmed(connection, { siteId })).some(channel => (lastValueOf(channel) ?? 0) > 0)
  const settings = isDimmed ? ((await listTargets(connection, [siteId])).get(siteId) ?? []) : []
  return storages.map(row => {
    const current = (measure: string) => {
      const channel = channels.find(
        ({ storage_id, measure: is, last_at: at }) =>
          storage_id === row.id && is === measure && at !== null && now.getTime() - Date.parse(at) <= levelAgeMsMax,
      )
      return channel === undefined ? null : lastValueOf(channel)
    }
    const connected = current('connected')
    const fields = storageFieldsOf(row)
    const { commandTarget: target } = fields
    return {
      id: row.id,
      ...fields,
      dimmedW: isDimmed
        ? dimmedChargeW({ ...fields, id: row.id, target, setting: settingFor(target, settings) })
        : null,
      levelPercent: current('level'),
      isConnected: connected === null ? null : connected > 0,
      ordered: ordered.get(row.id) ?? null,
    }
  })
}

/** The plan of a site in scope in readable form, or its obstacle; 404 outside the scope. */
export async function readSitePlan({ db, scope, clock }: Pick<Context, 'db' | 'scope' | 'clock'>, siteId: string) {
  const site = await getSite(db, scope, siteId)
  const now = clock.now()
  const from = now.getTime() - (now.getTime() % slotMs)
  const facts = await readPlanFacts(db, site, from, now)
  const unplanned = facts.storages.filter(({ levelPercent }) => levelPercent === null).map(({ name }) => name)
  const latest = await findLatestPlan(db, siteId)
  const obstacle = obstacleOf(facts)
  // A plan is made in the first minutes of its quarter-hour; until then the one before holds.
  const isInForce = latest !== undefined && from - latest.at <= slotMs
  if (obstacle !== null || !isInForce)
    return { plan: null, obstacle: obstacle ?? ('waiting' as const), unplanned, source: null }
  const start = Date.parse(latest.stored.input.startsAt)
  const { prices, source } = await readPlanPrices(db, site, start, start + planSteps * slotMs)
  const names = new Map(facts.storages.map(({ id, name }) => [id, name]))
  return { plan: presentPlan(latest, latest.stored, prices, names), obstacle: null, unplanned, source }
}

type LatestPlan = {
  readonly id: string
  readonly at: number
  readonly made_at: string
  readonly stored: StoredPlan
}

async function findLatestPlan(connection: Connection, siteId: string): Promise<LatestPlan | undefined> {
  const [row] = await selectLatest(connection, { siteId })
  return row && { id: row.id, at: row.at_ms, made_at: row.made_at, stored: unpackPlan(row.plan) }
}

/** A plan of two days is forty kilobytes of numbers, compressed to a sixth. */
export function packPlan(plan: StoredPlan): string {
  return deflateSync(JSON.stringify(plan)).toString('base64')
}

export function unpackPlan(text: string): StoredPlan {
  // Written by `packPlan` only.
  return JSON.parse(inflateSync(Buffer.from(text, 'base64')).toString('utf8')) as StoredPlan
}

/** Sites with storages whose plan of this quarter-hour is missing, or that are to be replanned. */
export function listDueSites(connection: Connection, from: number) {
  return selectDue(connection, { from })
}

/**
 * Sites with storages that are to be planned at once. New prices concern all sites, whose plans take their turns. The
 * same holds for a site with many plans since `from`: a loose contact at a car would keep a processor busy.
 */
export function listSitesToReplan(connection: Connection, from: number) {
  return selectToReplan(connection, { from })
}

/** The site as it is now; undefined if it has been planned in the meantime. */
export async function findDueSite(connection: Connection, id: string, from: number) {
  const [row] = await selectDueSite(connection, { id, from })
  return row
}

const planned = (db: Kysely<Database>) =>
  db
    .selectFrom('energy_site')
    .selectAll()
    .where('state', '=', 'ok')
    .where(eb =>
      eb.exists(eb.selectFrom('energy_storage').select('id').whereRef('energy_storage.site_id', '=', 'energy_site.id')),
    )
const due = (db: Kysely<Database>, param: Param<{ from: number }>) =>
  planned(db).where(eb =>
    eb.or([
      eb('plan_due_at', 'is not', null),
      eb.not(
        eb.exists(
          eb
            .selectFrom('energy_plan')
            .select('id')
            .whereRef('energy_plan.site_id', '=', 'energy_site.id')
            .where('energy_plan.at_ms', '>=', param('from')),
        ),
      ),
    ]),
  )
const selectDue = prepared<{ from: number }>()((db, param) =>
  due(db, param)
    // Requested plans come before due ones.
    .orderBy(eb => eb.case().when('plan_due_at', 'is', null).then(1).else(0).end())
    .orderBy('id'),
)
const selectToReplan = prepared<{ from: number }>()((db, param) =>
  planned(db)
    .where('plan_due_at', 'is not', null)
    .where('plan_due_cause', '<>', 'prices')
    .where(
      eb =>
        eb
          .selectFrom('energy_plan')
          .select(({ fn }) => fn.countAll<number>().as('plans'))
          .whereRef('energy_plan.site_id', '=', 'energy_site.id')
          .where('energy_plan.at_ms', '>=', param('from')),
      '<',
      plansAtOnceMax,
    )
    .orderBy('id'),
)
const selectDueSite = prepared<{ id: string; from: number }>()((db, param) =>
  due(db, param).where('energy_site.id', '=', param('id')),
)
const selectLatest = prepared<{ siteId: string }>()((db, param) =>
  db.selectFrom('energy_plan').selectAll().where('site_id', '=', param('siteId')).orderBy('at_ms', 'desc').limit(1),
)
const selectStorages = prepared<{ siteId: string }>()((db, param) =>
  db.selectFrom('energy_storage').selectAll().where('site_id', '=', param('siteId')).orderBy('id'),
)
const selectStorageChannels = prepared<{ siteId: string }>()((db, param) =>
  db
    .selectFrom('energy_channel')
    .selectAll()
    .where('site_id', '=', param('siteId'))
    .where('storage_id', 'is not', null)
    .orderBy('id'),
)
const selectDimmed = prepared<{ siteId: string }>()((db, param) =>
  db.selectFrom('energy_channel').selectAll().where('site_id', '=', param('siteId')).where('measure', '=', 'dimmed'),
)
const selectOrdered = prepared<{ siteId: string; now: string }>()((db, param) =>
  db
    .selectFrom('energy_override')
    .select(['storage_id', 'mode', 'power_w as powerW', 'until_at as until'])
    .where('site_id', '=', param('siteId'))
    .where('ended_at', 'is', null)
    .where('until_at', '>', param('now'))
    .orderBy('id'),
)
