import type { BillableEntry } from '#contract/invoices.ts'
import { rateColumn, workColumn } from '#web/components/table/amount-column.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { formatDate } from '#web/lib/format/format.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'

/** Finished work as listed on an invoice: selectable on a draft, as billed on an issued one. */
export function entryColumns(prices: ShownPrices): readonly TableColumn<BillableEntry>[] {
  return [
    { key: 'date', header: texts.date, cell: entry => formatDate(entry.date), width: '8.5rem', phone: 'right' },
    {
      key: 'entry',
      header: texts.entry,
      cell: entry => entry.name,
      note: entry => `${entry.ticket.number} · ${entry.ticket.name}`,
      phone: 'title',
    },
    rateColumn<BillableEntry>(prices, {
      key: 'work',
      header: texts.work,
      work: ({ quantity, hourlyRate, chargedExtra }) => ({
        hours: quantity,
        rate: hourlyRate,
        extra: chargedExtra > 0 ? texts.extra(prices.forReader(chargedExtra, 'net')) : null,
      }),
      width: '12rem',
      from: 'md',
      phone: 'left',
    }),
    workColumn<BillableEntry>(prices, {
      key: 'total',
      header: texts.sumColumn,
      amount: entry => entry.total,
      width: '9rem',
    }),
  ]
}

export function entryName({ name, ticket }: BillableEntry): string {
  return texts.name(name, ticket.number)
}

const texts = invoiceTexts.entries
