/**
 * Search parameters as plain text in the address (`?page=2&search=Wallbox`), typed in the code. An address is never
 * trusted: an unknown or impossible value is dropped without an error.
 */
import { pageSizeMax } from '#contract/limits.ts'

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

/** The parameters of every list by the API's names, plus its own filters. */
export function listSearch<const R extends Readers>(filters: R) {
  return searchParams({ page: pageNumber, page_size: pageSize, search: text, ...filters })
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** An existing date as `YYYY-MM-DD`. */
export function calendarDate(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const at = new Date(`${value}T12:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value) ? value : undefined
}

/** One of the given words, passed as a record: a missing or surplus word does not compile. */
export function oneOf<T extends string>(words: Readonly<Record<T, true>>): Reader<T> {
  return value => (typeof value === 'string' && Object.hasOwn(words, value) ? (value as T) : undefined) // a key of words
}

export function pageNumber(value: unknown): number | undefined {
  return wholeNumber(value, 2, Number.MAX_SAFE_INTEGER)
}

export function pageSize(value: unknown): number | undefined {
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
