/** Sessions: rows whose key is the hash of the browser's token. The only place that turns a token into an actor. */
import { sql, type Transaction } from 'kysely'
import type { Role } from '#contract/accounts.ts'
import { dayMs, hourMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import type { SessionTable } from '#server/database/account-tables.ts'
import { newId } from '#server/database/ids.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import type { InstantText } from '#server/database/schema-columns.ts'
import type { Impersonation, UserActor } from './actor.ts'
import { endPendingLoginsOf } from './pending-logins.ts'
import { hashToken, newToken } from './tokens.ts'

/** Session lifetimes: idle and absolute. */
const lifetimeMs: Readonly<Record<Role, { idle: number; absolute: number }>> = {
  admin: { idle: 30 * minuteMs, absolute: 12 * hourMs },
  customer: { idle: 12 * hourMs, absolute: 14 * dayMs },
}
/** The last use is written at most this often. */
const touchEveryMs = minuteMs
const userAgentLengthMax = 300
/** How long reads that were in flight during a token renewal may still arrive with the old one. */
const renewalGraceMs = 10_000

type Trx = Transaction<Database>

/** A valid session: neither expired nor of a disabled user. */
export type LiveSession = {
  readonly actor: UserActor
  readonly lastSeenAt: string
  readonly idleUntil: string
  readonly absoluteUntil: string
  /** The impersonation is over, but the row still names it: `endOverdueImpersonation` records that. */
  readonly overdueImpersonation: Impersonation | null
}

export const endedColumns = ['id', 'user_id', 'as_customer_id', 'as_user_until'] as const
export type EndedSession = Pick<SessionTable, (typeof endedColumns)[number]>

/** The new session for the browser: its token is stored nowhere else. */
export type NewSession = { readonly token: string; readonly sessionId: string; readonly until: Date }

/** Opens a session for a user who has just proven their identity. */
export async function openSession(
  trx: Trx,
  { clock, address, userAgent }: Pick<Context, 'clock' | 'address' | 'userAgent'>,
  user: { id: string; role: Role },
): Promise<NewSession> {
  const now = clock.now()
  const { idle, absolute } = lifetimeMs[user.role]
  const token = newToken()
  const sessionId = newId()
  const until = plusMs(now, absolute)
  await trx
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      id: sessionId,
      user_id: user.id,
      created_at: instantText(now),
      last_seen_at: instantText(now),
      idle_until: instantText(plusMs(now, idle)),
      absolute_until: instantText(until),
      authenticated_at: instantText(now),
      address,
      user_agent: userAgent.slice(0, userAgentLengthMax),
      as_customer_id: null,
      as_user_until: null,
      as_user_reason: '',
    })
    .execute()
  return { token, sessionId, until }
}

/** The live session of a token; undefined for an unknown or expired one and for a disabled user. */
export async function findSession(connection: Connection, token: string, now: Date): Promise<LiveSession | undefined> {
  const [row] = await selectSession(connection, { tokenHash: hashToken(token) })
  return liveSession(row, now)
}

/**
 * The live session that has just replaced this token: valid for reading, so that a second open page is not sent to the
 * login.
 */
export async function findRenewedSession(
  connection: Connection,
  token: string,
  now: Date,
): Promise<LiveSession | undefined> {
  const tokenHash = hashToken(token)
  const [row] = await selectRenewedSession(connection, { tokenHash, at: instantText(now) })
  return liveSession(row && { ...row, token_hash: tokenHash }, now)
}

/** The live session of a known id. */
export async function findSessionById(connection: Connection, id: string, now: Date): Promise<LiveSession | undefined> {
  const [row] = await selectSessionById(connection, { id })
  return liveSession(row, now)
}

/** The live sessions among known ids. */
export async function findSessionsById(
  connection: Connection,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, LiveSession>> {
  const rows = await sessionsWithUsers(connection).where('session.id', 'in', ids).execute()
  const found = rows.map(row => [row.id, liveSession(row, now)] as const)
  return new Map(found.filter((pair): pair is [string, LiveSession] => pair[1] !== undefined))
}

function liveSession(row: SessionRow | undefined, now: Date): LiveSession | undefined {
  const at = instantText(now)
  if (row === undefined || row.is_active !== 1 || row.idle_until <= at || row.absolute_until <= at) return undefined

  const lacksSecondFactor = lacksFactor(row)
  const view =
    row.as_customer_id !== null && row.as_user_until !== null && row.role === 'admin' && !lacksSecondFactor
      ? { customerId: row.as_customer_id, customerName: customerName(row), until: row.as_user_until }
      : null
  const isOver = view !== null && view.until <= at
  return {
    actor: {
      kind: 'user',
      userId: row.user_id,
      username: row.username,
      name: `${row.first_name} ${row.last_name}`.trim() || row.username,
      role: row.role,
      customerId: row.customer_id,
      sessionId: row.id,
      tokenHash: row.token_hash,
      impersonation: isOver ? null : view,
      lacksSecondFactor,
    },
    lastSeenAt: row.last_seen_at,
    idleUntil: row.idle_until,
    absoluteUntil: row.absolute_until,
    overdueImpersonation: isOver ? view : null,
  }
}

/** Whether an admin must set up a second factor before having admin rights. */
export function lacksFactor(row: Pick<SessionRow, 'role' | 'second_factor' | 'admins_need_second_factor'>): boolean {
  return row.role === 'admin' && row.second_factor === 'off' && row.admins_need_second_factor === 1
}

/** Records the use of a session and extends its idle end; writes at most once a minute. */
export async function touchSession(connection: Connection, session: LiveSession, now: Date): Promise<void> {
  if (now.getTime() - Date.parse(session.lastSeenAt) < touchEveryMs) return
  const idleUntil = instantText(plusMs(now, lifetimeMs[session.actor.role].idle))
  await updateLastSeen(connection, {
    id: session.actor.sessionId,
    at: instantText(now),
    idleUntil: earlier(idleUntil, session.absoluteUntil),
  })
}

/**
 * Gives a session a new token. The old one can still read for a few seconds, because requests of the same browser are
 * in flight. Returns undefined when the session has ended.
 */
export async function renewToken(
  trx: Trx,
  { clock }: Pick<Context, 'clock'>,
  sessionId: string,
): Promise<NewSession | undefined> {
  const token = newToken()
  const row = await trx
    .updateTable('session')
    .set(({ ref }) => ({
      token_hash: hashToken(token),
      previous_token_hash: ref('token_hash'),
      previous_token_until: instantText(plusMs(clock.now(), renewalGraceMs)),
    }))
    .where('id', '=', sessionId)
    .returning('absolute_until')
    .executeTakeFirst()
  return row && { token, sessionId, until: new Date(row.absolute_until) }
}

/** Records that the password was entered again in this session. */
export async function noteAuthentication(trx: Trx, sessionId: string, now: Date): Promise<void> {
  await trx
    .updateTable('session')
    .set({ authenticated_at: instantText(now) })
    .where('id', '=', sessionId)
    .execute()
}

/**
 * Ends one session of a user; returns it, or nothing when there was none. Impersonations in it:
 * `recordEndedImpersonations`.
 */
export async function endSession(trx: Trx, userId: string, sessionId: string): Promise<EndedSession[]> {
  return trx
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning(endedColumns)
    .execute()
}

/**
 * Ends all sessions of a user, or all but one, and pending logins; returns the sessions. Impersonations in them:
 * `recordEndedImpersonations`.
 */
export async function endSessionsOf(trx: Trx, userId: string, exceptSessionId?: string): Promise<EndedSession[]> {
  await endPendingLoginsOf(trx, userId)
  return trx
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(exceptSessionId !== undefined, query => query.where('id', '!=', exceptSessionId ?? ''))
    .returning(endedColumns)
    .execute()
}

/** Deletes expired sessions; returns them. Impersonations in them: `recordEndedImpersonations`. */
export async function endExpiredSessions(trx: Trx, now: Date): Promise<EndedSession[]> {
  const at = instantText(now)
  return trx
    .deleteFrom('session')
    .where(eb => eb.or([eb('absolute_until', '<=', at), eb('idle_until', '<=', at)]))
    .returning(endedColumns)
    .execute()
}

/**
 * Removes an impersonation from its session, unless this has just been done: of several simultaneous tries one gets
 * true. `until` distinguishes it from a later one.
 */
export async function takeView(trx: Trx, sessionId: string, until: string): Promise<boolean> {
  const taken = await trx
    .updateTable('session')
    .set({ as_customer_id: null, as_user_until: null, as_user_reason: '' })
    .where('id', '=', sessionId)
    .where('as_user_until', '=', until)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/**
 * Starts an impersonation in an admin's session until an instant. False when there is one already: of several at once
 * one succeeds.
 */
export async function setView(
  trx: Trx,
  sessionId: string,
  view: { customerId: string; until: string; reason: string },
): Promise<boolean> {
  const set = await trx
    .updateTable('session')
    .set({ as_customer_id: view.customerId, as_user_until: view.until, as_user_reason: view.reason })
    .where('id', '=', sessionId)
    .where('as_customer_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return set !== undefined
}

const selectSession = prepared<{ tokenHash: string }>()((db, param) =>
  sessionsWithUsers(db).where('session.token_hash', '=', param('tokenHash')),
)

const selectSessionById = prepared<{ id: string }>()((db, param) =>
  sessionsWithUsers(db).where('session.id', '=', param('id')),
)

const selectRenewedSession = prepared<{ tokenHash: string; at: string }>()((db, param) =>
  sessionsWithUsers(db)
    .where('session.previous_token_hash', '=', param('tokenHash'))
    .where('session.previous_token_until', '>', param('at')),
)

type SessionRow = Awaited<ReturnType<typeof selectSession>>[number]

function sessionsWithUsers(db: Connection) {
  return db
    .selectFrom('session')
    .innerJoin('user_account', 'user_account.id', 'session.user_id')
    .leftJoin('customer', 'customer.id', 'session.as_customer_id')
    .leftJoin('login_policy', join => join.on('login_policy.id', '=', sql.lit(1)))
    .select([
      'session.id',
      'session.token_hash',
      'session.user_id',
      'session.last_seen_at',
      'session.idle_until',
      'session.absolute_until',
      'session.as_customer_id',
      'session.as_user_until',
      'user_account.username',
      'user_account.first_name',
      'user_account.last_name',
      'user_account.role',
      'user_account.customer_id',
      'user_account.is_active',
      'user_account.second_factor',
      'login_policy.admins_need_second_factor',
      'customer.company',
      'customer.first_name as customer_first_name',
      'customer.last_name as customer_last_name',
    ])
}

const updateLastSeen = prepared<{ id: string; at: string; idleUntil: string }>()((db, param) =>
  db
    .updateTable('session')
    .set({ last_seen_at: param('at'), idle_until: param('idleUntil') })
    .where('id', '=', param('id')),
)

function earlier(one: InstantText, other: InstantText): InstantText {
  return one < other ? one : other
}

type CustomerName = { company: string | null; customer_first_name: string | null; customer_last_name: string | null }

function customerName({ company, customer_first_name, customer_last_name }: CustomerName): string {
  return company || `${customer_first_name ?? ''} ${customer_last_name ?? ''}`.trim()
}
