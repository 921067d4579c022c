/** Common parts of all list statements: a page of rows, and the total number of rows. */
import { type SqlBool, sql } from 'kysely'
import type { Connection } from '#server/context.ts'
import { type Param, sharesRoundTrips } from './prepared.ts'
import { type WordRange, wordRanges } from './search-terms.ts'

export type PageParams<Filters> = Filters & { limit: number; offset: number }

export type ListPage<Row> = { count: number; rows: Row[] }

/** The words of a search as parameters of a statement. */
export type WordParams = { [word: `${keyof WordRange}${number}`]: string }

export type SearchedWords = { count: number; params: WordParams }

/** No words without a search; null where a search without any letter or digit finds nothing. */
export function searchedWords(search: string | undefined): SearchedWords | null {
  if (!search?.trim()) return { count: 0, params: {} }
  const ranges = wordRanges(search)
  return ranges.length === 0 ? null : { count: ranges.length, params: wordParams(ranges) }
}

export function wordParams(ranges: readonly WordRange[]): WordParams {
  return Object.fromEntries(
    ranges.flatMap(range => Object.entries(range).map(([name, value]) => [`${name}${ranges.indexOf(range)}`, value])),
  )
}

/**
 * One page, and the number of rows over all pages. On SQLite it is counted only where the page does not determine it;
 * on PostgreSQL a count sent along with the page costs no round trip.
 */
export async function listPage<Row>(
  connection: Connection,
  { page, page_size: limit }: { readonly page: number; readonly page_size: number },
  selectRows: (params: { limit: number; offset: number }) => Promise<Row[]>,
  countRows: () => Promise<number>,
): Promise<ListPage<Row>> {
  const offset = (page - 1) * limit
  if (sharesRoundTrips(connection)) {
    const [rows, count] = await Promise.all([selectRows({ limit, offset }), countRows()])
    return { count, rows }
  }
  const rows = await selectRows({ limit, offset })
  const isLastPage = rows.length < limit && (rows.length > 0 || offset === 0)
  return { count: isLastPage ? offset + rows.length : await countRows(), rows }
}

/** For a counting statement. */
export async function onlyCount(rows: Promise<{ count: number }[]>): Promise<number> {
  const [row] = await rows
  return row?.count ?? 0
}

/** The tables that have a list made by `prepareList`. */
export type ListTable =
  | 'audit_entry'
  | 'customer'
  | 'customer_link'
  | 'dns_domain'
  | 'dns_endpoint'
  | 'dns_hostname'
  | 'energy_channel'
  | 'energy_command'
  | 'energy_override'
  | 'energy_site'
  | 'energy_storage'
  | 'energy_tariff'
  | 'faq'
  | 'invoice'
  | 'invoice_question'
  | 'message'
  | 'newsletter'
  | 'outbox_mail'
  | 'request'
  | 'service'
  | 'service_collection'
  | 'service_credential'
  | 'ticket'
  | 'ticket_entry'
  | 'user_account'

/** Conditions that every word of a search begins a word of the row, or is inside one. */
export function withWords(kind: ListTable, words: number, param: Param<WordParams>) {
  return eachWord(kind, words, index => subjectsWith(kind, index, param))
}

/** As `withWords`, or a word of the row's customer. */
export function withWordsOrCustomers(kind: ListTable, words: number, param: Param<WordParams>) {
  return eachWord(
    kind,
    words,
    index => sql`${subjectsWith(kind, index, param)}
      union all
      select of_customer.id from ${sql.table(kind)} as of_customer
      where of_customer.customer_id in (${subjectsWith('customer', index, param)})`,
  )
}

/** Conditions that any word of a search begins a word of the row: for sentences. */
export function withAnyWord(kind: ListTable, words: number, param: Param<WordParams>) {
  if (words === 0) return []
  const ranges = Array.from(
    { length: words },
    (_, index) => sql`term >= ${param(`from${index}`)} and term < ${param(`to${index}`)}`,
  )
  return [
    sql<SqlBool>`${sql.ref(`${kind}.id`)} in (select subject_id from search_term
      where kind = ${kindOf(kind)} and (${sql.join(ranges, sql` or `)}))`,
  ]
}

function eachWord(kind: ListTable, words: number, idsOf: (index: number) => ReturnType<typeof sql>) {
  return Array.from({ length: words }, (_, index) => sql<SqlBool>`${sql.ref(`${kind}.id`)} in (${idsOf(index)})`)
}

function subjectsWith(kind: ListTable, index: number, param: Param<WordParams>) {
  return sql`select subject_id from search_term
    where kind = ${kindOf(kind)} and term >= ${param(`from${index}`)} and term < ${param(`to${index}`)}
    union all
    select subject_id from search_part
    where kind = ${kindOf(kind)} and part >= ${param(`inside${index}`)} and part < ${param(`insideTo${index}`)}`
}

/** The kind of a table's rows among the words. */
function kindOf(table: ListTable) {
  return sql.lit(table === 'user_account' ? 'user' : table)
}
