import type { ReactNode } from 'react'
import type { TicketEntry } from '#contract/ticket-entries.ts'
import type { TicketWithEntries } from '#contract/tickets.ts'
import { DataTable } from '#web/components/data-table.tsx'
import type { MenuAction } from '#web/components/menu.tsx'
import type { TableColumn } from '#web/components/table-column.ts'
import { formatDate, formatEur } from '#web/lib/format.ts'
import { ticketTexts } from '#web/texts/tickets.ts'
import { EntryRemarks } from './entry-remarks.tsx'
import { ProgressBadge } from './progress-badge.tsx'

interface TicketEntryListProps {
  ticket: TicketWithEntries
  viewer: 'customer' | 'admin'
  /** What can be done with an entry. None for all: the ledger has no menus. */
  entryActions: (entry: TicketEntry) => readonly MenuAction[]
  empty: ReactNode
}

/** The work on a ticket as a ledger: what was done when, at which price, and the sum of it. */
export function TicketEntryList({ ticket, viewer, entryActions, empty }: TicketEntryListProps) {
  const { entries } = ticket
  const hasActions = entries.some(entry => entryActions(entry).length > 0)
  return (
    <div className="text-label sm:[&_:is(tbody,tfoot)_td]:align-top">
      <DataTable
        label={texts.title}
        columns={columnsOf(ticket, viewer)}
        rows={entries}
        rowKey={entry => entry.id}
        rowName={entry => entry.name}
        rowActions={hasActions ? entryActions : undefined}
        empty={empty}
      />
    </div>
  )
}

const texts = ticketTexts.entries

function columnsOf(ticket: TicketWithEntries, viewer: 'customer' | 'admin'): TableColumn<TicketEntry>[] {
  return [
    {
      key: 'date',
      header: texts.date,
      cell: entry => formatDate(entry.date),
      width: '7.5rem',
      from: 'md',
      phone: 'left',
    },
    {
      key: 'name',
      header: texts.entry,
      cell: entry => <span className="font-medium">{entry.name}</span>,
      note: entry => <EntryRemarks entry={entry} viewer={viewer} />,
      phone: 'title',
      foot: <SumLabels />,
    },
    {
      key: 'progress',
      header: texts.progress,
      cell: entry => <ProgressBadge progress={entry.progress} />,
      width: '9.75rem',
      phone: 'left',
    },
    {
      key: 'work',
      header: texts.work,
      cell: entry => (entry.quantity > 0 ? texts.rate(entry.quantity, entry.hourlyRate) : texts.noHours),
      note: entry => (entry.chargedExtra > 0 ? <Extra entry={entry} /> : null),
      align: 'end',
      width: '9.25rem',
      phone: 'right',
      foot: (
        <>
          <span className="table-phone-word mr-2 font-normal text-muted">{texts.sumHours}</span>
          {ticketTexts.hoursShort(ticket.hoursCount)}
        </>
      ),
    },
    {
      key: 'total',
      header: texts.total,
      cell: entry => formatEur(entry.total),
      align: 'end',
      width: '7rem',
      phone: 'figure',
      foot: <Sums ticket={ticket} />,
    },
  ]
}

function Extra({ entry }: { entry: TicketEntry }) {
  return <span className="whitespace-normal">{texts.extra(entry.chargedExtra, entry.chargedExtraText)}</span>
}

function SumLabels() {
  return (
    <>
      {texts.sum}
      <span className="table-note">{texts.sumOpen}</span>
      <span className="table-note">{texts.sumBilled}</span>
    </>
  )
}

function Sums({ ticket }: { ticket: TicketWithEntries }) {
  return (
    <>
      {formatEur(ticket.total)}
      <span className="table-note">{formatEur(ticket.openTotal)}</span>
      <span className="table-note">{formatEur(ticket.billedTotal)}</span>
    </>
  )
}
