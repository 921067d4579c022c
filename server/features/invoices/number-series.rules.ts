/** Which numbers a series has, from its form (decision 0072). Pure. */
import { numberOf, prefixOf } from '#contract/number-form.ts'
import type { SeriesKind } from '#contract/number-series.ts'
import { foldCase } from '#server/database/fold.ts'

export const proposedForms: Readonly<Record<SeriesKind, string>> = {
  invoice: 'RE-{year}-{number:5}',
  cancellation: 'ST-{year}-{number:5}',
}

/** Whether a number could be one of the series, of any year. Case and blanks do not count, as for all numbers. */
export function isOfForm(form: string, number: string): boolean {
  const [first = '', ...rest] = folded(prefixOf(form, '{year}')).split('{year}')
  const text = folded(number)
  if (!text.startsWith(first)) return false
  let place = first.length
  for (const part of rest) {
    if (!/^\d{4}$/.test(text.slice(place, place + 4)) || !text.startsWith(part, place + 4)) return false
    place += 4 + part.length
  }
  return /^\d+$/.test(text.slice(place))
}

/** The value of a number of the series in this year; undefined for any other number. */
export function numericValueOf(form: string, year: string, number: string): number | undefined {
  const prefix = folded(prefixOf(form, year))
  const text = folded(number)
  const digits = text.slice(prefix.length)
  return text.startsWith(prefix) && /^\d{1,12}$/.test(digits) ? Number(digits) : undefined
}

/** Whether one number could belong to both series. */
export function doFormsMeet(one: string, other: string): boolean {
  return isOfForm(one, numberOf(other, '2026', 1)) || isOfForm(other, numberOf(one, '2026', 1))
}

/** The sequence that counts this prefix; a form that is set again continues. */
export function sequenceOf(form: string, year: string): string {
  return `invoice number ${folded(prefixOf(form, year))}`
}

/** As `foldNumber`, before the digits are padded; the blank before the digits belongs to a prefix. */
function folded(text: string): string {
  return foldCase(text).replace(/\s+/g, ' ')
}
