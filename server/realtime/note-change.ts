/** Records a change in the transaction that makes it: it is published if and only if the transaction commits. */
import { sql, type Transaction } from 'kysely'
import type { RealtimeNoun } from '#contract/events.ts'
import type { Actor } from '#server/auth/actor.ts'
import type { Context } from '#server/context.ts'
import { newRandomId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { afterCommit } from '#server/database/transaction.ts'
import { changedRows } from './changed-rows.ts'
import { changesChannel } from './postgres-relay.ts'
import type { Author, Change, ChangedRow } from './realtime-change.ts'

type ChangedSubject = {
  readonly noun: RealtimeNoun
  readonly id: string
  /** Who could see the row until now, a customer or everybody, if it was removed, hidden or reassigned. */
  readonly lostBy?: string | 'everybody' | undefined
}

type Noting = Pick<Context, 'engine' | 'realtime'> & { readonly actor: Actor }

/**
 * Call it after the rows are written. SQLite has one process, which notifies itself; PostgreSQL notifies all instances.
 */
export async function noteChange(trx: Transaction<Database>, context: Noting, subject: ChangedSubject): Promise<void> {
  const row = await changedRows[subject.noun](trx, subject.id)
  const changes = changesFor(row, subject.lostBy).map(
    (seen): Change => ({
      id: newRandomId(),
      noun: subject.noun,
      subjectId: subject.id,
      ...seen,
      author: authorOf(context.actor),
    }),
  )
  for (const change of changes) {
    if (context.engine === 'postgres') {
      await sql`select pg_notify(${sql.lit(changesChannel)}, ${JSON.stringify(change)})`.execute(trx)
    } else {
      afterCommit(trx, () => context.realtime.publish(change))
    }
  }
}

/** Once for those who see the row now, and once more for those who no longer do; admins are among both. */
function changesFor(row: ChangedRow, lostBy: string | undefined): ChangedRow[] {
  if (lostBy === undefined || isSeenStill(row, lostBy)) return [row]
  const lost: ChangedRow =
    lostBy === 'everybody'
      ? { revision: null, customerId: null, audience: 'everybody' }
      : { revision: null, customerId: lostBy, audience: 'customer' }
  return row.audience === 'admins' ? [lost] : [row, lost]
}

function isSeenStill({ audience, customerId }: ChangedRow, lostBy: string): boolean {
  return lostBy === 'everybody' ? audience === 'everybody' : audience === 'customer' && customerId === lostBy
}

function authorOf(actor: Actor): Author {
  if (actor.kind !== 'user') {
    return { side: actor.kind === 'program' ? 'portal' : 'visitor', userId: null, sessionId: null }
  }
  return { side: actor.role, userId: actor.userId, sessionId: actor.sessionId }
}
