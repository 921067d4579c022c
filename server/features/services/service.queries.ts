import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { ServiceType } from '#contract/service-fields.ts'
import { AppError } from '#server/app-error.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type {
  ApplicationServiceTable,
  DeviceServiceTable,
  ServiceTable,
  WebsiteServiceTable,
} from '#server/database/business-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import { preparedByIds } from '#server/database/prepared-variants.ts'
import type { Database } from '#server/database/schema.ts'

/** The columns of the other kinds are null. */
type Details<T> = { [C in Exclude<keyof T, 'service_id'>]: T[C] | null }

export type ServiceRow = Selectable<ServiceTable> & { company: string; first_name: string; last_name: string } & {
  collection_name: string | null
} & Details<DeviceServiceTable> &
  Omit<Details<WebsiteServiceTable>, 'certificate_warned_for'> &
  Omit<Details<ApplicationServiceTable>, 'heartbeat_token_hash'> & { has_heartbeat_token: 0 | 1 }

export type CredentialOfService = {
  id: string
  service_id: string
  label: string
  username: string
  is_shared: 0 | 1
  has_password: 0 | 1
}
export type FoundService = { row: ServiceRow; credentials: CredentialOfService[] }

/** Services with the names of customer and collection, and the details of each kind. */
export function selectServices(db: Kysely<Database>) {
  return db
    .selectFrom('service')
    .innerJoin('customer', 'customer.id', 'service.customer_id')
    .leftJoin('service_collection', 'service_collection.id', 'service.collection_id')
    .leftJoin('device_service', 'device_service.service_id', 'service.id')
    .leftJoin('website_service', 'website_service.service_id', 'service.id')
    .leftJoin('application_service', 'application_service.service_id', 'service.id')
    .selectAll('service')
    .select([
      'customer.company',
      'customer.first_name',
      'customer.last_name',
      'service_collection.name as collection_name',
      'device_service.local_ip',
      'device_service.external_ip',
      'device_service.mac_address',
      'website_service.is_watched',
      'website_service.next_check_at',
      'website_service.checked_at',
      'website_service.outcome',
      'website_service.status_code',
      'website_service.response_ms',
      'website_service.failures_in_row',
      'website_service.failing_since',
      'website_service.certificate_expires_at',
      'application_service.version',
      'application_service.last_alive_at',
      'application_service.period_minutes',
      'application_service.silent_at',
      sql<0 | 1>`case when application_service.heartbeat_token_hash is null then 0 else 1 end`.as(
        'has_heartbeat_token',
      ),
    ])
}

const selectOne = prepared<{ id: string }>()((db, param) => selectServices(db).where('service.id', '=', param('id')))

const lockOne = prepared<{ id: string }>()((db, param, engine) =>
  db
    .selectFrom('service')
    .select(['type', 'customer_id', 'revision'])
    .where('id', '=', param('id'))
    .$call(forUpdate(engine)),
)

const selectCredentials = preparedByIds()((db, ids) =>
  db
    .selectFrom('service_credential')
    .select(['id', 'service_id', 'label', 'username', 'is_shared'])
    .select(sql<0 | 1>`case when sealed_password is null then 0 else 1 end`.as('has_password'))
    .where('service_id', 'in', ids)
    .orderBy('id'),
)

/** One service in scope, of the given kind if any; 404 `not_found`. */
export async function getService(
  connection: Connection,
  scope: Scope,
  id: string,
  type?: ServiceType,
): Promise<FoundService> {
  const [row] = await selectOne(connection, { id })
  if (row === undefined || !isReached(scope, row, type)) throw new AppError('not_found')
  const [found] = await withCredentials(connection, scope, [row])
  return found ?? { row, credentials: [] }
}

/** As `getService`; the service is locked until the transaction ends. */
export async function getServiceToChange(
  trx: Transaction<Database>,
  scope: Scope,
  id: string,
  type?: ServiceType,
): Promise<ServiceRow> {
  const [locked] = await lockOne(trx, { id })
  if (locked === undefined || !isReached(scope, locked, type)) throw new AppError('not_found')
  const [row] = await selectOne(trx, { id })
  if (row === undefined) throw new AppError('not_found')
  return row
}

/** The accounts of a page of services, for all of them at once; for a customer only shared ones. */
export async function withCredentials(
  connection: Connection,
  scope: Scope,
  rows: readonly ServiceRow[],
): Promise<FoundService[]> {
  const ids = rows.filter(row => row.type !== 'application_service').map(row => row.id)
  const all = await selectCredentials(connection, ids)
  const credentials = scopedCustomerId(scope) === null ? all : all.filter(({ is_shared }) => is_shared === 1)
  const byService = Map.groupBy(credentials, credential => credential.service_id)
  return rows.map(row => ({ row, credentials: byService.get(row.id) ?? [] }))
}

/** The addresses of a service, as stored. */
export function urlsOf({ urls }: Pick<ServiceTable, 'urls'>): string[] {
  // Written only by the commands, from checked input.
  return JSON.parse(urls) as string[]
}

function isReached(scope: Scope, row: Pick<ServiceTable, 'customer_id' | 'type'>, type: ServiceType | undefined) {
  const own = scopedCustomerId(scope)
  return (own === null || own === row.customer_id) && (type === undefined || type === row.type)
}
