import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TicketEntry } from '#contract/ticket-entries.ts'
import type { TicketWithEntries } from '#contract/tickets.ts'
import { RoundingNote } from '#web/components/display/rounding-note.tsx'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { rateColumn, workColumn } from '#web/components/table/amount-column.tsx'
import { DataTable } from '#web/components/table/data-table.tsx'
import type { TableColumn, TableSum } from '#web/components/table/table-column.ts'
import { formatDate } from '#web/lib/format/format.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { EntryRemarks } from './entry-remarks.tsx'
import { progressLooks } from './ticket.labels.ts'

interface TicketEntryListProps {
  ticket: TicketWithEntries
  viewer: 'customer' | 'admin'
  /** The actions of an entry. Without any, the list has no menus. */
  entryActions: (entry: TicketEntry) => readonly MenuAction[]
  invoiceLink: (invoice: { id: string }) => LinkProps
  empty: ReactNode
}

/** The work on a ticket as a list: entries with date and price, and their total. */
export function TicketEntryList({ ticket, viewer, entryActions, invoiceLink, empty }: TicketEntryListProps) {
  const { entries } = ticket
  const prices = usePrices()
  const hasActions = entries.some(entry => entryActions(entry).length > 0)
  return (
    <div className="grid gap-2 text-label sm:[&_tbody_td]:align-top">
      <DataTable
        label={texts.title}
        columns={columnsOf(ticket, viewer, prices, invoiceLink)}
        rows={entries}
        sums={sumsOf(ticket, prices)}
        rowKey={entry => entry.id}
        rowName={entry => entry.name}
        rowActions={hasActions ? entryActions : undefined}
        empty={empty}
      />
      {/* A long ticket loads its entries in pages: the total is wrong until all have arrived. */}
      {entries.length === ticket.entriesCount ? (
        <RoundingNote prices={prices} sums={[entries.map(entry => entry.total)]} />
      ) : null}
    </div>
  )
}

const texts = ticketTexts.entries

/** The element id of an entry. */
export function entryElementId(id: string): string {
  return `entry-${id}`
}

function columnsOf(
  ticket: TicketWithEntries,
  viewer: 'customer' | 'admin',
  prices: ShownPrices,
  invoiceLink: TicketEntryListProps['invoiceLink'],
): TableColumn<TicketEntry>[] {
  return [
    {
      key: 'date',
      header: texts.date,
      cell: entry => formatDate(entry.date),
      width: '7rem',
      from: 'md',
      phone: 'left',
    },
    {
      key: 'name',
      header: texts.entry,
      cell: entry => (
        <span id={entryElementId(entry.id)} className="font-medium">
          {entry.name}
        </span>
      ),
      note: entry => (
        <EntryRemarks
          entry={entry}
          viewer={viewer}
          invoiceLink={id => <EntryInvoice id={id} ticket={ticket} link={invoiceLink({ id })} />}
        />
      ),
      phone: 'title',
    },
    {
      key: 'progress',
      header: texts.progress,
      cell: entry => <StateBadge state={entry.progress} looks={progressLooks} />,
      width: '9.5rem',
      phone: 'left',
    },
    rateColumn(prices, {
      key: 'work',
      header: texts.work,
      work: entry => workOf(entry, prices),
      width: '9.5rem',
      phone: 'right',
    }),
    workColumn(prices, {
      key: 'total',
      header: texts.total,
      amount: entry => entry.total,
      width: '8.25rem',
    }),
  ]
}

/** A draft, visible to staff only, may have no number yet. */
function EntryInvoice({ id, ticket, link }: { id: string; ticket: TicketWithEntries; link: LinkProps }) {
  const issued = ticket.invoices.find(invoice => invoice.id === id)
  return (
    <span>
      <TextLink {...link}>{issued ? texts.onInvoice(issued.number) : texts.onDraft}</TextLink>
    </span>
  )
}

function workOf({ quantity, hourlyRate, chargedExtra, chargedExtraText }: TicketEntry, prices: ShownPrices) {
  const extra = chargedExtra > 0 ? texts.extra(prices.forReader(chargedExtra, 'net'), chargedExtraText) : null
  return quantity > 0 || extra ? { hours: quantity, rate: hourlyRate, extra } : texts.noHours
}

/** The total, its unbilled and billed parts, and the total in the other price basis. */
function sumsOf(ticket: TicketWithEntries, prices: ShownPrices): TableSum[] {
  const { label } = prices
  const whole = prices.of(ticket.total)
  const work = (
    <>
      <span className="table-phone-word mr-2 font-normal text-muted">{texts.sumHours}</span>
      {ticketTexts.hoursShort(ticket.hoursCount)}
    </>
  )
  const sums: TableSum[] = [
    { label: label(texts.sum), values: { work, total: whole.first } },
    { label: label(texts.sumOpen), values: { total: prices.rest(ticket.total, ticket.billedTotal).first } },
    { label: label(texts.sumBilled), values: { total: prices.of(ticket.billedTotal).first } },
  ]
  if (whole.besideAmount) {
    const otherBasis = prices.prices.first === 'net' ? 'gross' : 'net'
    sums.push({ label: label(texts.sum, otherBasis), values: { total: whole.besideAmount } })
  }
  return sums
}
