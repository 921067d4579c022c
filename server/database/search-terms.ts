/**
 * Search by the beginnings of words, on an index, the same on both engines. A row is stored under each of its words in
 * two spellings (Größl: groessl, grossl); a search is folded to the first, so that Größl, grössl, Groessl and Grossl
 * all find it.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { fold, foldPlain } from './fold.ts'
import type { Database, SearchTermTable } from './schema.ts'

type Kind = SearchTermTable['kind']

const termLengthMax = 64
const searchWordsMax = 8
/** Three values per row; engines take at least 32,766 in one statement. */
const rowsPerInsert = 500
/** Sorts behind everything that begins with a term. */
const last = '\u{10FFFF}'

/** Stores the words by which a row is found, in place of those stored before. */
export async function saveSearchTerms(
  trx: Transaction<Database>,
  kind: Kind,
  id: string,
  texts: readonly string[],
): Promise<void> {
  const terms = termsOf(texts)
  const before = await trx
    .selectFrom('search_term')
    .select('term')
    .where('subject_id', '=', id)
    .where('kind', '=', kind)
    .execute()
  const stored = new Set(before.map(row => row.term))
  const gone = [...stored].filter(term => !terms.has(term))
  const added = [...terms].filter(term => !stored.has(term))
  for (const part of chunks(gone)) {
    await trx
      .deleteFrom('search_term')
      .where('subject_id', '=', id)
      .where('kind', '=', kind)
      .where('term', 'in', part)
      .execute()
  }
  for (const part of chunks(added)) {
    await trx
      .insertInto('search_term')
      .values(part.map(term => ({ kind, term, subject_id: id })))
      .execute()
  }
}

/** Forgets a row that is deleted. */
export async function removeSearchTerms(trx: Transaction<Database>, kind: Kind, id: string): Promise<void> {
  await trx.deleteFrom('search_term').where('subject_id', '=', id).where('kind', '=', kind).execute()
}

/** All terms of some texts, for bulk inserts; `saveSearchTerms` is the way otherwise. */
export function termsOf(texts: readonly string[]): Set<string> {
  return new Set(
    texts.flatMap(tokens).flatMap(token => {
      const words = wordsOf(token)
      const joined = words.length > 1 ? [words.join('')] : []
      return [...words, ...joined].flatMap(word => [cut(fold(word)), cut(foldPlain(word))])
    }),
  )
}

/**
 * The ids of the rows in which every word of the search begins some word: `.where('ticket.id', 'in', matchingIds(…))`.
 * A search without any letter or digit finds nothing; a blank one is not for the caller to pass on.
 */
export function matchingIds(kind: Kind, search: string): RawBuilder<string> {
  const prefixes = prefixesOf(search)
  if (prefixes.length === 0) return sql<string>`(select subject_id from search_term where 1 = 0)`
  return sql<string>`(${sql.join(
    prefixes.map(
      prefix =>
        sql`select subject_id from search_term where kind = ${kind} and term >= ${prefix} and term < ${prefix + last}`,
    ),
    sql` intersect `,
  )})`
}

/** Each word of a search as a range of terms, for a caller that looks for every word in more than one place. */
export function wordRanges(search: string): { from: string; to: string }[] {
  return prefixesOf(search).map(prefix => ({ from: prefix, to: prefix + last }))
}

/** A number like T-2026-0001 is looked for as a whole; other compounds by each of their words. */
function prefixesOf(search: string): string[] {
  const words = tokens(search).flatMap(token => (/\p{N}/u.test(token) ? [wordsOf(token).join('')] : wordsOf(token)))
  const prefixes = new Set(words.map(word => cut(fold(word))).filter(prefix => prefix !== ''))
  return [...prefixes].slice(0, searchWordsMax)
}

function tokens(text: string): string[] {
  return text.split(/\s+/u)
}

function wordsOf(token: string): string[] {
  return token
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(word => word !== '')
}

function cut(term: string): string {
  return [...term].slice(0, termLengthMax).join('')
}

function chunks<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / rowsPerInsert) }, (_, index) =>
    items.slice(index * rowsPerInsert, (index + 1) * rowsPerInsert),
  )
}
