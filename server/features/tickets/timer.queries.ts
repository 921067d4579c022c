import { type Kysely, sql, type Transaction } from 'kysely'
import { AppError } from '#server/app-error.ts'
import type { UserActor } from '#server/auth/actor.ts'
import type { Connection } from '#server/context.ts'
import { type Engine, forUpdate } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'

export type TimerRow = {
  id: string
  ticket_id: string
  entry_id: string | null
  started_at: string
  stopped_at: string | null
  is_waiting: 0 | 1
  ticket_number: string
  ticket_name: string
}

/** The running measurement of this user, if any. */
export async function findRunningTimer(connection: Connection, { userId }: UserActor): Promise<TimerRow | undefined> {
  return selectTimers(connection)
    .where('work_span.user_id', '=', userId)
    .where('stopped_at', 'is', null)
    .executeTakeFirst()
}

/** The running measurement of this user, if any, locked until the transaction ends. */
export async function lockRunningTimer(
  trx: Transaction<Database>,
  engine: Engine,
  user: UserActor,
): Promise<TimerRow | undefined> {
  await trx
    .selectFrom('work_span')
    .select('id')
    .where('user_id', '=', user.userId)
    .where('stopped_at', 'is', null)
    .$call(forUpdate(engine))
    .execute()
  return findRunningTimer(trx, user)
}

/** The running measurement of this user, then those that wait to be booked, oldest first. Nobody leaves many. */
export async function listOpenTimers(connection: Connection, actor: UserActor): Promise<TimerRow[]> {
  const running = await findRunningTimer(connection, actor)
  const waiting = await selectTimers(connection)
    .where('work_span.user_id', '=', actor.userId)
    .where('is_waiting', '=', sql.lit<1>(1))
    .orderBy('work_span.started_at')
    .execute()
  return running ? [running, ...waiting] : waiting
}

/**
 * The user's own measurement, running or waiting, locked until the transaction ends. 404 for another user's, 409
 * `timer.already_booked`.
 */
export async function getOpenTimer(
  trx: Transaction<Database>,
  engine: Engine,
  { userId }: UserActor,
  id: string,
): Promise<TimerRow> {
  await trx.selectFrom('work_span').select('id').where('id', '=', id).$call(forUpdate(engine)).execute()
  const row = await selectTimers(trx).where('work_span.id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  if (row.stopped_at !== null && row.is_waiting === 0) throw new AppError('timer.already_booked')
  return row
}

function selectTimers(db: Kysely<Database>) {
  return db
    .selectFrom('work_span')
    .innerJoin('ticket', 'ticket.id', 'work_span.ticket_id')
    .select([
      'work_span.id',
      'work_span.ticket_id',
      'work_span.entry_id',
      'work_span.started_at',
      'work_span.stopped_at',
      'work_span.is_waiting',
      'ticket.number as ticket_number',
      'ticket.name as ticket_name',
    ])
}
