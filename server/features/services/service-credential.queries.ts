import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { erasedNames } from '#contract/texts/erasures.texts.ts'
import { AppError } from '#server/app-error.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { ServiceCredentialTable } from '#server/database/business-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import { type Param, prepared } from '#server/database/prepared.ts'
import { preparedVariants } from '#server/database/prepared-variants.ts'
import { countRows } from '#server/database/row-counts.ts'
import type { Database } from '#server/database/schema.ts'

export type CredentialRow = Selectable<ServiceCredentialTable>
export type CredentialListVariant = { isScoped: boolean; hasService: boolean }
type CredentialFilter = { page: number; page_size: number; service?: string | undefined }
type FilterParams = { customerId: string; serviceId: string }
type PageParams = FilterParams & { limit: number; offset: number }

/** Credentials in scope, or those of one service, in the order they were added. */
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

/** One credential in scope; 404 `not_found`. */
export async function getCredential(connection: Connection, scope: Scope, id: string): Promise<CredentialRow> {
  const [row] = await selectOne(connection, { id })
  if (row === undefined || !isInScope(scope, row)) throw new AppError('not_found')
  return row
}

/** As `getCredential`, locked until the transaction ends. */
export async function getCredentialToChange(
  trx: Transaction<Database>,
  scope: Scope,
  id: string,
): Promise<CredentialRow> {
  const [row] = await lockOne(trx, { id })
  if (row === undefined || !isInScope(scope, row)) throw new AppError('not_found')
  return row
}

export type RevealRow = {
  id: string
  at: string
  actor_name: string
  /** Of the user, who may be deleted. */
  customer_id: string | null
  role: 'customer' | 'admin' | null
}

/** Reveals of the password of a credential in scope, newest first; 404 `not_found`. */
export async function listReveals(
  connection: Connection,
  scope: Scope,
  id: string,
  { page, page_size: limit }: Pick<CredentialFilter, 'page' | 'page_size'>,
): Promise<{ credential: CredentialRow; count: number; results: RevealRow[] }> {
  const credential = await getCredential(connection, scope, id)
  const results = await selectReveals(connection, { id, limit, offset: (page - 1) * limit })
  const [total] = await countReveals(connection, { id })
  return { credential, count: total?.count ?? 0, results }
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

/** The log has names of the staff only; users have their current names. */
const nameOfActor = sql<string>`coalesce(nullif(audit_entry.actor_name, ''),
  nullif(trim(user_account.first_name || ' ' || user_account.last_name), ''), user_account.username, ${sql.lit(erasedNames.user)})`

const selectReveals = prepared<{ id: string; limit: number; offset: number }>()((db, param) =>
  db
    .selectFrom('audit_entry')
    .leftJoin('user_account', 'user_account.id', 'audit_entry.actor_user_id')
    .select(['audit_entry.id', 'audit_entry.at'])
    .select(nameOfActor.as('actor_name'))
    .select(['user_account.customer_id', 'user_account.role'])
    .where('audit_entry.subject_id', '=', param('id'))
    .where('audit_entry.action', '=', 'service_credential.revealed')
    .orderBy('audit_entry.seq', 'desc')
    .limit(param('limit'))
    .offset(param('offset')),
)
const countReveals = prepared<{ id: string }>()((db, param) =>
  db
    .selectFrom('audit_entry')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('subject_id', '=', param('id'))
    .where('action', '=', 'service_credential.revealed'),
)

function filtered({ isScoped, hasService }: CredentialListVariant, db: Kysely<Database>, param: Param<FilterParams>) {
  return db
    .selectFrom('service_credential')
    .$if(isScoped, query =>
      query
        .where('service_credential.customer_id', '=', param('customerId'))
        .where('service_credential.is_shared', '=', 1),
    )
    .$if(hasService, query => query.where('service_credential.service_id', '=', param('serviceId')))
}

function isInScope(scope: Scope, row: CredentialRow): boolean {
  const own = scopedCustomerId(scope)
  return own === null || (own === row.customer_id && row.is_shared === 1)
}
