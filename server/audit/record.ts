/** The audit log: one line per write, in the transaction of the write, each holding the hash of the previous one. */
import type { Transaction } from 'kysely'
import type { RealtimeNoun } from '#contract/events.ts'
import type { AuditAction } from '#contract/operations.ts'
import type { Actor } from '#server/auth/actor.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { lockForTransaction } from '#server/database/engine.ts'
import { newId } from '#server/database/ids.ts'
import type { AuditEntryTable } from '#server/database/platform-tables.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import { auditHash, hashOfNothing } from './audit-hash.ts'

/** A file belongs only to its uploader until a row names it; the event is then about that row. */
type SubjectKind = RealtimeNoun | 'file'

/** Reads and failed attempts change nothing that others see. */
const looks: ReadonlySet<AuditAction> = new Set([
  'session.login_failed',
  'customer_export.downloaded',
  'energy_site.viewed',
  'invoice.copy_downloaded',
  'invoice.downloaded',
  'invoice.xrechnung_downloaded',
  'request.attachment_downloaded',
  'ticket.attachment_downloaded',
])

export type AuditLine = {
  readonly action: AuditAction
  readonly subjectKind: SubjectKind
  readonly subjectId: string
  /** Who could see the row until now, a customer or everybody, if it was removed, hidden or reassigned. */
  readonly lostBy?: string | 'everybody' | undefined
  /** Names of the changed fields, numbers, a reason an admin gave; never a secret, and no words of or about a customer. */
  readonly details?: string
}

const readHead = prepared<Record<never, never>>()(db =>
  db.selectFrom('audit_entry').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1),
)

const insertEntry = prepared<AuditEntryTable>()((db, param) =>
  db.insertInto('audit_entry').values({
    seq: param('seq'),
    id: param('id'),
    at: param('at'),
    actor_user_id: param('actor_user_id'),
    actor_name: param('actor_name'),
    as_customer_id: param('as_customer_id'),
    as_customer_name: param('as_customer_name'),
    address: param('address'),
    action: param('action'),
    subject_kind: param('subject_kind'),
    subject_id: param('subject_id'),
    details: param('details'),
    previous_hash: param('previous_hash'),
    hash: param('hash'),
  }),
)

/**
 * Adds a line to the audit log, and notifies open pages that show the row. Call it last in the transaction: the event
 * describes the row's current state, and on PostgreSQL all other writers wait from here until the commit.
 */
export async function recordAudit(
  trx: Transaction<Database>,
  context: Pick<Context, 'actor' | 'address' | 'clock' | 'engine' | 'realtime'>,
  { action, subjectKind, subjectId, lostBy, details = '' }: AuditLine,
): Promise<void> {
  const { actor, address, clock, engine } = context
  if (subjectKind !== 'file' && !looks.has(action)) {
    await noteChange(trx, context, { noun: subjectKind, id: subjectId, lostBy })
  }
  if (engine === 'postgres') await lockForTransaction(trx, engine, 'audit')
  const [head] = await readHead(trx, {})
  const entry = storable({
    seq: (head?.seq ?? 0) + 1,
    id: newId(),
    at: instantText(clock.now()),
    ...identityOf(actor),
    address,
    action,
    subject_kind: subjectKind,
    subject_id: subjectId,
    details,
    previous_hash: head?.hash ?? hashOfNothing,
  })
  await insertEntry(trx, { ...entry, hash: auditHash(entry) })
}

/** Half a surrogate pair is stored as U+FFFD: the hash must cover the text as it will be read. */
function storable<T extends object>(entry: T): T {
  const fields = Object.entries(entry).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.toWellFormed() : value,
  ])
  // The same fields with values of the same types.
  return Object.fromEntries(fields) as T
}

/**
 * Lines are permanent, customers and their users are not: the log holds their ids, and readers look up the names that
 * still exist. The staff's names are stored as they were.
 */
function identityOf(
  actor: Actor,
): Pick<AuditEntryTable, 'actor_user_id' | 'actor_name' | 'as_customer_id' | 'as_customer_name'> {
  switch (actor.kind) {
    case 'visitor':
      return { actor_user_id: null, actor_name: '', as_customer_id: null, as_customer_name: '' }
    case 'program':
      return { actor_user_id: null, actor_name: actor.name, as_customer_id: null, as_customer_name: '' }
    case 'user':
      return {
        actor_user_id: actor.userId,
        actor_name: actor.role === 'admin' ? actor.name : '',
        as_customer_id: actor.impersonation?.customerId ?? null,
        as_customer_name: '',
      }
  }
}
