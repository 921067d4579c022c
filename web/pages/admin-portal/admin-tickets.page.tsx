import { IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Ticket } from '#contract/tickets.ts'
import { paths } from '#web/app/paths.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useRowDialog } from '#web/components/list/use-row-dialog.ts'
import { searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { customerField } from '#web/features/customers/customer-field.tsx'
import { DeleteTicketDialog } from '#web/features/tickets/delete-ticket-dialog.tsx'
import { type TicketFilter, ticketSummaryQuery, ticketsQuery } from '#web/features/tickets/ticket.query-options.ts'
import { ticketDraftName } from '#web/features/tickets/ticket-draft.ts'
import { TicketDrawer } from '#web/features/tickets/ticket-drawer.tsx'
import { ticketListView } from '#web/features/tickets/ticket-list.tsx'
import { TicketSummary } from '#web/features/tickets/ticket-summary.tsx'
import { useTimerStart } from '#web/features/tickets/use-timer-start.tsx'
import { askAhead } from '#web/lib/api/query-client.ts'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'

const route = getRouteApi(paths.adminTickets)

/** /admin-portal/tickets-overview: the tickets of all customers: find, create and change. */
export function AdminTicketsPage() {
  const search = route.useSearch()
  const { dialog, ...filter } = search
  const navigate = route.useNavigate()
  const { change, forget } = listAddress(search, navigate)
  const form = useRowDialog<Ticket>({
    isAsked: dialog === 'new',
    startsOpen: () => hasDraft(ticketDraftName(null)),
    onClose: () => forget('dialog'),
  })
  const doomed = useRowDialog<Ticket>()
  const timer = useTimerStart()
  const { customer } = filter
  return (
    <ListPage
      list={ticketListView}
      filter={filter}
      onFilterChange={change}
      ownFields={[customerField]}
      create={{ label: ticketTexts.newTicket, onClick: () => form.show(null) }}
      empty={ticketTexts.empty}
      above={
        <TicketSummary
          customerId={customer}
          listLink={of => ({ to: paths.adminTickets, search: { ...of, customer } })}
          unpaidLink={{ to: paths.adminInvoices, search: { paid: 'unpaid', customer } }}
        />
      }
      rowLink={({ id }) => ({ to: paths.adminTicket, params: { id } })}
      rowActions={[
        { permission: 'update', label: commonTexts.edit, icon: <IconPencil />, onSelect: form.show },
        {
          permission: 'startTimer',
          label: ticket => timer.labelFor(ticket),
          icon: <IconPlayerPlay />,
          disabled: ticket => timer.isRunningOn(ticket),
          onSelect: ticket => timer.start(ticket),
        },
        {
          permission: 'delete',
          label: ticketTexts.actions.delete,
          icon: <IconTrash />,
          tone: 'danger',
          onSelect: doomed.show,
        },
      ]}
      bulkActions={(chosen, keep) => (
        <Suspense>
          <BillChosenTickets tickets={chosen} />
          <BulkActions tickets={chosen} onDone={keep} />
        </Suspense>
      )}
    >
      <TicketDrawer
        ticket={form.row}
        open={form.open}
        onOpenChange={form.onOpenChange}
        searchCustomers={searchCustomers}
        onSaved={({ id }) => (form.row ? form.close() : void navigate({ to: paths.adminTicket, params: { id } }))}
      />
      <DeleteTicketDialog {...doomed} />
    </ListPage>
  )
}

// Loaded with the first selected ticket.
const BillChosenTickets = lazy(async () => ({
  default: (await import('./bill-tickets.tsx')).BillChosenTickets,
}))
const BulkActions = lazy(async () => ({
  default: (await import('#web/features/tickets/bulk-actions.tsx')).BulkActions,
}))

AdminTicketsPage.ahead = ({ dialog: _, ...filter }: TicketFilter & { dialog?: string }) =>
  askAhead(client => [
    client.prefetchQuery(ticketsQuery(filter)),
    client.prefetchQuery(ticketSummaryQuery(filter.customer)),
  ])
