import type { LinkProps } from '@tanstack/react-router'
import type { Invoice, InvoiceTicket } from '#contract/invoices.ts'
import { RoundingNote } from '#web/components/display/rounding-note.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { workColumn } from '#web/components/table/amount-column.tsx'
import { DataTable } from '#web/components/table/data-table.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { formatCount, formatHours } from '#web/lib/format/format.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { useInvoicePrices } from './use-invoice-prices.ts'

interface InvoiceTicketsProps {
  invoice: Pick<Invoice, 'tickets' | 'tax'>
  ticketLink: (ticket: InvoiceTicket) => LinkProps
}

/** The tickets whose work is on an invoice, with the totals of that work. */
export function InvoiceTickets({ invoice, ticketLink }: InvoiceTicketsProps) {
  const { tickets } = invoice
  const prices = useInvoicePrices(invoice)
  const total = tickets.reduce((sum, ticket) => sum + Math.round(ticket.total * 100), 0) / 100
  return (
    <section aria-labelledby="invoice-tickets" className="grid gap-4">
      <h2 id="invoice-tickets" className="text-heading">
        {texts.tickets}
      </h2>
      <DataTable
        label={texts.tickets}
        columns={columnsOf(prices)}
        rows={tickets}
        sums={[{ label: prices.label(texts.ticketsSum), values: { total: prices.of(total).first } }]}
        rowKey={ticket => ticket.id}
        rowName={ticket => `${ticket.number} ${ticket.name}`}
        rowLink={ticketLink}
        empty={<EmptyState text={texts.noTickets} />}
      />
      <RoundingNote prices={prices} sums={[tickets.map(ticket => ticket.total)]} />
    </section>
  )
}

const texts = invoiceTexts.detail

function columnsOf(prices: ShownPrices): readonly TableColumn<InvoiceTicket>[] {
  return [
    {
      key: 'ticket',
      header: texts.ticketColumn,
      cell: ticket => ticket.name,
      note: ticket => ticket.number,
      phone: 'title',
    },
    {
      key: 'entries',
      header: texts.entriesColumn,
      cell: ticket => formatCount(ticket.entriesCount),
      align: 'end',
      width: '7rem',
      from: 'md',
      phone: 'hidden',
    },
    {
      key: 'hours',
      header: texts.hoursColumn,
      cell: ticket => formatHours(ticket.hoursCount),
      align: 'end',
      width: '7rem',
      phone: 'right',
      phoneSuffix: texts.hoursUnit,
    },
    workColumn(prices, {
      key: 'total',
      header: texts.totalColumn,
      amount: ticket => ticket.total,
      width: '9rem',
    }),
  ]
}
