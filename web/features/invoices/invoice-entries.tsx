import type { LinkProps } from '@tanstack/react-router'
import type { InvoiceWithEntries } from '#contract/invoices.ts'
import { DataTable } from '#web/components/data-table.tsx'
import { invoiceTexts } from '#web/texts/invoices.ts'
import { entryColumns, entryName } from './entry-columns.ts'
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
        columns={entryColumns(prices)}
        rows={invoice.entries}
        rowKey={entry => entry.id}
        rowName={entryName}
        rowLink={entry => ticketLink(entry.ticket)}
        empty={null}
      />
    </section>
  )
}

const texts = invoiceTexts.entries
