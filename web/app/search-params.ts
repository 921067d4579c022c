/**
 * Search parameters as plain text in the address (`?page=2&search=Wallbox`), typed in the code. An address is never
 * trusted: an unknown or impossible value is dropped without an error.
 */
import { pageSizeMax } from '#contract/limits.ts'
import type { List, Narrowing } from '#contract/lists.ts'

type Raw = Readonly<Record<string, unknown>>
type Reader<T> = (value: unknown) => T | undefined
type Readers = Readonly<Record<string, Reader<unknown>>>
type Read<R extends Readers> = { [Name in keyof R]?: NonNullable<ReturnType<R[Name]>> | undefined }

/**
 * For a router's `validateSearch`: keeps the values that the readers accept. Dropped ones are set to undefined, because
 * the router would fill missing ones from the raw address.
 */
export function searchParams<const R extends Readers>(readers: R): (raw: Raw) => Read<R> {
  return raw => {
    const entries = Object.entries(readers).map(([name, reader]) => [name, reader(raw[name])] as const)
    // Each value comes from the reader of the same name.
    return Object.fromEntries(entries) as Read<R>
  }
}

type Paging = { page?: number | undefined; page_size?: number | undefined }

/** The parameters of a list by the API's names (page, search, filters, ordering), plus those of its page. */
export function listSearch<const L extends List, const R extends Readers = Record<never, never>>(
  list: L,
  more?: R,
): (raw: Raw) => Paging & Omit<Narrowing<L>, keyof R> & Read<R> {
  const read = searchParams({ ...pageSearch, ...narrowing(list), ...more })
  // Made from the list, name by name.
  return raw => read(raw) as Paging & Omit<Narrowing<L>, keyof R> & Read<R>
}

/** For a list without filters. */
export const pageSearch = { page: pageNumber, page_size: pageSize }

/** The readers of a list's filters and ordering. */
export function narrowing<const L extends List>(list: L) {
  const filters = Object.entries(list.filters).map(([name, filter]) => [name, readerOf(filter)])
  const readers = {
    ...(list.isSearched ? { search: text } : {}),
    ...Object.fromEntries(filters),
    ...(list.orderings ? { ordering: oneOf(list.orderings) } : {}),
  }
  // Made from the list, name by name.
  return readers as { [Name in keyof Narrowing<L>]-?: Reader<NonNullable<Narrowing<L>[Name]>> }
}

function readerOf(filter: List['filters'][string]): Reader<string> {
  if (typeof filter !== 'string') return oneOf(filter)
  if (filter === 'month') return calendarMonth
  if (filter === 'id') return rowId
  return filter === 'date' ? calendarDate : text
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The id of a row. Its filter would refuse anything else. */
function rowId(value: unknown): string | undefined {
  return typeof value === 'string' && uuid.test(value) ? value : undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An existing date as `YYYY-MM-DD`. */
export function calendarDate(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const at = new Date(`${value}T12:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value) ? value : undefined
}

/** A month as `YYYY-MM`. */
function calendarMonth(value: unknown): string | undefined {
  return typeof value === 'string' && calendarDate(`${value}-01`) ? value : undefined
}

/** One of the given words. */
export function oneOf<const T extends string>(words: readonly T[]): Reader<T> {
  return value => words.find(word => word === value)
}

function pageNumber(value: unknown): number | undefined {
  return wholeNumber(value, 2, Number.MAX_SAFE_INTEGER)
}

function pageSize(value: unknown): number | undefined {
  return wholeNumber(value, 1, pageSizeMax)
}

function wholeNumber(value: unknown, min: number, max: number): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max ? number : undefined
}

export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Raw): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}
