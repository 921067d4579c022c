import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { ListQuery } from '#contract/list-query.ts'
import { credentialList } from '#contract/lists.ts'
import { erasedNames } from '#contract/texts/erasures.texts.ts'
import { AppError } from '#server/app-error.ts'
import { reachedCustomer, type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { ServiceCredentialTable } from '#server/database/business-tables.ts'
import { forUpdate } from '#server/database/engine.ts'
import type { ListPage } from '#server/database/list-page.ts'
import { prepared } from '#server/database/prepared.ts'
import { equals, prepareList } from '#server/database/prepared-list.ts'
import type { Database } from '#server/database/schema.ts'

export type CredentialRow = Selectable<ServiceCredentialTable>
/** The credentials of a service all belong to one customer, who sees only shared ones. */
export const credentialPages = prepareList(credentialList, {
  table: 'service_credential',
  select: (db: Kysely<Database>) => db.selectFrom('service_credential').selectAll(),
  scope: 'customer_id',
  isScopeSought: ({ has }) => !has('service'),
  // Ids are in the order of creation.
  orderings: { usual: [] },
  filters: {
    service: equals('service_credential.service_id', () => true),
    shared: {
      isLiteral: true,
      words: ['true'],
      isSought: () => false,
      where: () => sql`service_credential.is_shared = 1`,
    },
  },
  kept: { list: 'service_credential', filters: [], by: () => ({}) },
})

/** Credentials in scope, or those of one service, in the order they were added. */
export function listCredentials(
  connection: Connection,
  scope: Scope,
  query: ListQuery<typeof credentialList>,
): Promise<ListPage<CredentialRow>> {
  const shared = scope.customers === 'all' ? undefined : 'true'
  return credentialPages.read(connection, reachedCustomer(scope, undefined), query, { shared })
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
  { page, page_size: limit }: { page: number; page_size: number },
): Promise<{ credential: CredentialRow; count: number; results: RevealRow[] }> {
  const credential = await getCredential(connection, scope, id)
  const results = await selectReveals(connection, { id, limit, offset: (page - 1) * limit })
  const [total] = await countReveals(connection, { id })
  return { credential, count: total?.count ?? 0, results }
}

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

function isInScope(scope: Scope, row: CredentialRow): boolean {
  const own = scopedCustomerId(scope)
  return own === null || (own === row.customer_id && row.is_shared === 1)
}
