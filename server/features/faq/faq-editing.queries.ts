import { type Kysely, type Selectable, sql } from 'kysely'
import type { ListQuery } from '#contract/list-query.ts'
import { editableFaqList } from '#contract/lists.ts'
import { AppError } from '#server/app-error.ts'
import { reachedCustomer, type Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { FaqTable } from '#server/database/business-tables.ts'
import { unindexedNumber } from '#server/database/engine.ts'
import type { ListPage } from '#server/database/list-page.ts'
import { prepared } from '#server/database/prepared.ts'
import { equals, prepareList, type Shape } from '#server/database/prepared-list.ts'
import type { Database } from '#server/database/schema.ts'

export type EditableFaqRow = Selectable<FaqTable>

const published = 'faq.is_published'

/** Each word of the search starts a word of the question or of its answer, or is a part of one. */
export const editableFaqPages = prepareList(editableFaqList, {
  table: 'faq',
  select: (db: Kysely<Database>) => db.selectFrom('faq').selectAll(),
  orderings: { usual: ['position'] },
  filters: {
    published: {
      isLiteral: true,
      isSought,
      where: (word, shape) =>
        sql`${isSought(shape) ? sql.ref(published) : unindexedNumber(published)} = ${sql.lit(+(word === 'true'))}`,
    },
    category: equals('faq.category', () => false),
  },
})

/** Only without a category: the index of all questions has it. */
function isSought({ isUsual, has }: Shape): boolean {
  return isUsual && !has('category')
}

/** Questions in their order, published or not. */
export async function listEditableFaq(
  connection: Connection,
  scope: Scope,
  query: ListQuery<typeof editableFaqList>,
): Promise<ListPage<EditableFaqRow>> {
  demandAll(scope)
  return editableFaqPages.read(connection, reachedCustomer(scope, undefined), query)
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
