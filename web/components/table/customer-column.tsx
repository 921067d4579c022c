import type { TableColumn } from './table-column.ts'

/** The customer of a row; without room for the column it is left out. */
export function customerColumn<Row extends { customer: { name: string } }>(
  column: Pick<TableColumn<Row>, 'header' | 'width' | 'from' | 'phone'>,
): TableColumn<Row> {
  return {
    key: 'customer',
    cell: row => <span className="wrap-anywhere block text-label">{row.customer.name}</span>,
    phone: 'left',
    ...column,
  }
}
