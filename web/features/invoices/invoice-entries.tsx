import { IconHelp } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { InvoiceWithEntries } from '#contract/invoices.ts'
import { RoundingNote } from '#web/components/display/rounding-note.tsx'
import { DataTable } from '#web/components/table/data-table.tsx'
import { invoiceQuestionTexts } from '#web/texts/invoice-questions.texts.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { entryColumns, entryName } from './entry-columns.ts'
import type { QuestionSubject } from './invoice-questions.tsx'
import { useInvoicePrices } from './use-invoice-prices.ts'

interface InvoiceEntriesProps {
  invoice: InvoiceWithEntries
  ticketLink: (ticket: { id: string }) => LinkProps
  /** Undefined if the reader may not ask. */
  onAsk?: ((subject: QuestionSubject) => void) | undefined
}

/** The work on an invoice, entry by entry, oldest first; each links to its ticket. */
export function InvoiceEntries({ invoice, ticketLink, onAsk }: InvoiceEntriesProps) {
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
        rowActions={
          onAsk &&
          (({ id, name }) => [
            {
              label: invoiceQuestionTexts.ask.button,
              icon: <IconHelp />,
              onSelect: () => onAsk({ entryId: id, name }),
            },
          ])
        }
        empty={null}
      />
      <RoundingNote prices={prices} sums={sumsOf(invoice)} />
    </section>
  )
}

/** The total, and the subtotals per ticket shown in the list of tickets. */
function sumsOf({ entries }: InvoiceWithEntries): number[][] {
  const byTicket = Map.groupBy(entries, entry => entry.ticket.id)
  return [entries, ...byTicket.values()].map(all => all.map(entry => entry.total))
}

const texts = invoiceTexts.entries
