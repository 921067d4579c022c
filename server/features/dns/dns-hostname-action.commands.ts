/** Manual actions on a record at the provider: write it now, adopt or overwrite the values of others. */
import type { Transaction } from 'kysely'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { countOn } from '#server/auth/throttle.ts'
import { instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { demandReachable } from './dns-account.commands.ts'
import { noteDnsChange, wanted } from './dns-change.commands.ts'
import {
  type FoundHostname,
  foundValuesOf,
  getHostname,
  getHostnameToChange,
  type HostnameRow,
} from './dns-hostname.queries.ts'
import { reconcileNow } from './dns-reconciliation.commands.ts'
import { findStoredDomain } from './dns-reconciliation.queries.ts'

const askedUpdates = { limit: 6, windowMs: minuteMs }
/** How long a caller waits for the provider. */
export const answerWithinMs = 8_000
/** A next attempt this close is worth waiting for. */
const soonMs = 2_000

/**
 * Writes the address now, also after a failure. Values of others are read again. 404 outside the scope, 409
 * `dns_hostname.no_value`, in the demo `dns_domain.not_in_demo`, 429 `throttled`.
 */
export async function updateNow(context: Context, id: string): Promise<FoundHostname> {
  const { row } = await getHostname(context.db, context.scope, id)
  if (row.value === '') throw new AppError('dns_hostname.no_value')
  await demandProvider(context, row)
  await countOn(context, 'dns_update', id, askedUpdates)
  await inTransaction(context, async trx => {
    const { row: current } = await getHostnameToChange(trx, context.scope, id)
    const now = instantText(context.clock.now())
    await trx
      .updateTable('dns_hostname')
      .set(eb =>
        current.state === 'differs'
          ? { next_attempt_at: now }
          : { ...wanted(context, current.value, current.cause), generation: eb('generation', '+', 1) },
      )
      .where('id', '=', id)
      .execute()
    await audit(trx, context, id, 'dns_hostname.update_asked')
  })
  await settle(context, row)
  return getHostname(context.db, context.scope, id)
}

/** Takes over the single address found. 404 outside the scope, 409 `not_differing` or `several_values`. */
export async function adoptFound(context: Context, id: string): Promise<FoundHostname> {
  return inTransaction(context, async trx => {
    const row = await getDiffering(trx, context, id)
    const [found, ...others] = foundValuesOf(row)
    if (found === undefined || others.length > 0) throw new AppError('dns_hostname.several_values')
    await trx
      .updateTable('dns_hostname')
      .set(eb => ({
        ...wanted(context, found, 'portal'),
        generation: eb('generation', '+', 1),
        found_values: '[]',
        updated_at: instantText(context.clock.now()),
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
    await noteDnsChange(trx, context, id, { cause: 'portal', event: 'wanted', value: found })
    await audit(trx, context, id, 'dns_hostname.adopted')
    return getHostname(trx, context.scope, id)
  })
}

/** Overwrites the values found. 404 outside the scope, 409 `not_differing`, in the demo `dns_domain.not_in_demo`. */
export async function overwriteFound(context: Context, id: string): Promise<FoundHostname> {
  const { row } = await getHostname(context.db, context.scope, id)
  await demandProvider(context, row)
  await inTransaction(context, async trx => {
    const { value } = await getDiffering(trx, context, id)
    await trx
      .updateTable('dns_hostname')
      .set(eb => ({
        ...wanted(context, value, 'portal'),
        generation: eb('generation', '+', 1),
        found_values: '[]',
        is_overwriting: 1,
        updated_at: instantText(context.clock.now()),
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
    await noteDnsChange(trx, context, id, { cause: 'portal', event: 'wanted', value })
    await audit(trx, context, id, 'dns_hostname.overwritten')
  })
  await settle(context, row)
  return getHostname(context.db, context.scope, id)
}

async function demandProvider(context: Context, { domain_id }: HostnameRow): Promise<void> {
  const domain = await findStoredDomain(context.db, domain_id)
  if (domain) demandReachable(context, domain)
}

async function settle(context: Context, { id, domain_id }: HostnameRow): Promise<void> {
  await reconcileNow(context, [domain_id], {
    isSettled: () => areSettled(context, [id]),
    withinMs: answerWithinMs,
  })
}

/** Whether these host names are settled: none changes within seconds. */
export async function areSettled(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  ids: readonly string[],
): Promise<boolean> {
  const open = await db
    .selectFrom('dns_hostname')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', ['pending', 'retrying'])
    .where('next_attempt_at', '<', instantText(plusMs(clock.now(), soonMs)))
    .executeTakeFirst()
  return open === undefined
}

async function getDiffering(trx: Transaction<Database>, { scope }: Context, id: string): Promise<HostnameRow> {
  const { row } = await getHostnameToChange(trx, scope, id)
  if (row.state !== 'differs') throw new AppError('dns_hostname.not_differing')
  return row
}

async function audit(
  trx: Transaction<Database>,
  context: Context,
  id: string,
  action: 'dns_hostname.update_asked' | 'dns_hostname.adopted' | 'dns_hostname.overwritten',
): Promise<void> {
  await recordAudit(trx, context, { action, subjectKind: 'dns_hostname', subjectId: id })
}
