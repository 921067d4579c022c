/** The changes by an account in dispute that affect payments or mails (decision 0047). */
import type { DisputedChange } from '#contract/user-settings.ts'
import { doubtSince } from '#server/auth/doubt.ts'
import type { Connection, Context } from '#server/context.ts'
import { listed } from '#server/database/engine.ts'
import type { InstantText } from '#server/database/schema-columns.ts'

/**
 * The fields of the business profile and of customers that these accounts have changed, in the last thirty days or
 * since the dispute began, by the audit log. It holds no values, so nothing can be put back.
 */
export async function listDisputedChanges(
  connection: Connection,
  { engine, clock }: Pick<Context, 'engine' | 'clock'>,
  userIds: readonly string[],
  disputedSince: InstantText | undefined,
): Promise<DisputedChange[]> {
  const lines = await connection
    .selectFrom('audit_entry')
    .leftJoin('customer', 'customer.id', 'audit_entry.subject_id')
    .select(['customer.number', 'details', 'action'])
    .where('actor_user_id', 'in', listed(engine, JSON.stringify(userIds)))
    .where('action', 'in', ['business_profile.updated', 'customer.updated'])
    .where('at', '>=', doubtSince(clock.now(), disputedSince))
    .orderBy('seq')
    .execute()
  const known = lines.filter(({ action, number }) => action === 'business_profile.updated' || number !== null)
  return [...Map.groupBy(known, ({ number }) => number)]
    .map(([customerNumber, ofOne]) => ({
      customerNumber,
      fields: [...new Set(ofOne.flatMap(({ details }) => details.split(', ')))].filter(field => field !== ''),
    }))
    .filter(({ fields }) => fields.length > 0)
    .toSorted((one, other) => Number(one.customerNumber !== null) - Number(other.customerNumber !== null))
}
