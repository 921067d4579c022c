import type { Connection } from '#server/context.ts'
import { auditHash, hashOfNothing } from './chain.ts'

const batchSize = 1_000

export type AuditHead = { readonly seq: number; readonly hash: string }

export type AuditVerdict = {
  readonly ok: boolean
  /** Lines read; with a break, up to it. */
  readonly entries: number
  /** The last line. Compare it with one noted elsewhere: a log that was made anew as a whole is whole in itself. */
  readonly head: AuditHead | null
  readonly brokenAtSeq: number | null
}

/** Reads the whole audit log and checks every hash and number: a changed, removed or inserted line is found. */
export async function verifyAudit(connection: Connection): Promise<AuditVerdict> {
  let seq = 0
  let hash = hashOfNothing
  for (;;) {
    const batch = await connection
      .selectFrom('audit_entry')
      .selectAll()
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(batchSize)
      .execute()
    for (const entry of batch) {
      if (entry.seq !== seq + 1 || entry.previous_hash !== hash || entry.hash !== auditHash(entry)) {
        return { ok: false, entries: seq, head: await findAuditHead(connection), brokenAtSeq: entry.seq }
      }
      seq = entry.seq
      hash = entry.hash
    }
    if (batch.length < batchSize) break
  }
  return { ok: true, entries: seq, head: seq === 0 ? null : { seq, hash }, brokenAtSeq: null }
}

/** The last line of the audit log, to be noted outside the database; null for an empty log. */
export async function findAuditHead(connection: Connection): Promise<AuditHead | null> {
  const head = await connection
    .selectFrom('audit_entry')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return head ?? null
}
