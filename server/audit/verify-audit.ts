import type { Connection } from '#server/context.ts'
import { auditHash, hashOfNothing } from './audit-hash.ts'

/** Lines read and hashed without yielding to other work. */
const batchSize = 1_000

export type AuditHead = { readonly seq: number; readonly hash: string }

export type AuditVerdict = {
  readonly ok: boolean
  /** Lines read; with a break, up to it. */
  readonly entries: number
  /**
   * The last line. Compare it with one recorded elsewhere: a log that was rewritten completely is consistent in itself.
   */
  readonly head: AuditHead | null
  readonly brokenAtSeq: number | null
}

/** The result of one batch: the last valid line, and the first invalid one. */
export type AuditPart = {
  readonly checkedTo: number
  readonly brokenAtSeq: number | null
  /** No line is left. */
  readonly isComplete: boolean
}

/** Reads the whole audit log and checks every hash and number: a changed, removed or inserted line is found. */
export async function verifyAudit(connection: Connection): Promise<AuditVerdict> {
  let after = 0
  for (;;) {
    const { checkedTo, brokenAtSeq, isComplete } = await verifyAuditPart(connection, after)
    after = checkedTo
    if (brokenAtSeq !== null || isComplete) {
      return { ok: brokenAtSeq === null, entries: checkedTo, head: await findAuditHead(connection), brokenAtSeq }
    }
  }
}

/** The next lines after `after`, which has been verified before; 0 begins. */
export async function verifyAuditPart(connection: Connection, after: number): Promise<AuditPart> {
  let seq = after
  let hash = after === 0 ? hashOfNothing : await hashAt(connection, after)
  const batch = await connection
    .selectFrom('audit_entry')
    .selectAll()
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(batchSize)
    .execute()
  for (const entry of batch) {
    if (entry.seq !== seq + 1 || entry.previous_hash !== hash || entry.hash !== auditHash(entry)) {
      return { checkedTo: seq, brokenAtSeq: entry.seq, isComplete: false }
    }
    seq = entry.seq
    hash = entry.hash
  }
  return { checkedTo: seq, brokenAtSeq: null, isComplete: batch.length < batchSize }
}

/** The last line of the audit log, to be recorded outside the database; null for an empty log. */
export async function findAuditHead(connection: Connection): Promise<AuditHead | null> {
  const head = await connection
    .selectFrom('audit_entry')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return head ?? null
}

/** The previous hash that the line after this one must have; for a missing line, a value that matches nothing. */
async function hashAt(connection: Connection, seq: number): Promise<string> {
  const line = await connection.selectFrom('audit_entry').select('hash').where('seq', '=', seq).executeTakeFirst()
  return line?.hash ?? ''
}
