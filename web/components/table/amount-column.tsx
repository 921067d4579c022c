/** Columns of amounts. The price basis is in the header and, on a phone without a header, after the amount. */
import type { PriceBasis } from '#contract/prices.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import type { TableColumn } from './table-column.ts'

type Column<Row> = Omit<TableColumn<Row>, 'cell' | 'align' | 'phoneSuffix'>

/** Net amounts of work in the reader's price basis; the net amount is below where gross comes first. */
export function workColumn<Row>(
  prices: ShownPrices,
  { header, amount, ...column }: Column<Row> & { amount: (row: Row) => number },
): TableColumn<Row> {
  return {
    note: row => prices.netBeside(amount(row)),
    phone: 'figure',
    ...column,
    align: 'end',
    header: prices.label(header),
    cell: row => prices.of(amount(row)).first,
    phoneSuffix: prices.word(),
  }
}

/** Amounts in a fixed price basis, net or gross, for every reader. */
export function basisColumn<Row>(
  prices: ShownPrices,
  basis: PriceBasis,
  { header, amount, ...column }: Column<Row> & { amount: (row: Row) => number },
): TableColumn<Row> {
  return {
    phone: 'figure',
    ...column,
    align: 'end',
    header: prices.label(header, basis),
    cell: row => prices.figure('', amount(row), basis).value,
    phoneSuffix: prices.word(basis),
  }
}

/** Hours × rate and additional charges; without hours a text. */
export function rateColumn<Row>(
  prices: ShownPrices,
  { header, work, ...column }: Column<Row> & { work: (row: Row) => RatedWork | string },
): TableColumn<Row> {
  const basis = prices.word()
  return {
    ...column,
    align: 'end',
    header: prices.label(header),
    cell: row => {
      const done = work(row)
      if (typeof done === 'string') return done
      return (
        <>
          {prices.hoursAtRate(done.hours, done.rate).first}
          {basis === '' ? null : <span className="table-phone-word">{`\u00a0${basis}`}</span>}
        </>
      )
    },
    note: row => {
      const done = work(row)
      if (typeof done === 'string') return null
      const { netBeside } = prices.hoursAtRate(done.hours, done.rate)
      return netBeside || done.extra ? (
        <>
          {netBeside}
          {done.extra ? <span className="block whitespace-normal">{done.extra}</span> : null}
        </>
      ) : null
    },
  }
}

type RatedWork = { hours: number; rate: number; extra: string | null }
