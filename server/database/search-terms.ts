/**
 * Search by the beginnings of words and of the parts of compounds, on indexes, the same on both engines. A row is
 * stored under each of its words in two spellings (Größl: groessl, grossl); a search is folded to the first: Größl,
 * grössl, Groessl and Grossl all find it. Triggers keep the ends of the words (`search-part-triggers.ts`).
 */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { fold, foldPlain } from './fold.ts'
import type { SearchTermTable } from './platform-tables.ts'
import type { Database } from './schema.ts'

type Kind = SearchTermTable['kind']

export const termLengthMax = 64
/** A match inside a word starts after its first letters, and needs this many letters: `ein` would be everywhere. */
export const skippedLetters = 3
export const insideLengthMin = 3
const searchWordsMax = 8
/** Three values per row; engines take at least 32,766 in one statement. */
const rowsPerInsert = 500
/** Sorts behind everything that begins with a term. */
const last = '\u{10FFFF}'
/** A shorter number is at most a part of one. */
const phoneDigitsMin = 6
/** A shorter piece of a telephone number identifies hardly anybody: `0170`, `49`, an extension. */
const phonePieceDigitsMin = 5

/** A telephone number is found from its beginning and by its long pieces, other texts by each of their words. */
export type SearchText = string | { readonly phone: string }

/** Replaces the stored words of a row. */
export async function saveSearchTerms(
  trx: Transaction<Database>,
  kind: Kind,
  id: string,
  texts: readonly SearchText[],
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

/** Removes the words of a deleted row. */
export async function removeSearchTerms(trx: Transaction<Database>, kind: Kind, id: string): Promise<void> {
  await trx.deleteFrom('search_term').where('subject_id', '=', id).where('kind', '=', kind).execute()
}

/** All terms of some texts, for bulk inserts; otherwise use `saveSearchTerms`. */
export function termsOf(texts: readonly SearchText[]): Set<string> {
  return new Set(texts.flatMap(text => (typeof text === 'string' ? textTerms(text) : phoneTerms(text.phone))))
}

function textTerms(text: string): string[] {
  const phone = phoneTerm(text)
  const words = tokens(text).flatMap(token => {
    const parts = wordsOf(token)
    const joined = parts.length > 1 ? [parts.join('')] : []
    return [...parts, ...joined].flatMap(word => [cut(fold(word)), cut(foldPlain(word))])
  })
  return phone === undefined ? words : [phone, ...words]
}

function phoneTerms(text: string): string[] {
  const terms = textTerms(text)
  return phoneTerm(text) === undefined ? terms : terms.filter(({ length }) => length >= phonePieceDigitsMin)
}

/**
 * A text that consists of a telephone number, in the form dialled within the country: `+49 (0) 170/12 34-5` as
 * `017012345`.
 */
export function phoneTerm(text: string): string | undefined {
  const dialled = dialledStart(text)
  return dialled !== undefined && dialled.length >= phoneDigitsMin ? cut(dialled) : undefined
}

/** As `phoneTerm`, for any first part of a number. */
function dialledStart(text: string): string | undefined {
  const typed = text.normalize('NFKC').trim()
  if (!/^(\+|\(?0)[\p{N}\p{Pd}\s()/.]*$/u.test(typed)) return undefined
  const dialled = typed
    .replace('(0)', '')
    .replace(/[^\p{N}+]/gu, '')
    .replace(/^\+/, '00')
    .replace(/^0049/, '0')
  return /^00?[1-9]/.test(dialled) ? dialled : undefined
}

/**
 * The ids of the rows in which every word of the search begins some word or a part of one: `.where('ticket.id', 'in',
 * matchingIds(…))`. A search without any letter or digit finds nothing; the caller must not pass a blank one.
 */
export function matchingIds(kind: Kind, search: string): RawBuilder<string> {
  const ranges = wordRanges(search)
  if (ranges.length === 0) return sql<string>`(select subject_id from search_term where 1 = 0)`
  return sql<string>`(${sql.join(
    ranges.map(
      ({ from, to, inside, insideTo }) =>
        sql`select subject_id from (
          select subject_id from search_term where kind = ${kind} and term >= ${from} and term < ${to}
          union all
          select subject_id from search_part where kind = ${kind} and part >= ${inside} and part < ${insideTo}
        ) as word`,
    ),
    sql` intersect `,
  )})`
}

/**
 * A word of a search as a range of terms and one of their ends; the latter is empty where words are not searched
 * inside.
 */
export type WordRange = { from: string; to: string; inside: string; insideTo: string }

/** Each word of a search, for a caller that looks for every word in more than one place. */
export function wordRanges(search: string): WordRange[] {
  return prefixesOf(search).map(from => {
    const isPart = from.length >= insideLengthMin && !/\p{N}/u.test(from)
    return { from, to: from + last, inside: isPart ? from : last, insideTo: isPart ? from + last : last }
  })
}

/**
 * A number like T-2026-0001 is searched as a whole, so is a telephone number or its beginning; other compounds by each of their words.
 */
function prefixesOf(search: string): string[] {
  const phone = dialledStart(search)
  if (phone !== undefined) return [cut(phone)]
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
