/**
 * In the last year of the demo's main house, battery and car followed the optimiser, so that its savings are computed
 * and not invented. It takes minutes: a thread computes it while the demo runs, the latest weeks first.
 */
import { constants } from 'node:os'
import { calendarDate, dayMs, startOfBerlinDay } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { slotMs } from '#server/features/energy/channel-slots.rules.ts'
import { dateAfter, slotPrices, spotOf, tariffSpans } from '#server/features/energy/energy-bill.rules.ts'
import { listPrices } from '#server/features/energy/energy-price.queries.ts'
import { listTariffHistory } from '#server/features/energy/energy-tariff.queries.ts'
import { storeSavings } from '#server/features/energy/saving.commands.ts'
import { accountDays } from '#server/features/energy/slot-account.commands.ts'
import { TaskThread } from '#server/threads/task-thread.ts'
import { listChannels, numberedChannels, replaceSlots } from './demo-house.ts'
import { houseRows, slotsAlone } from './house-history.ts'
import { carWh } from './house-model.ts'
import { mainHouse, type PlannedSite, plannedSites } from './house-plans.ts'
import type { ControlledSlot, YearPart, YearTask } from './house-year-part.ts'

const lowPriority: number = constants.priority.PRIORITY_LOW
/**
 * `days` end with the day before yesterday: later days were measured. The first seconds are for the start of the demo.
 * A stop waits for the savings of one run. Visitors take precedence over the thread.
 */
const usual = {
  days: 366,
  partDays: 28,
  beginsMs: 15_000,
  savingsPerRun: 24,
  priority: lowPriority,
}
type Size = typeof usual
/** All other work of a busy machine takes precedence. */
const partMsMax = 6 * 3_600_000
/** For a car whose history has no level. */
const usualCarShare = 0.6

type Site = { readonly id: string; readonly zone: 'DE-LU' | 'AT' }
type Work = { readonly part: YearPart; found: readonly ControlledSlot[] | undefined }

/** The work of this process; the next one restarts an unfinished part. */
let work: Work | undefined

/** Writes the part that is ready, lets the thread begin the next one, and computes savings while it works. */
export async function keepYear(runtime: Runtime, size: Size = usual): Promise<void> {
  const plan = plannedSites.find(({ house }) => house === mainHouse)
  if (plan === undefined || performance.now() < size.beginsMs) return
  // A failed part is not retried.
  if (work === undefined || work.found !== undefined) await goOn(runtime, plan, size)
  await storeSavings(runtime, { daysMax: size.savingsPerRun })
}

async function goOn(runtime: Runtime, plan: PlannedSite, size: Size): Promise<void> {
  const site = await findSite(runtime, plan)
  if (site === undefined) return
  if (work?.found !== undefined) {
    const { part, found } = work
    await inTransaction(runtime, trx => writePart(trx, runtime, { site, plan }, part, found))
    await accountDays(runtime)
  }
  const part = await nextPart(runtime, site, plan, size)
  work = part && begin(runtime, plan, part, size)
}

function begin({ log }: Pick<Runtime, 'log'>, { key }: PlannedSite, part: YearPart, { priority }: Size): Work {
  const begun: Work = { part, found: undefined }
  const thread = new TaskThread<YearTask, Work['found']>(new URL('./house-year-thread.ts', import.meta.url), {
    name: 'year of the demo',
    silenceMs: partMsMax,
  })
  thread.run({ key, priority, part }).then(
    found => {
      begun.found = found
    },
    (error: unknown) => log.error({ err: error }, 'a year of the demo cannot be computed'),
  )
  return begun
}

/** The latest four weeks, then the missing days from the beginning of the year on; undefined when none are missing. */
async function nextPart(
  runtime: Runtime,
  site: Site,
  plan: PlannedSite,
  { days: count, partDays }: Size,
): Promise<YearPart | undefined> {
  const end = dateAfter(calendarDate(runtime.clock.now()), -1)
  const days = Array.from({ length: count }, (_, index) => dateAfter(end, index - count))
  const starts = new Map(days.map(date => [date, startOfBerlinDay(date).getTime()]))
  const level = plan.channels.find(({ role, measure }) => role === 'battery' && measure === 'level')
  const channels = await listChannels(runtime.db, site.id)
  const number = channels.find(({ key }) => key === level?.key)?.number
  if (number === undefined) return undefined
  const known = await runtime.db
    .selectFrom('energy_slot')
    .select('at_ms')
    .where('channel_number', '=', number)
    .where('at_ms', 'in', [...starts.values()])
    .execute()
  const done = new Set(known.map(({ at_ms: at }) => at))
  const isMissing = (date: string) => !done.has(starts.get(date) ?? 0)
  const latest = days.slice(-partDays)
  const first = latest.every(isMissing) ? latest[0] : days.find(isMissing)
  if (first === undefined) return undefined
  const following = days.slice(days.indexOf(first)).slice(0, partDays)
  const firstKnown = following.findIndex(date => !isMissing(date))
  const to = dateAfter(first, firstKnown === -1 ? following.length : firstKnown)
  return partOf(runtime, site, plan, { first, to, isFollowed: to === end || !isMissing(to) })
}

type Dates = { readonly first: string; readonly to: string; readonly isFollowed: boolean }

async function partOf(
  { db }: Pick<Runtime, 'db'>,
  site: Site,
  plan: PlannedSite,
  { first, to, isFollowed }: Dates,
): Promise<YearPart | undefined> {
  const [from, end] = [startOfBerlinDay(first).getTime(), startOfBerlinDay(to).getTime()]
  const spots = spotOf(await listPrices(db, { zone: site.zone, from: from - 2 * dayMs, to: end }))
  const spans = tariffSpans(await listTariffHistory(db, site.id), first, to)
  const prices = spans
    .flatMap(span => slotPrices(span, spots))
    .map(({ importCt, exportCt }) => ({ importCt, exportCt }))
  if (prices.length < (end - from) / slotMs) return undefined
  const startWh = await batteryAt(db, site, plan, from)
  if (startWh === undefined) return undefined
  return {
    from,
    prices,
    content: { batteryWh: startWh, carWh: await carAt(db, site, from) },
    endWh: isFollowed ? ((await batteryAt(db, site, plan, end)) ?? null) : null,
  }
}

/** Wh in the battery when a slot begins, by the history. */
async function batteryAt(
  db: Runtime['db'],
  { id }: Site,
  { house }: PlannedSite,
  at: number,
): Promise<number | undefined> {
  const slot = await db
    .selectFrom('energy_site_slot')
    .select('level_thousandths')
    .where('site_id', '=', id)
    .where('at_ms', '=', at - slotMs)
    .executeTakeFirst()
  return slot?.level_thousandths == null ? undefined : (house.batteryWh * slot.level_thousandths) / 100_000
}

async function carAt(db: Runtime['db'], { id }: Site, at: number): Promise<number> {
  const slot = await db
    .selectFrom('energy_slot')
    .innerJoin('energy_channel', 'energy_channel.number', 'energy_slot.channel_number')
    .select('energy_slot.last_thousandths')
    .where('energy_channel.site_id', '=', id)
    .where('energy_channel.role', '=', 'car')
    .where('energy_channel.measure', '=', 'level')
    .where('energy_slot.at_ms', '=', at - slotMs)
    .executeTakeFirst()
  return slot?.last_thousandths == null ? carWh * usualCarShare : (carWh * slot.last_thousandths) / 100_000
}

type Trx = Parameters<typeof replaceSlots>[0]

async function writePart(
  trx: Trx,
  { engine }: Pick<Runtime, 'engine'>,
  { site, plan }: { readonly site: Site; readonly plan: PlannedSite },
  { from, prices, content }: YearPart,
  found: readonly ControlledSlot[],
): Promise<void> {
  // For the other channels the quarter-hours of the site suffice.
  const channels = numberedChannels(plan, await listChannels(trx, site.id)).filter(
    ({ storage }) => storage !== undefined,
  )
  const place = { siteId: site.id, channels }
  const range = { from, to: from + prices.length * slotMs }
  const { rows } = houseRows(plan, place, { ...range, daysKept: slotsAlone }, { ...content }, (_, held, at) => {
    const slot = found[(at - from) / slotMs]
    if (slot === undefined) throw new RangeError(`nothing was computed of ${new Date(at).toISOString()}`)
    Object.assign(held, slot.content)
    return slot.powers
  })
  await replaceSlots(trx, engine, place, rows, range)
  // The day after it may have had no level to begin with.
  await trx
    .updateTable('energy_site_day')
    .set({ is_saving_due: 1 })
    .where('site_id', '=', site.id)
    .where('date', '=', calendarDate(new Date(range.to)))
    .execute()
  // The level at the beginning is that of the slot before, which has none where the older history begins.
  const level = channels.find(({ measure, storage }) => measure === 'level' && storage === 'battery')
  const first = rows.energy_slot.find(({ channel_number: number }) => number === level?.number)
  if (first === undefined) return
  const thousandths = Math.round((content.batteryWh / plan.house.batteryWh) * 100_000)
  const values = { mean_thousandths: thousandths, least_thousandths: thousandths, most_thousandths: thousandths }
  await trx
    .insertInto('energy_slot')
    .values({ ...first, ...values, last_thousandths: thousandths, at_ms: from - slotMs })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

function findSite({ db }: Pick<Runtime, 'db'>, { key }: PlannedSite): Promise<Site | undefined> {
  return db
    .selectFrom('energy_site')
    .select(['id', 'zone'])
    .where('key', '=', key)
    .where('is_demo', '=', 1)
    .executeTakeFirst()
}
