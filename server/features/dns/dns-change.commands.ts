/** Wanted values, and the history of a host name. */
import type { Transaction } from 'kysely'
import { instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import type { DnsChangeTable } from '#server/database/dns-tables.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'

type Trx = Transaction<Database>

/** Adds an event to the history of a host name. */
export async function noteDnsChange(
  trx: Trx,
  { clock }: Pick<Runtime, 'clock'>,
  hostnameId: string,
  event: Pick<DnsChangeTable, 'cause' | 'event' | 'value'> &
    Partial<Pick<DnsChangeTable, 'failure' | 'failure_detail'>>,
): Promise<void> {
  const now = clock.now()
  await trx
    .insertInto('dns_change')
    .values({
      id: newId(now),
      hostname_id: hostnameId,
      at: instantText(now),
      failure: null,
      failure_detail: '',
      ...event,
    })
    .execute()
}

/** The columns of a host name with a new wanted value, due at once; `''` waits for a report. */
export function wanted({ clock }: Pick<Runtime, 'clock'>, value: string, cause: 'router' | 'portal') {
  return {
    value,
    cause,
    state: value === '' ? ('waiting' as const) : ('pending' as const),
    failure: null,
    failure_detail: '',
    failing_since: null,
    attempts: 0,
    next_attempt_at: value === '' ? null : instantText(clock.now()),
  }
}
