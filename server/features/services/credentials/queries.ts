import type { Kysely, Selectable, Transaction } from 'kysely'
import { AppError } from '#server/app-error.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import { preparedVariants } from '#server/database/prepared-variants.ts'
import { countRows } from '#server/database/row-counts.ts'
import type { Database } from '#server/database/schema.ts'
import type { ServiceCredentialTable } from '#server/database/schema-services.ts'

export type CredentialRow = Selectable<ServiceCredentialTable>
export type CredentialListVariant = { isScoped: boolean; hasService: boolean }
type CredentialFilter = { page: number; page_size: number; service?: string | undefined }
type FilterParams = { customerId: string; serviceId: string }
type PageParams = FilterParams & { limit: number; offset: number }
type Param<P> = <K extends keyof P>(name: K) => P[K]

/** Credentials in reach, or those of one service, in the order they were added. */
export async function listCredentials(
  connection: Connection,
  scope: Scope,
  filter: CredentialFilter,
): Promise<{ count: number; results: CredentialRow[] }> {
  const own = scopedCustomerId(scope)
  const variant = { isScoped: own !== null, hasService: filter.service !== undefined }
  const params = { customerId: own ?? '', serviceId: filter.service ?? '' }
  const offset = (filter.page - 1) * filter.page_size
  const results = await selectPage(connection, variant, { ...params, limit: filter.page_size, offset })
  const isLastPage = results.length < filter.page_size && (results.length > 0 || offset === 0)
  if (isLastPage) return { count: offset + results.length, results }
  if (!variant.isScoped && !variant.hasService) {
    return { count: await countRows(connection, 'service_credential', {}), results }
  }
  const [total] = await selectCount(connection, variant, params)
  return { count: total?.count ?? 0, results }
}

/** One credential in reach; 404 `not_found`. */
export async function getCredential(connection: Connection, scope: Scope, id: string): Promise<CredentialRow> {
  const [row] = await selectOne(connection, { id })
  if (row === undefined || !isInScope(scope, row)) throw new AppError('not_found')
  return row
}

/** As `getCredential`; it stays as it is until the transaction ends. */
export async function getCredentialToChange(
  trx: Transaction<Database>,
  scope: Scope,
  id: string,
): Promise<CredentialRow> {
  const [row] = await lockOne(trx, { id })
  if (row === undefined || !isInScope(scope, row)) throw new AppError('not_found')
  return row
}

/** The statements; exported so that the query plans of all variants can be checked. */
export function credentialPage(variant: CredentialListVariant, db: Kysely<Database>, param: Param<PageParams>) {
  return filtered(variant, db, param)
    .selectAll()
    .orderBy('service_credential.id')
    .limit(param('limit'))
    .offset(param('offset'))
}

export function credentialCount(variant: CredentialListVariant, db: Kysely<Database>, param: Param<FilterParams>) {
  return filtered(variant, db, param).select(eb => eb.fn.countAll<number>().as('count'))
}

const selectPage = preparedVariants<CredentialListVariant, PageParams>()(credentialPage)
const selectCount = preparedVariants<CredentialListVariant, FilterParams>()(credentialCount)
const selectOne = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('service_credential').selectAll().where('id', '=', param('id')),
)
const lockOne = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('service_credential').selectAll().where('id', '=', param('id')).$call(forUpdate(engine)),
)

function filtered({ isScoped, hasService }: CredentialListVariant, db: Kysely<Database>, param: Param<FilterParams>) {
  return db
    .selectFrom('service_credential')
    .$if(isScoped, query => query.where('service_credential.customer_id', '=', param('customerId')))
    .$if(hasService, query => query.where('service_credential.service_id', '=', param('serviceId')))
}

function isInScope(scope: Scope, row: CredentialRow): boolean {
  const own = scopedCustomerId(scope)
  return own === null || own === row.customer_id
}
