import { expect, test } from 'vitest'
import { type CsvColumn, csvText } from './csv.ts'

type Row = { name: string; total: number | null; hours: number; count: number; day: string | null; at: string }

const columns: readonly CsvColumn<Row>[] = [
  { header: 'Name', kind: 'text', value: row => row.name },
  { header: 'Summe (EUR)', kind: 'eur', value: row => row.total },
  { header: 'Stunden', kind: 'hours', value: row => row.hours },
  { header: 'Anzahl', kind: 'count', value: row => row.count },
  { header: 'Tag', kind: 'date', value: row => row.day },
  { header: 'Zeitpunkt', kind: 'moment', value: row => row.at },
]
const row: Row = {
  name: 'Wallbox',
  total: 1_642.2,
  hours: 6.5,
  count: 1_234,
  day: '2026-11-19',
  at: '2026-06-30T22:05:00.000Z',
}
const nameOf = (name: string) => csvText(columns.slice(0, 1), [{ ...row, name }]).slice('\ufeffName\r\n'.length, -2)

test('numbers have a decimal comma and can be summed, dates and times are German, missing values are empty', () => {
  expect(csvText(columns, [row, { ...row, name: 'Größl', total: null, day: null, hours: -0.25 }])).toBe(
    '\ufeffName;Summe (EUR);Stunden;Anzahl;Tag;Zeitpunkt\r\n' +
      'Wallbox;1642,20;6,50;1234;19.11.2026;01.07.2026 00:05\r\n' +
      'Größl;;-0,25;1234;;01.07.2026 00:05\r\n',
  )
})

test('an exact amount has the decimals of its column', () => {
  const exact: CsvColumn<Row> = { header: 'Kosten (EUR)', kind: 'decimal', decimals: 8, value: row => row.total }
  expect(csvText([exact], [{ ...row, total: 0.02765459 }])).toBe('\ufeffKosten (EUR)\r\n0,02765459\r\n')
})

test('without rows the file contains the headers', () => {
  expect(csvText(columns.slice(0, 2), [])).toBe('\ufeffName;Summe (EUR)\r\n')
})

test.each([
  ['Haus; Hof', '"Haus; Hof"'],
  ['das „Alte“ "Haus"', '"das „Alte“ ""Haus"""'],
  ['erste Zeile\r\nzweite\rdritte', '"erste Zeile\nzweite\ndritte"'],
  [' mit Rand ', '" mit Rand "'],
  ['1,5', '1,5'],
  ['', ''],
])('the text %j is written as %s', (text, cell) => {
  expect(nameOf(text)).toBe(cell)
})

test.each(['=1+1', '\t=1+1', '+49 30 1234', '-5', '@SUM(A1)', '＝1+1'])(
  '%j is text and never runs as a formula',
  text => {
    expect(nameOf(text)).toBe(`'${text}`)
  },
)

test.each(['\r=1+1', '\n=1+1', '=HYPERLINK("https://x.example";"y")'])(
  '%j is no formula either, and is quoted',
  text => {
    expect(nameOf(text)).toMatch(/^"'/)
  },
)
