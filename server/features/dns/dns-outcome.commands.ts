/** Stores the outcome of a write, of a question to the name servers or of a failed attempt. */
import type { Transaction, Updateable } from 'kysely'
import { portalItself } from '#server/auth/actor.ts'
import { instantText, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import type { DnsHostnameTable } from '#server/database/dns-tables.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import { noteDnsChange } from './dns-change.commands.ts'
import type { StoredHostname } from './dns-hostname.queries.ts'
import {
  afterFailure,
  driftCheckMs,
  type Failed,
  isOfDomain,
  questionPausesMs,
  secondLookMs,
} from './dns-reconciliation.rules.ts'

type Trx = Transaction<Database>

const healthy = { failure: null, failure_detail: '', failing_since: null } as const

/**
 * The provider has accepted the value. Where another one is wanted meanwhile, only that fact is kept: the newer value
 * is still due.
 */
export async function recordWritten(runtime: Runtime, row: StoredHostname): Promise<void> {
  const now = runtime.clock.now()
  const accepted = { written_value: row.value, written_ttl: row.ttl, last_update_at: instantText(now) }
  await inTransaction(runtime, async trx => {
    const isCurrent = await update(trx, runtime, row, {
      ...accepted,
      // Where the last accepted write was never published, only the name servers can end the failure.
      ...(row.failure === 'not_published' ? {} : healthy),
      state: 'published',
      attempts: 0,
      verified_at: null,
      verified_by: null,
      found_values: '[]',
      is_overwriting: 0,
      next_attempt_at: instantText(plusMs(now, questionPausesMs[0])),
    })
    const isThere = isCurrent || (await keepAccepted(trx, row, accepted))
    if (isThere) await noteDnsChange(trx, runtime, row.id, { cause: row.cause, event: 'written', value: row.value })
    await repairDomain(trx, runtime, row.domain_id)
  })
}

/** False when the host name has been deleted during the write. */
async function keepAccepted(trx: Trx, { id }: StoredHostname, accepted: Updateable<DnsHostnameTable>) {
  const kept = await trx
    .updateTable('dns_hostname')
    .set(accepted)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** The value is public, or confirmed by the provider alone; `at` is now by default. */
export async function recordVerified(
  runtime: Runtime,
  row: StoredHostname,
  { by, at }: { readonly by: 'servers' | 'provider'; readonly at?: string | null },
): Promise<void> {
  const now = runtime.clock.now()
  const writtenAt = row.last_update_at === null ? now : new Date(row.last_update_at)
  const pause = now.getTime() - writtenAt.getTime() < secondLookMs ? secondLookMs : driftCheckMs
  await inTransaction(runtime, async trx => {
    const isCurrent = await update(trx, runtime, row, {
      ...healthy,
      state: 'current',
      attempts: 0,
      found_values: '[]',
      verified_at: at ?? instantText(now),
      verified_by: by,
      next_attempt_at: instantText(plusMs(now, pause)),
    })
    if (isCurrent && row.state !== 'current') {
      await noteDnsChange(trx, runtime, row.id, { cause: row.cause, event: 'verified', value: row.value })
    }
  })
}

/** Not yet public everywhere: asked again later; after the last question it is a failure. */
export async function recordUnpublished(runtime: Runtime, row: StoredHostname, detail: string): Promise<void> {
  const now = runtime.clock.now()
  const attempts = row.attempts + 1
  const pause = questionPausesMs[attempts]
  if (pause === undefined) {
    await recordFailed(runtime, row, { kind: 'not_published', detail, retryAfterSeconds: null })
    return
  }
  await inTransaction(runtime, async trx => {
    await update(trx, runtime, row, {
      state: 'published',
      attempts,
      next_attempt_at: instantText(plusMs(now, pause - (questionPausesMs[row.attempts] ?? 0))),
    })
  })
}

/** Values of others: a person decides. They are read again once a day. */
export async function recordDiffering(runtime: Runtime, row: StoredHostname, values: readonly string[]): Promise<void> {
  // Name servers rotate them.
  const found = JSON.stringify(values.toSorted())
  await inTransaction(runtime, async trx => {
    const isCurrent = await update(trx, runtime, row, {
      ...healthy,
      state: 'differs',
      attempts: 0,
      found_values: found,
      next_attempt_at: instantText(plusMs(runtime.clock.now(), driftCheckMs)),
    })
    if (!isCurrent || (row.state === 'differs' && row.found_values === found)) return
    await noteDnsChange(trx, runtime, row.id, {
      cause: 'provider',
      event: 'found',
      value: values.toSorted().join(', '),
    })
  })
}

/** Written again: an earlier value of ours landed late, or values of others are gone. */
export async function recordLateWrite(runtime: Runtime, row: StoredHostname): Promise<void> {
  await inTransaction(runtime, async trx => {
    await update(trx, runtime, row, {
      state: 'pending',
      attempts: 0,
      next_attempt_at: instantText(runtime.clock.now()),
    })
  })
}

/** Stores the reason and the time of the next attempt; a reason that concerns the whole domain also there. */
export async function recordFailed(runtime: Runtime, row: StoredHostname, failed: Failed): Promise<void> {
  const now = runtime.clock.now()
  const attempts = row.attempts + 1
  const failingSince = row.failing_since === null ? now : new Date(row.failing_since)
  const { state, nextAttemptAt } = afterFailure(failed, { attempts, failingSince, now, random: spreadOf(row.id) })
  await inTransaction(runtime, async trx => {
    const isCurrent = await update(trx, runtime, row, {
      state: failed.kind === 'not_published' ? 'failed' : state,
      failure: failed.kind,
      failure_detail: failed.detail,
      failing_since: instantText(failingSince),
      attempts,
      next_attempt_at: instantText(nextAttemptAt),
    })
    if (isOfDomain(failed.kind)) await stopDomain(trx, runtime, row.domain_id, failed)
    // Each write without an answer is in the history: it may still land.
    const isUnknown = failed.kind === 'unknown'
    const isThere = isCurrent || (isUnknown && (await exists(trx, row)))
    if (!isThere || (row.failure === failed.kind && !isUnknown)) return
    await noteDnsChange(trx, runtime, row.id, {
      cause: row.cause,
      event: 'failed',
      value: row.value,
      failure: failed.kind,
      failure_detail: failed.detail,
    })
  })
}

async function exists(trx: Trx, { id }: StoredHostname): Promise<boolean> {
  return (await trx.selectFrom('dns_hostname').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** The provider has asked for a pause, for another host name of the domain: this one waits with it, no longer. */
export async function recordPaused(runtime: Runtime, row: StoredHostname, until: string): Promise<void> {
  await inTransaction(runtime, async trx => {
    const isCurrent = await update(trx, runtime, row, {
      state: 'retrying',
      failure: 'limit',
      failure_detail: '',
      failing_since: row.failing_since ?? instantText(runtime.clock.now()),
      next_attempt_at: until,
    })
    if (!isCurrent || row.failure === 'limit') return
    await noteDnsChange(trx, runtime, row.id, { cause: row.cause, event: 'failed', value: row.value, failure: 'limit' })
  })
}

/** In [0, 1), from the random end of an id: rows of one provider are not retried at the same time. */
function spreadOf(id: string): number {
  return Number.parseInt(id.slice(-4), 16) / 0x10000
}

/** False when another value is wanted meanwhile, or the row is gone: the outcome is that of an earlier value. */
async function update(
  trx: Trx,
  runtime: Runtime,
  { id, generation }: StoredHostname,
  columns: Updateable<DnsHostnameTable>,
): Promise<boolean> {
  const updated = await trx
    .updateTable('dns_hostname')
    .set(columns)
    .where('id', '=', id)
    .where('generation', '=', generation)
    .returning('id')
    .executeTakeFirst()
  if (updated === undefined) return false
  await noteChange(trx, { ...runtime, actor: portalItself }, { noun: 'dns_hostname', id })
  return true
}

async function stopDomain(trx: Trx, runtime: Runtime, id: string, { kind, detail }: Failed): Promise<void> {
  const now = instantText(runtime.clock.now())
  await trx
    .updateTable('dns_domain')
    .set(eb => ({
      failure: kind,
      failure_detail: detail,
      failing_since: eb.fn.coalesce('failing_since', eb.val(now)),
    }))
    .where('id', '=', id)
    .execute()
  await noteChange(trx, { ...runtime, actor: portalItself }, { noun: 'dns_domain', id })
}

async function repairDomain(trx: Trx, runtime: Runtime, id: string): Promise<void> {
  const repaired = await trx
    .updateTable('dns_domain')
    .set(healthy)
    .where('id', '=', id)
    .where('failure', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (repaired) await noteChange(trx, { ...runtime, actor: portalItself }, { noun: 'dns_domain', id })
}
