/** Fetches the exchange's prices of the zones with sites. Off unless `ENERGY_PRICES` names a provider. */
import { type PriceSource, priceSources } from '#contract/energy-prices.ts'
import type { SiteZone } from '#contract/energy-sites.ts'
import { calendarDate, hourOfDay, instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { byPortal } from '#server/mail/budget.ts'
import { renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { callOutside } from '#server/outgoing/call.ts'
import { demandPlansOfZone } from './plan-due.commands.ts'
import { pricesMissingMail } from './price-fetch.mails.ts'
import {
  attemptsBeforeMail,
  PriceError,
  type PriceFailure,
  type PriceProvider,
  pauseAfter,
  priceProviders,
  wantedDays,
  wholeDay,
} from './price-provider.rules.ts'
import { markDaysOfZone } from './slot-account.commands.ts'

export type PriceFailures = readonly (readonly [PriceSource, PriceFailure])[]

/** Days that one run asks for: the rest of the past follows with the next runs. */
const daysPerRun = 3

/**
 * Asks for the days that are due, tomorrow's first; the second source where the first one fails. Missing days are
 * asked for again with growing pauses, and mailed to the business once per day and zone.
 * @param bases other addresses than the providers' own, for tests
 * @param timeoutMs another limit than the providers' own, for tests
 */
export async function fetchPrices(
  runtime: Runtime,
  bases: Readonly<Partial<Record<PriceSource, string>>> = {},
  timeoutMs?: number,
): Promise<void> {
  const first = runtime.config.energyPrices
  if (first === null) return
  const sources = [first, ...priceSources.filter(source => source !== first)]
  const now = runtime.clock.now()
  const today = calendarDate(now)
  for (const { zone } of await selectZones(runtime.db, {})) {
    const known = new Map((await selectDays(runtime.db, { zone })).map(row => [row.date, row]))
    const due = wantedDays(today, hourOfDay(now)).filter(date => {
      const row = known.get(date)
      return row === undefined || (row.is_done === 0 && row.next_at <= instantText(now))
    })
    for (const date of due.slice(0, daysPerRun)) {
      const found = await askInTurn(runtime, sources, zone, date, { bases, timeoutMs })
      if ('prices' in found) await storeDay(runtime, zone, date, found)
      else await noteFailure(runtime, zone, date, { ...found, attempts: (known.get(date)?.attempts ?? 0) + 1 })
    }
  }
}

type Found = { readonly prices: ReadonlyMap<number, number>; readonly source: PriceSource }

async function askInTurn(
  runtime: Runtime,
  sources: readonly PriceSource[],
  zone: SiteZone,
  date: string,
  { bases, timeoutMs }: { bases: Readonly<Partial<Record<PriceSource, string>>>; timeoutMs: number | undefined },
): Promise<Found | { failures: PriceFailures }> {
  const failures: [PriceSource, PriceFailure][] = []
  for (const source of sources) {
    const own = priceProviders[source]
    const provider = { ...own, timeoutMs: timeoutMs ?? own.timeoutMs }
    const get = (path: string) => getJson(runtime, provider, `${bases[source] ?? provider.base}${path}`)
    try {
      return { prices: wholeDay(await provider.ask(get, zone, date), date), source }
    } catch (error) {
      const failure = error instanceof PriceError ? error.failure : 'unreachable'
      runtime.log.warn({ source, zone, date, failure }, 'prices not taken')
      failures.push([source, failure])
    }
  }
  return { failures }
}

async function getJson(
  { config }: Pick<Runtime, 'config'>,
  { bytesMax, timeoutMs }: PriceProvider,
  address: string,
): Promise<unknown> {
  const answer = await callOutside(config, address, { timeoutMs, bytesMax, headers: { accept: 'application/json' } })
  if (answer.status !== 200) throw new PriceError('status')
  if (answer.isCut) throw new PriceError('too_large')
  try {
    return JSON.parse(answer.body.toString('utf8'))
  } catch (error) {
    throw new PriceError('format', error)
  }
}

/** A day is stored completely or not at all: its prices and the note that it is done are one transaction. */
async function storeDay(runtime: Runtime, zone: SiteZone, date: string, { prices, source }: Found): Promise<void> {
  const rows = [...prices].map(([at, spot]) => ({ zone, at_ms: at, spot_thousandths: spot, source }))
  await inTransaction(runtime, async trx => {
    await trx
      .insertInto('energy_price')
      .values(rows)
      .onConflict(conflict =>
        conflict.columns(['zone', 'at_ms']).doUpdateSet(eb => ({
          spot_thousandths: eb.ref('excluded.spot_thousandths'),
          source: eb.ref('excluded.source'),
        })),
      )
      .execute()
    const done = { is_done: 1, attempts: 0, next_at: instantText(runtime.clock.now()) } as const
    await trx
      .insertInto('energy_price_day')
      .values({ zone, date, ...done })
      .onConflict(conflict => conflict.columns(['zone', 'date']).doUpdateSet(done))
      .execute()
    await markDaysOfZone(trx, zone, date)
    await demandPlansOfZone(trx, runtime, zone)
  })
}

async function noteFailure(
  runtime: Runtime,
  zone: SiteZone,
  date: string,
  { attempts, failures }: { attempts: number; failures: PriceFailures },
): Promise<void> {
  const now = runtime.clock.now()
  await inTransaction(runtime, async trx => {
    const waiting = {
      is_done: 0,
      attempts,
      next_at: instantText(plusMs(now, pauseAfter(attempts) * minuteMs)),
    } as const
    await trx
      .insertInto('energy_price_day')
      .values({ zone, date, ...waiting })
      .onConflict(conflict => conflict.columns(['zone', 'date']).doUpdateSet(waiting))
      .execute()
    if (attempts < attemptsBeforeMail || date < calendarDate(now)) return
    const { profile } = await getProfile(trx)
    if (profile.email === '') return
    const letter = renderMail(await getSender(trx), pricesMissingMail(zone, date, failures))
    const key = `${zone}:${date}`
    await enqueueMail(trx, byPortal(runtime), {
      kind: 'energy_prices_missing',
      key,
      to: profile.email,
      about: null,
      ...letter,
    })
  })
}

const selectZones = prepared<Record<never, never>>()(db =>
  db.selectFrom('energy_site').select('zone').distinct().orderBy('zone'),
)
const selectDays = prepared<{ zone: SiteZone }>()((db, param) =>
  db.selectFrom('energy_price_day').selectAll().where('zone', '=', param('zone')).orderBy('date'),
)
