import type { Kysely, Transaction } from 'kysely'
import type { Connection } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import { preparedByIds } from '#server/database/prepared-variants.ts'
import type { Database } from '#server/database/schema.ts'
import type { StoredEndpoint } from './dns-endpoint.queries.ts'

const selectByUserNames = preparedByIds()((db, names) =>
  db.selectFrom('dns_endpoint').selectAll().where('user_name', 'in', names),
)

function selectReached(db: Kysely<Database>) {
  return db
    .selectFrom('dns_endpoint_hostname')
    .innerJoin('dns_hostname', 'dns_hostname.id', 'dns_endpoint_hostname.hostname_id')
    .innerJoin('dns_domain', 'dns_domain.id', 'dns_hostname.domain_id')
    .selectAll('dns_hostname')
    .select(['dns_domain.failure as domain_failure', 'dns_domain.failure_detail as domain_failure_detail'])
    .select('dns_domain.failing_since as domain_failing_since')
}

const selectHostnames = prepared<{ endpointId: string }>()((db, param) =>
  selectReached(db)
    .where('dns_endpoint_hostname.endpoint_id', '=', param('endpointId'))
    .orderBy('dns_endpoint_hostname.position')
    .orderBy('dns_hostname.type')
    .orderBy('dns_hostname.id'),
)

const lockEndpoint = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('dns_endpoint').select('id').where('id', '=', param('id')).$call(forUpdate(engine)),
)

const lockHostnames = prepared<{ endpointId: string }>()((db, param, engine) =>
  db
    .selectFrom('dns_hostname')
    .select('id')
    .where('id', 'in', reached =>
      reached.selectFrom('dns_endpoint_hostname').select('hostname_id').where('endpoint_id', '=', param('endpointId')),
    )
    .orderBy('id')
    .$call(forUpdate(engine)),
)

const selectLastCall = prepared<{ endpointId: string }>()((db, param) =>
  db
    .selectFrom('dns_endpoint')
    .innerJoin('dns_call', 'dns_call.id', 'dns_endpoint.last_call_id')
    .select(['dns_call.id', 'dns_call.at', 'dns_call.hints', 'dns_call.calls'])
    .where('dns_endpoint.id', '=', param('endpointId')),
)

export type ReachedHostname = Awaited<ReturnType<typeof selectHostnames>>[number]

/** Endpoints with one of these user names. */
export function listEndpointsOfLogin(connection: Connection, userNames: readonly string[]): Promise<StoredEndpoint[]> {
  return selectByUserNames(connection, userNames)
}

/** The call of an endpoint that was stored last. */
export async function findLastCall(connection: Connection, endpointId: string) {
  const [row] = await selectLastCall(connection, { endpointId })
  return row
}

/** Host names that an endpoint may set, in its order. */
export function listReachedHostnames(connection: Connection, endpointId: string): Promise<ReachedHostname[]> {
  return selectHostnames(connection, { endpointId })
}

/** The same, locked until the transaction ends. */
export async function lockReachedHostnames(trx: Transaction<Database>, endpointId: string): Promise<ReachedHostname[]> {
  await lockEndpoint(trx, { id: endpointId })
  await lockHostnames(trx, { endpointId })
  return listReachedHostnames(trx, endpointId)
}
