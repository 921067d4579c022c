import { AppError } from '#server/app-error.ts'
import type { Connection } from '#server/context.ts'
import type { FaqTable } from '#server/database/business-tables.ts'
import { prepared } from '#server/database/prepared.ts'
import { termsOf, wordRanges } from '#server/database/search-terms.ts'

export type FaqRow = Omit<FaqTable, 'is_published' | 'revision'>

const columns = ['id', 'question', 'answer', 'category', 'position', 'created_at', 'updated_at'] as const

const listInOrder = prepared<{ limit: number; offset: number }>()((db, param) =>
  db
    .selectFrom('faq')
    .select(columns)
    .where('is_published', '=', 1)
    .orderBy('position')
    .orderBy('id')
    .limit(param('limit'))
    .offset(param('offset')),
)

const countAll = prepared<Record<never, never>>()(db =>
  db
    .selectFrom('faq')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('is_published', '=', 1),
)

const findOne = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('faq').select(columns).where('id', '=', param('id')).where('is_published', '=', 1),
)

/** Published questions: in their order, or with a search the best matches first. */
export async function listFaq(
  connection: Connection,
  query: { page: number; page_size: number; search?: string | undefined },
): Promise<{ count: number; rows: FaqRow[] }> {
  const offset = (query.page - 1) * query.page_size
  if (query.search?.trim()) {
    const found = await searchFaq(connection, query.search)
    return { count: found.length, rows: found.slice(offset, offset + query.page_size) }
  }
  const [total] = await countAll(connection, {})
  return { count: total?.count ?? 0, rows: await listInOrder(connection, { limit: query.page_size, offset }) }
}

/** One published question; 404 `not_found`. */
export async function getFaq(connection: Connection, id: string): Promise<FaqRow> {
  const [row] = await findOne(connection, { id })
  if (row === undefined) throw new AppError('not_found')
  return row
}

/** Any word may match: people type sentences. Matches in the question count more than in the answer, long words more than short. */
async function searchFaq(connection: Connection, search: string): Promise<FaqRow[]> {
  const ranges = wordRanges(search)
  if (ranges.length === 0) return []
  const rows = await connection
    .selectFrom('faq')
    .select(columns)
    .where('is_published', '=', 1)
    .where('id', 'in', db =>
      db
        .selectFrom('search_term')
        .select('subject_id')
        .where('kind', '=', 'faq')
        .where(eb => eb.or(ranges.map(({ from, to }) => eb.and([eb('term', '>=', from), eb('term', '<', to)])))),
    )
    .execute()
  const words = ranges.map(range => range.from)
  return rows
    .map(row => ({ row, score: scoreOf(row, words) }))
    .sort((a, b) => b.score - a.score || a.row.position - b.row.position)
    .map(({ row }) => row)
}

function scoreOf({ question, answer }: FaqRow, words: readonly string[]): number {
  const inQuestion = [...termsOf([question])]
  const inAnswer = [...termsOf([answer])]
  return words.reduce((score, word) => {
    if (inQuestion.some(term => term.startsWith(word))) return score + 3 * word.length
    return inAnswer.some(term => term.startsWith(word)) ? score + word.length : score
  }, 0)
}
