import type { LinkProps } from '@tanstack/react-router'
import type { InvoiceTicket } from '#contract/invoices.ts'
import { DataTable } from '#web/components/data-table.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import type { TableColumn } from '#web/components/table-column.ts'
import { formatCount, formatEur, formatHours } from '#web/lib/format.ts'
import { invoiceTexts } from '#web/texts/invoices.ts'

interface InvoiceTicketsProps {
  tickets: readonly InvoiceTicket[]
  ticketLink: (ticket: InvoiceTicket) => LinkProps
}

/** The tickets whose work stands on an invoice, with the sums of that work. */
export function InvoiceTickets({ tickets, ticketLink }: InvoiceTicketsProps) {
  return (
    <section aria-labelledby="invoice-tickets" className="grid gap-4">
      <h2 id="invoice-tickets" className="text-heading">
        {texts.tickets}
      </h2>
      <DataTable
        label={texts.tickets}
        columns={columnsOf(tickets)}
        rows={tickets}
        rowKey={ticket => ticket.id}
        rowName={ticket => `${ticket.number} ${ticket.name}`}
        rowLink={ticketLink}
        empty={<EmptyState text={texts.noTickets} />}
      />
    </section>
  )
}

const texts = invoiceTexts.detail

function columnsOf(tickets: readonly InvoiceTicket[]): readonly TableColumn<InvoiceTicket>[] {
  const total = tickets.reduce((sum, ticket) => sum + Math.round(ticket.total * 100), 0) / 100
  return [
    {
      key: 'ticket',
      header: texts.ticketColumn,
      cell: ticket => ticket.name,
      note: ticket => ticket.number,
      phone: 'title',
      foot: texts.ticketsSum,
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
    {
      key: 'total',
      header: texts.totalColumn,
      cell: ticket => formatEur(ticket.total),
      align: 'end',
      width: '9rem',
      phone: 'figure',
      foot: formatEur(total),
    },
  ]
}
