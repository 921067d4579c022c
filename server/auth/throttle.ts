/**
 * Attempts are counted in the database before their work is done: neither several processes nor parallel requests get
 * extra tries. An attempt that its first counter refuses only reads: strangers can send many of them, and each write keeps
 * others waiting.
 */
import type { ExpressionBuilder, Insertable, OnConflictBuilder, Transaction } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '#server/app-error.ts'
import { type Clock, dayMs, hourMs, instantText, latestCredible, minuteMs, plusMs } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import { jsonRowsToInsert } from '#server/database/engine.ts'
import { type Param, prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { countedNetworks } from './client-network.ts'

/** A number of attempts in a window that starts with the first of them. */
export type Window = { readonly limit: number; readonly windowMs: number }

const addressWindow: Window = { limit: 30, windowMs: 10 * minuteMs }

const freeFailures = 5
const blockSecondsMax = 900
const forgottenAfterMs = 24 * hourMs

/**
 * What counts an attempt. With a window it refuses beyond the limit. Without one, five attempts are free, then each
 * waits twice as long as the one before, up to 15 minutes; refused attempts do not count.
 */
export type Counter = { readonly key: string; readonly window?: Window }

/** Of the caller's network, and for IPv6 of its subscriber. `name`: `contact`, `login` … */
export function addressCounters(context: Context, name: string, window: Window = addressWindow): Counter[] {
  return countedNetworks(context.address).map(network => ({
    key: `${name}:address:${network.name}`,
    window: { ...window, limit: window.limit * network.times },
  }))
}

/** Of an account, or of an account in one known browser. */
export function accountCounter(name: string, account: string): Counter {
  return { key: `${name}:account:${account}` }
}

/** Counts an attempt. Throws `throttled` (429 with Retry-After in seconds) when a counter refuses it. */
export async function countAttempt(context: Context, counters: readonly Counter[]): Promise<void> {
  const refusal = await countUntilRefused(context, counters)
  if (refusal !== undefined) throw throttled(context, refusal)
}

export function throttled({ clock }: Pick<Context, 'clock'>, { until }: Refusal): AppError {
  return refusalUntil(until, clock.now(), 'throttled')
}

/** A counter that refuses an attempt, and until when. */
type Refusal = { readonly counter: Counter; readonly until: Date }

/**
 * Counts an attempt on one counter after the other until one refuses it, and returns that. One transaction: each wait
 * for the disk delays the attempt and others.
 */
export async function countUntilRefused(context: Context, counters: readonly Counter[]): Promise<Refusal | undefined> {
  const now = context.clock.now()
  const [first] = counters
  const known = first && (await endOfRefusal(context.db, first, now))
  if (first && known) return { counter: first, until: known }
  return inTransaction(context, async trx => {
    for (const counter of counters) {
      const refused = counter === first ? undefined : await endOfRefusal(trx, counter, now)
      const until = refused ?? (await addTo(trx, counter, now))
      if (until) return { counter, until }
    }
    return undefined
  })
}

/** Takes back one attempt that was counted, and the wait that it began: it was not suspicious, or not checked. */
export async function forgiveAttempt(context: Context, counters: readonly Counter[]): Promise<void> {
  await inTransaction(context, async trx => {
    for (const { key, window } of counters) {
      await takeBack(trx, { key })
      if (window === undefined) await block(trx, { key, until: null })
    }
  })
}

/** After a correct entry: clears the counters of accounts, and takes back this attempt of the others. */
export async function forgetAttempts(context: Context, counters: readonly Counter[]): Promise<void> {
  await inTransaction(context, async trx => {
    for (const { key, window } of counters) await (window === undefined ? remove : takeBack)(trx, { key })
  })
}

/** Clears counters, in a transaction of the caller. */
export async function clearWithin(trx: Transaction<Database>, counters: readonly Counter[]): Promise<void> {
  for (const { key } of counters) await remove(trx, { key })
}

/** Counts an attempt from the caller's network. Throws `throttled`. */
export async function countFromAddress(context: Context, name: string, window?: Window): Promise<void> {
  await countAttempt(context, addressCounters(context, name, window))
}

/** Counts an attempt on one subject, for all callers together. Throws `throttled`. */
export async function countOn(context: Context, name: string, thing: string, window: Window): Promise<void> {
  await countAttempt(context, [{ key: `${name}:${thing}`, window }])
}

/** Counts, in the current transaction, events with a limit per key; returns the ordinal of this one. */
export async function countWithin(
  trx: Transaction<Database>,
  { clock }: Pick<Context, 'clock'>,
  key: string,
): Promise<number> {
  const now = clock.now()
  const [row] = await addAttempt(trx, { ...attempt(key, now), stale: instantText(plusMs(now, -forgottenAfterMs)) })
  if (row === undefined) throw new Error('The throttle gave no row.')
  return row.failures
}

/**
 * Counts, in the transaction of the event, `amount` (one) of a day that starts with the first of them. Throws `code`
 * (429 with Retry-After) beyond the limit.
 */
export async function countOfDay(
  trx: Transaction<Database>,
  clock: Clock,
  key: string,
  limit: number,
  { code = 'budget.used_up', amount = 1 }: { code?: ErrorCode; amount?: number } = {},
): Promise<void> {
  const now = clock.now()
  const [row] = await addAttempt(trx, { ...attempt(key, now), amount, stale: instantText(plusMs(now, -dayMs)) })
  if (row === undefined) throw new Error('The throttle gave no row.')
  if (row.failures > limit) refuseUntil(plusMs(new Date(row.window_started_at), dayMs), now, code)
}

/**
 * The same for an amount of each of several things of one kind. Returns the errors of those that would pass the limit,
 * whose amounts do not count: `budget.used_up` (429 with Retry-After).
 */
export async function countAmountsOfDay(
  trx: Transaction<Database>,
  clock: Clock,
  { name, limit, amounts }: { name: string; limit: number; amounts: ReadonlyMap<string, number> },
): Promise<ReadonlyMap<string, AppError>> {
  const now = clock.now()
  const keyOf = (thing: string) => `${name}:${thing}`
  const counted = [...amounts].filter(([, amount]) => amount > 0)
  if (counted.length === 0) return new Map()
  const window = windowOf(now)
  const json = JSON.stringify(
    counted.map(([thing, amount]) => ({ key: keyOf(thing), failures: amount, window_started_at: window.now })),
  )
  const rows = await addAmounts(trx, { ...window, json, limit, stale: instantText(plusMs(now, -dayMs)) })
  const admitted = new Set(rows.map(({ key }) => key))
  const errors = new Map<string, AppError>()
  for (const [thing] of counted) {
    const key = keyOf(thing)
    if (admitted.has(key)) continue
    const [row] = await selectStart(trx, { key })
    if (row) errors.set(thing, refusalUntil(plusMs(new Date(row.window_started_at), dayMs), now, 'budget.used_up'))
  }
  return errors
}

/** Until when the counter refuses attempts, if it does. Only reads. */
async function endOfRefusal(connection: Connection, { key, window }: Counter, now: Date): Promise<Date | undefined> {
  if (window === undefined) {
    const [blocked] = await selectBlock(connection, { ...attempt(key, now), stale: staleFor(window, now) })
    return blocked?.blocked_until ? new Date(blocked.blocked_until) : undefined
  }
  const asked = { ...attempt(key, now), stale: staleFor(window, now), limit: window.limit }
  const [full] = await selectFull(connection, asked)
  return full && endOf(full, window)
}

/** The same after counting one more: another attempt may have come between. */
async function addTo(trx: Transaction<Database>, { key, window }: Counter, now: Date): Promise<Date | undefined> {
  const [row] = await addAttempt(trx, { ...attempt(key, now), stale: staleFor(window, now) })
  if (row === undefined) throw new Error('The throttle gave no row.')
  if (window !== undefined) return row.failures > window.limit ? endOf(row, window) : undefined
  if (row.blocked_until !== null && row.blocked_until > instantText(now)) return new Date(row.blocked_until)
  if (row.failures < freeFailures) return undefined
  const seconds = Math.min(2 ** (row.failures - freeFailures + 1), blockSecondsMax)
  await block(trx, { key, until: instantText(plusMs(now, seconds * 1_000)) })
  return undefined
}

function staleFor(window: Window | undefined, now: Date) {
  return instantText(plusMs(now, -(window?.windowMs ?? forgottenAfterMs)))
}

function endOf(row: { readonly window_started_at: string }, { windowMs }: Window): Date {
  return plusMs(new Date(row.window_started_at), windowMs)
}

function attempt(key: string, now: Date) {
  return { key, amount: 1, ...windowOf(now) }
}

function windowOf(now: Date) {
  const credible = latestCredible(now)
  return {
    now: instantText(now),
    credibleStart: instantText(credible),
    credibleBlock: instantText(plusMs(credible, blockSecondsMax * 1_000)),
  }
}

function refuseUntil(until: Date, now: Date, code: ErrorCode): never {
  throw refusalUntil(until, now, code)
}

function refusalUntil(until: Date, now: Date, code: ErrorCode): AppError {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1_000)
  return new AppError(code, { retryAfterSeconds: Math.max(1, seconds) })
}

type WindowParams = { now: string; stale: string; credibleStart: string; credibleBlock: string }

/** A window that is over, or was counted by a clock ahead: it starts again. */
function isOver(eb: ExpressionBuilder<Database, 'throttle'>, param: Param<WindowParams>) {
  return eb.or([
    eb('throttle.window_started_at', '<=', param('stale')),
    eb('throttle.window_started_at', '>', param('credibleStart')),
    eb('throttle.blocked_until', '>', param('credibleBlock')),
  ])
}

/** One statement: two simultaneous attempts count as two. A blocked window does not move. */
function countedUp(conflict: OnConflictBuilder<Database, 'throttle'>, param: Param<WindowParams>) {
  return conflict.column('key').doUpdateSet(eb => ({
    failures: eb
      .case()
      .when(isOver(eb, param))
      .then(eb.ref('excluded.failures'))
      .when('throttle.blocked_until', '>', param('now'))
      .then(eb.ref('throttle.failures'))
      .else(eb('throttle.failures', '+', eb.ref('excluded.failures')))
      .end(),
    blocked_until: eb.case().when(isOver(eb, param)).then(null).else(eb.ref('throttle.blocked_until')).end(),
    window_started_at: eb
      .case()
      .when(isOver(eb, param))
      .then(param('now'))
      .else(eb.ref('throttle.window_started_at'))
      .end(),
  }))
}

type AttemptParams = WindowParams & { key: string; amount: number }

const addAttempt = prepared<AttemptParams>()((db, param) =>
  db
    .insertInto('throttle')
    .values({ key: param('key'), failures: param('amount'), window_started_at: param('now'), blocked_until: null })
    .onConflict(conflict => countedUp(conflict, param))
    .returning(['failures', 'window_started_at', 'blocked_until']),
)

type CountedRow = Pick<Insertable<Database['throttle']>, 'key' | 'failures' | 'window_started_at'>

/** Amounts that would pass the limit are not counted, and their keys not returned. */
const addAmounts = prepared<WindowParams & { json: string; limit: number }>()((db, param, engine) => {
  const columns = { key: 'text', failures: 'bigint', window_started_at: 'text' } as const
  return db
    .insertInto('throttle')
    .columns(['key', 'failures', 'window_started_at'])
    .expression(jsonRowsToInsert<CountedRow>(engine, param('json'), columns))
    .onConflict(conflict =>
      countedUp(conflict, param).where(eb =>
        eb.or([isOver(eb, param), eb(eb('throttle.failures', '+', eb.ref('excluded.failures')), '<=', param('limit'))]),
      ),
    )
    .returning('key')
})

const selectStart = prepared<{ key: string }>()((db, param) =>
  db.selectFrom('throttle').select('window_started_at').where('key', '=', param('key')),
)

/** A window beyond its limit, unless `addAttempt` would begin it again. */
const selectFull = prepared<AttemptParams & { limit: number }>()((db, param) =>
  db
    .selectFrom('throttle')
    .select(['failures', 'window_started_at'])
    .where('key', '=', param('key'))
    .where('failures', '>', param('limit'))
    .where('window_started_at', '>', param('stale'))
    .where('window_started_at', '<=', param('credibleStart')),
)

/** The same for an account that has to wait. */
const selectBlock = prepared<AttemptParams>()((db, param) =>
  db
    .selectFrom('throttle')
    .select('blocked_until')
    .where('key', '=', param('key'))
    .where('blocked_until', '>', param('now'))
    .where('blocked_until', '<=', param('credibleBlock'))
    .where('window_started_at', '>', param('stale'))
    .where('window_started_at', '<=', param('credibleStart')),
)

const block = prepared<{ key: string; until: string | null }>()((db, param) =>
  db
    .updateTable('throttle')
    .set({ blocked_until: param('until') })
    .where('key', '=', param('key')),
)

const takeBack = prepared<{ key: string }>()((db, param) =>
  db
    .updateTable('throttle')
    .set(eb => ({ failures: eb('failures', '-', 1) }))
    .where('key', '=', param('key'))
    .where('failures', '>', 0),
)

const remove = prepared<{ key: string }>()((db, param) => db.deleteFrom('throttle').where('key', '=', param('key')))
