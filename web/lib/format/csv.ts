/**
 * Tables as files that German spreadsheet programs open with a double click: RFC 4180 with semicolons, a byte order mark,
 * decimal commas and German dates.
 */
import { formatDate, formatTime } from './format.ts'

/** A column of the file. What its values are decides how they are written; null leaves the cell empty. */
export type CsvColumn<Row> = { readonly header: string } & (
  | { readonly kind: 'text'; readonly value: (row: Row) => string }
  /** A calendar date (`YYYY-MM-DD`) or an instant, of which the day or day and time are written. */
  | { readonly kind: 'date' | 'moment'; readonly value: (row: Row) => string | null }
  /** Two decimals for EUR and hours, none for a count. Without a unit, so that it can be added up. */
  | { readonly kind: 'eur' | 'hours' | 'count'; readonly value: (row: Row) => number | null }
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
        return whole(column.value(row), number => number.toFixed(2).replace('.', ','))
      case 'count':
        return whole(column.value(row), number => number.toFixed(0))
    }
  }
}

function whole<T>(value: T | null, write: (value: T) => string): string {
  return value === null ? '' : write(value)
}

/** What somebody typed. A spreadsheet would run what begins like a formula: an apostrophe says that it is text. */
function cellOf(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n')
  const harmless = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${lines}` : lines
  return /[;"\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
