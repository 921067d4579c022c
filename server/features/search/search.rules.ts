import type { SearchKind } from '#contract/search.ts'
import { fold } from '#server/database/fold.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import type { SearchRow } from './search.queries.ts'

/** How many results of a kind are shown. */
export const shownPerKind = 5

export type FoundGroup = { kind: SearchKind; rows: SearchRow[]; hasMore: boolean }
type Ranked = { row: SearchRow; rank: number }

/**
 * The best rows of each kind, in the given order of the kinds; but a kind with an exact number comes first. Ranking:
 * the number itself, a whole word, a title that begins with the input, the row's own words, a part of one of them; then
 * the newer one.
 */
export function bestOf(rows: readonly SearchRow[], search: string, kinds: readonly SearchKind[]): FoundGroup[] {
  const typed = fold(search.trim())
  const ranked = rows
    .map(row => ({ row, rank: rankOf(row, typed) }))
    .sort((a, b) => b.rank - a.rank || (a.row.id < b.row.id ? 1 : -1))
  return kinds
    .map(kind => ({ kind, best: onceEach(ranked.filter(({ row }) => row.kind === kind)) }))
    .filter(({ best }) => best.length > 0)
    .sort((a, b) => Number(isNumbered(b.best)) - Number(isNumbered(a.best)))
    .map(({ kind, best }) => ({
      kind,
      rows: best.slice(0, shownPerKind).map(({ row }) => row),
      hasMore: best.length > shownPerKind,
    }))
}

/** The name of a result: of a customer its name. */
export function titleOf(row: SearchRow): string {
  return row.kind === 'customer' ? displayNameOf(row) : row.title
}

const ranks = { number: 16, wholeWord: 8, beginning: 4, ownWord: 2, insideWord: 1 }

function rankOf(row: SearchRow, typed: string): number {
  const isNumber = row.number !== null && bare(fold(row.number)) === bare(typed)
  return (
    (isNumber ? ranks.number : 0) +
    row.is_exact * ranks.wholeWord +
    (fold(titleOf(row)).startsWith(typed) ? ranks.beginning : 0) +
    row.is_own * ranks.ownWord +
    row.is_inside * ranks.insideWord
  )
}

/** A number is the same with and without its hyphens. */
function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}

/** A row may match several words, and several spellings of one: its best rank counts. */
function onceEach(ranked: readonly Ranked[]): Ranked[] {
  const seen = new Set<string>()
  return ranked.filter(({ row }) => !seen.has(row.id) && seen.add(row.id))
}

function isNumbered(best: readonly Ranked[]): boolean {
  return best.some(({ rank }) => rank >= ranks.number)
}
