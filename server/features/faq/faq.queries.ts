import { type Kysely, sql } from 'kysely'
import { faqEntriesMax } from '#contract/limits.ts'
import type { ListQuery } from '#contract/list-query.ts'
import { faqList } from '#contract/lists.ts'
import { AppError } from '#server/app-error.ts'
import type { Connection } from '#server/context.ts'
import type { FaqTable } from '#server/database/business-tables.ts'
import { type ListPage, withAnyWord } from '#server/database/list-page.ts'
import { prepared } from '#server/database/prepared.ts'
import { prepareList } from '#server/database/prepared-list.ts'
import type { Database } from '#server/database/schema.ts'
import { termsOf, wordRanges } from '#server/database/search-terms.ts'

export type FaqRow = Omit<FaqTable, 'is_published' | 'revision'>

const columns = ['id', 'question', 'answer', 'category', 'position', 'created_at', 'updated_at'] as const

/** Any word of the search starts a word of the question or its answer: people type sentences. */
export const faqPages = prepareList(faqList, {
  table: 'faq',
  select: (db: Kysely<Database>) => db.selectFrom('faq').select(columns),
  search: withAnyWord,
  orderings: { usual: ['position'] },
  filters: {
    published: { isLiteral: true, words: ['true'], isSought: () => true, where: () => sql`faq.is_published = 1` },
  },
})

const findOne = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('faq').select(columns).where('id', '=', param('id')).where('is_published', '=', 1),
)

/** Published questions: in their order, or with a search the best matches first, of at most `faqEntriesMax`. */
export async function listFaq(connection: Connection, query: ListQuery<typeof faqList>): Promise<ListPage<FaqRow>> {
  const words = wordRanges(query.search ?? '').map(range => range.from)
  const all = { ...query, page: 1, page_size: faqEntriesMax }
  const { count, rows } = await faqPages.read(connection, { id: undefined }, words.length === 0 ? query : all, {
    published: 'true',
  })
  if (words.length === 0) return { count, rows }
  const offset = (query.page - 1) * query.page_size
  return { count, rows: byScore(rows, words).slice(offset, offset + query.page_size) }
}

/** One published question; 404 `not_found`. */
export async function getFaq(connection: Connection, id: string): Promise<FaqRow> {
  const [row] = await findOne(connection, { id })
  if (row === undefined) throw new AppError('not_found')
  return row
}

/** Matches in the question count more than in the answer, long words more than short. */
function byScore(rows: readonly FaqRow[], words: readonly string[]): FaqRow[] {
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
