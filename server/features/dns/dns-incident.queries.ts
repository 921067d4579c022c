import type { Transaction } from 'kysely'
import { forUpdate } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'

const lockDomain = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('dns_domain').select('id').where('id', '=', param('id')).$call(forUpdate(engine)),
)
const selectDomain = prepared<{ id: string }>()((db, param) =>
  db
    .selectFrom('dns_domain')
    .innerJoin('customer', 'customer.id', 'dns_domain.customer_id')
    .select(['dns_domain.id', 'dns_domain.customer_id', 'dns_domain.domain', 'dns_domain.incident_at'])
    .select(['customer.company', 'customer.first_name', 'customer.last_name'])
    .where('dns_domain.id', '=', param('id')),
)
const selectFailing = prepared<{ domainId: string }>()((db, param) =>
  db
    .selectFrom('dns_hostname')
    .select(['full_name', 'type', 'failure', 'failure_detail', 'failing_since'])
    .where('domain_id', '=', param('domainId'))
    .where('failure', 'is not', null)
    .orderBy('failing_since')
    .orderBy('full_name'),
)

const selectOpen = prepared<{ domainId: string }>()((db, param) =>
  db
    .selectFrom('dns_hostname')
    .select('id')
    .where('domain_id', '=', param('domainId'))
    .where(eb =>
      eb.or([eb('failure', 'is not', null), eb('state', 'in', ['pending', 'retrying', 'failed', 'differs'])]),
    )
    .limit(1),
)

/** A domain with its customer, locked until the transaction ends. */
export async function findIncidentDomain(trx: Transaction<Database>, id: string) {
  await lockDomain(trx, { id })
  const [row] = await selectDomain(trx, { id })
  return row
}

/** Whether a host name fails, waits for its write or for a person's decision. */
export async function hasOpen(trx: Transaction<Database>, domainId: string): Promise<boolean> {
  return (await selectOpen(trx, { domainId })).length > 0
}

/** Host names with a failure, the oldest first. */
export function listFailing(trx: Transaction<Database>, domainId: string) {
  return selectFailing(trx, { domainId })
}
