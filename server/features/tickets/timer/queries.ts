import type { Kysely, Transaction } from 'kysely'
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
  ticket_number: string
  ticket_name: string
}

/** The measurement that runs for this user, if any. */
export async function findRunningTimer(connection: Connection, { userId }: UserActor): Promise<TimerRow | undefined> {
  return selectTimers(connection)
    .where('work_span.user_id', '=', userId)
    .where('stopped_at', 'is', null)
    .executeTakeFirst()
}

/**
 * The user's own running measurement, kept from others until the transaction ends. 404 for somebody else's, 409
 * `timer.not_running` when it was stopped already.
 */
export async function getTimerToStop(
  trx: Transaction<Database>,
  engine: Engine,
  { userId }: UserActor,
  id: string,
): Promise<TimerRow> {
  await trx.selectFrom('work_span').select('id').where('id', '=', id).$call(forUpdate(engine)).execute()
  const row = await selectTimers(trx).where('work_span.id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  if (row.stopped_at !== null) throw new AppError('timer.not_running')
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
      'ticket.number as ticket_number',
      'ticket.name as ticket_name',
    ])
}
