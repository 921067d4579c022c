/**
 * CSV files that German spreadsheet programs open with a double click: RFC 4180 with semicolons, a byte order mark,
 * decimal commas and German dates.
 */
import { formatDate, formatTime } from './format.ts'

/** A column of the file. Its kind defines the format of its values; null leaves the cell empty. */
export type CsvColumn<Row> = { readonly header: string } & (
  | { readonly kind: 'text'; readonly value: (row: Row) => string }
  /** A calendar date (`YYYY-MM-DD`) or an instant, written as date or as date and time. */
  | { readonly kind: 'date' | 'moment'; readonly value: (row: Row) => string | null }
  /** Two decimals for EUR and hours, three for kWh, none for a count. Without a unit, so that it can be summed. */
  | { readonly kind: 'eur' | 'hours' | 'kwh' | 'count'; readonly value: (row: Row) => number | null }
  /** With decimals of its own, for amounts whose sum must be exact. */
  | { readonly kind: 'decimal'; readonly decimals: number; readonly value: (row: Row) => number | null }
)

/** The whole file as text. */
export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(column => cellOf(column.header)), ...rows.map(row => columns.map(cell(row)))]
  return `${byteOrderMark}${lines.map(cells => `${cells.join(';')}\r\n`).join('')}`
}

const byteOrderMark = '\ufeff'

function cell<Row>(row: Row): (column: CsvColumn<Row>) => string {
  return column => {
    switch (column.kind) {
      case 'text':
        return cellOf(column.value(row))
      case 'date':
        return whole(column.value(row), formatDate)
      case 'moment':
        return whole(column.value(row), instant => `${formatDate(instant)} ${formatTime(instant)}`)
      case 'eur':
      case 'hours':
        return whole(column.value(row), decimal(2))
      case 'kwh':
        return whole(column.value(row), decimal(3))
      case 'count':
        return whole(column.value(row), decimal(0))
      case 'decimal':
        return whole(column.value(row), decimal(column.decimals))
    }
  }
}

function whole<T>(value: T | null, write: (value: T) => string): string {
  return value === null ? '' : write(value)
}

function decimal(decimals: number): (value: number) => string {
  return value => value.toFixed(decimals).replace('.', ',')
}

/** Text typed by users. A spreadsheet would run text that starts like a formula: an apostrophe marks it as text. */
function cellOf(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n')
  const harmless = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${lines}` : lines
  return /[;"\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
