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

/** How long a session lives without being used, and in all. */
const lifetimeMs: Readonly<Record<Role, { idle: number; absolute: number }>> = {
  admin: { idle: 30 * minuteMs, absolute: 12 * hourMs },
  customer: { idle: 12 * hourMs, absolute: 14 * dayMs },
}
/** The last use is written at most this often. */
const touchEveryMs = minuteMs
const userAgentLengthMax = 300
/** How long reads that were under way while a token was renewed may still arrive with the old one. */
const renewalGraceMs = 10_000

type Trx = Transaction<Database>

/** A session that counts: neither expired nor of a disabled user. */
export type LiveSession = {
  readonly actor: UserActor
  readonly lastSeenAt: string
  readonly idleUntil: string
  readonly absoluteUntil: string
  /** The view as a customer is over, but the row still names it: `endOverdueImpersonation` writes that down. */
  readonly overdueImpersonation: Impersonation | null
}

export const endedColumns = ['id', 'user_id', 'as_customer_id', 'as_user_until'] as const
export type EndedSession = Pick<SessionTable, (typeof endedColumns)[number]>

/** What a browser must be given: the token is nowhere else. */
export type NewSession = { readonly token: string; readonly sessionId: string; readonly until: Date }

/** Opens a session for a user who has just proven who he is. */
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

/** The live session whose token was renewed a moment ago and was this one: good for reading, so that nobody is sent to the login for having two pages open. */
export async function findRenewedSession(
  connection: Connection,
  token: string,
  now: Date,
): Promise<LiveSession | undefined> {
  const tokenHash = hashToken(token)
  const [row] = await selectRenewedSession(connection, { tokenHash, at: instantText(now) })
  return liveSession(row && { ...row, token_hash: tokenHash }, now)
}

/** The live ones among sessions that are known already, by their id. */
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

/** Whether somebody has to set up a second factor before being an admin. */
export function lacksFactor(row: Pick<SessionRow, 'role' | 'second_factor' | 'admins_need_second_factor'>): boolean {
  return row.role === 'admin' && row.second_factor === 'off' && row.admins_need_second_factor === 1
}

/** Notes that the session is in use and puts its idle end off; writes at most once a minute. */
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
 * Gives a session a new token, so that one known from before is soon worth nothing: for a moment it may still read,
 * because requests of the same browser are under way. Answers undefined when the session has ended.
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

/** Notes that the password has just been given again in this session. */
export async function noteAuthentication(trx: Trx, sessionId: string, now: Date): Promise<void> {
  await trx
    .updateTable('session')
    .set({ authenticated_at: instantText(now) })
    .where('id', '=', sessionId)
    .execute()
}

/** Ends one session of a user; answers it, or nothing when there was none. Views in it: `recordEndedImpersonations`. */
export async function endSession(trx: Trx, userId: string, sessionId: string): Promise<EndedSession[]> {
  return trx
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning(endedColumns)
    .execute()
}

/** Ends all sessions of a user, or all but one, and logins that wait; answers the sessions. Views in them: `recordEndedImpersonations`. */
export async function endSessionsOf(trx: Trx, userId: string, exceptSessionId?: string): Promise<EndedSession[]> {
  await endPendingLoginsOf(trx, userId)
  return trx
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(exceptSessionId !== undefined, query => query.where('id', '!=', exceptSessionId ?? ''))
    .returning(endedColumns)
    .execute()
}

/** Takes away the sessions whose time is over; answers them. Views in them: `recordEndedImpersonations`. */
export async function endExpiredSessions(trx: Trx, now: Date): Promise<EndedSession[]> {
  const at = instantText(now)
  return trx
    .deleteFrom('session')
    .where(eb => eb.or([eb('absolute_until', '<=', at), eb('idle_until', '<=', at)]))
    .returning(endedColumns)
    .execute()
}

/**
 * Takes a view out of its session, unless somebody else has just done so: of several that try at the same time one gets
 * true. `until` tells this view from a later one.
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

/** Lets an admin's session look as a customer until an instant. False when it does so already: of several at once one does. */
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
