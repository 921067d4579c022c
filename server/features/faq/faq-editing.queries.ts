import type { Selectable } from 'kysely'
import { AppError } from '#server/app-error.ts'
import type { Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { FaqTable } from '#server/database/business-tables.ts'
import { prepared } from '#server/database/prepared.ts'
import { matchingIds } from '#server/database/search-terms.ts'

export type EditableFaqRow = Selectable<FaqTable>

export type EditableFaqFilter = {
  page: number
  page_size: number
  search?: string | undefined
  published?: 'true' | 'false' | undefined
  category?: string | undefined
}

/** Questions in their order, published or not. There are at most `faqEntriesMax`. */
export async function listEditableFaq(
  connection: Connection,
  scope: Scope,
  { page, page_size, search, published, category }: EditableFaqFilter,
): Promise<{ count: number; rows: EditableFaqRow[] }> {
  demandAll(scope)
  let found = connection.selectFrom('faq')
  if (search?.trim()) found = found.where('id', 'in', matchingIds('faq', search))
  if (published !== undefined) found = found.where('is_published', '=', published === 'true' ? 1 : 0)
  if (category !== undefined) found = found.where('category', '=', category)
  const { count } = await found.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { count, rows }
}

/** One question, published or not; 404 `not_found`. */
export async function getEditableFaq(connection: Connection, scope: Scope, id: string): Promise<EditableFaqRow> {
  demandAll(scope)
  const [row] = await selectOne(connection, { id })
  if (row === undefined) throw new AppError('not_found')
  return row
}

/** The ids of all questions in their order. */
export async function listFaqIds(connection: Connection): Promise<string[]> {
  const rows = await connection.selectFrom('faq').select('id').orderBy('position').orderBy('id').execute()
  return rows.map(row => row.id)
}

const selectOne = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('faq').selectAll().where('id', '=', param('id')),
)

/** Unpublished questions do not exist for any narrower scope. */
function demandAll(scope: Scope): void {
  if (scope.customers !== 'all') throw new AppError('not_found')
}
