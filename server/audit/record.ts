/** Who did what: one line per write, in the transaction of the write, each holding the hash of the one before. */
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
import { auditHash, hashOfNothing } from './chain.ts'

/** A file belongs to nobody but its uploader until a row names it; that row is then told of. */
type SubjectKind = RealtimeNoun | 'file'

/** What somebody looked at, or tried in vain, changes nothing that others see. */
const looks: ReadonlySet<AuditAction> = new Set([
  'session.login_failed',
  'customer_export.downloaded',
  'invoice.downloaded',
  'request.attachment_downloaded',
  'ticket.attachment_downloaded',
])

export type AuditLine = {
  readonly action: AuditAction
  readonly subjectKind: SubjectKind
  readonly subjectId: string
  /** The customer who saw the row until now, or everybody, where it is gone, hidden from now on or another's. */
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
 * Adds a line to the audit log, and tells those who look at the row that it has changed. Call it last in the
 * transaction: what is told is what the row is now, and on PostgreSQL everyone else who writes waits from here until the
 * commit.
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

/** Half a surrogate pair is stored as U+FFFD: the hash must be over what will be read again. */
function storable<T extends object>(entry: T): T {
  const fields = Object.entries(entry).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.toWellFormed() : value,
  ])
  // The same fields with values of the same types.
  return Object.fromEntries(fields) as T
}

/**
 * Lines are kept for good, customers and their users are not: of those the log holds ids, and whoever reads it looks up
 * the names there still are. The staff's names are kept as they were.
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
