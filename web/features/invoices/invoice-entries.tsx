import type { LinkProps } from '@tanstack/react-router'
import type { BillableEntry, InvoiceWithEntries } from '#contract/invoices.ts'
import { basisWord, firstOf } from '#contract/texts/prices.ts'
import { DataTable } from '#web/components/data-table.tsx'
import type { TableColumn } from '#web/components/table-column.ts'
import { formatDate } from '#web/lib/format.ts'
import type { ShownPrices } from '#web/lib/shown-prices.ts'
import { invoiceTexts } from '#web/texts/invoices.ts'
import { useInvoicePrices } from './use-invoice-prices.ts'

interface InvoiceEntriesProps {
  invoice: InvoiceWithEntries
  ticketLink: (ticket: { id: string }) => LinkProps
}

/** The work on an invoice, entry by entry, oldest first; each leads to its ticket. */
export function InvoiceEntries({ invoice, ticketLink }: InvoiceEntriesProps) {
  const prices = useInvoicePrices(invoice)
  if (invoice.entries.length === 0) return null
  return (
    <section aria-labelledby="invoice-entries" className="grid gap-4">
      <h2 id="invoice-entries" className="text-heading">
        {texts.title}
      </h2>
      <DataTable
        label={texts.title}
        columns={columnsOf(prices)}
        rows={invoice.entries}
        rowKey={entry => entry.id}
        rowName={entry => texts.name(entry.name, entry.ticket.number)}
        rowLink={entry => ticketLink(entry.ticket)}
        empty={null}
      />
    </section>
  )
}

const texts = invoiceTexts.entries

function columnsOf(prices: ShownPrices): readonly TableColumn<BillableEntry>[] {
  return [
    { key: 'date', header: texts.date, cell: entry => formatDate(entry.date), width: '8.5rem', phone: 'right' },
    {
      key: 'entry',
      header: texts.entry,
      cell: entry => entry.name,
      note: entry => `${entry.ticket.number} · ${entry.ticket.name}`,
      phone: 'title',
    },
    {
      key: 'work',
      header: prices.label(texts.work, 'net'),
      cell: entry => texts.rate(entry.quantity, entry.hourlyRate),
      note: entry => (entry.chargedExtra > 0 ? texts.extra(prices.named(entry.chargedExtra, 'net')) : null),
      align: 'end',
      width: '12rem',
      from: 'md',
      phone: 'left',
    },
    {
      key: 'total',
      header: prices.label(texts.sumColumn),
      cell: entry => prices.of(entry.total).first,
      note: entry => prices.netBeside(entry.total),
      align: 'end',
      width: '9rem',
      phone: 'figure',
      phoneSuffix: basisWord(firstOf(prices.prices)),
    },
  ]
}
