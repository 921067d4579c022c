import { IconPencil, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Ticket } from '#contract/tickets.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { CsvButton } from '#web/components/table/csv-button.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import { useListPage } from '#web/components/table/use-list-page.ts'
import { searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { CustomerPicker } from '#web/features/customers/customer-picker.tsx'
import { DeleteTicketDialog } from '#web/features/tickets/delete-ticket-dialog.tsx'
import { loadTickets, ticketsQuery } from '#web/features/tickets/ticket.query-options.ts'
import { ticketDraftName } from '#web/features/tickets/ticket-draft.ts'
import { TicketDrawer } from '#web/features/tickets/ticket-drawer.tsx'
import { TicketFilters, ticketFilterNames } from '#web/features/tickets/ticket-filters.tsx'
import { TicketSummary } from '#web/features/tickets/ticket-summary.tsx'
import { TicketTable, ticketCsv } from '#web/features/tickets/ticket-table.tsx'
import { useTimerStart } from '#web/features/tickets/use-timer-start.tsx'
import { searchChanger } from '#web/lib/browser/changed-search.ts'
import { useUntil } from '#web/lib/browser/use-until.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'

const route = getRouteApi(paths.adminTickets)

/** /admin-portal/tickets-overview: the tickets of all customers: find, create and change. */
export function AdminTicketsPage() {
  const { dialog, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(ticketsQuery(search))
  // Keeps whole tickets, because those of other pages are not in the list. A filter deselects the tickets it hides.
  const [chosen, setChosen] = useUntil<readonly Ticket[]>(
    JSON.stringify(ticketFilterNames.map(name => search[name])),
    [],
  )
  const [edited, setEdited] = useState<Ticket | null>(null)
  const [isDrawerOpen, setDrawerOpen] = useState(() => dialog === 'new' || hasDraft(ticketDraftName(null)))
  const [doomed, setDoomed] = useState<Ticket | null>(null)
  const [asksToDelete, setAsksToDelete] = useState(false)
  const timer = useTimerStart()
  const prices = usePrices()

  const change = searchChanger(search, (next, step) => void navigate({ to: paths.adminTickets, search: next, ...step }))
  const shown = useListPage({
    list,
    filter: search,
    onFilterChange: change,
    filterNames: ticketFilterNames,
    usualOrdering: '-updatedAt',
  })

  function select(ids: ReadonlySet<string>) {
    const known = new Map([...chosen, ...(shown.table.rows ?? [])].map(ticket => [ticket.id, ticket]))
    setChosen([...known.values()].filter(({ id }) => ids.has(id)))
  }
  function openDrawer(ticket: Ticket | null) {
    setEdited(ticket)
    setDrawerOpen(true)
  }
  function closeDrawer() {
    setDrawerOpen(false)
    if (dialog) void navigate({ to: paths.adminTickets, search, replace: true, resetScroll: false })
  }
  function rowActions(ticket: Ticket): MenuAction[] {
    const may = new Set(ticket.permissions)
    const actions: MenuAction[] = []
    if (may.has('update')) {
      actions.push({ label: commonTexts.edit, icon: <IconPencil />, onSelect: () => openDrawer(ticket) })
    }
    if (may.has('startTimer')) {
      const onSelect = () => timer.start(ticket)
      const label = timer.labelFor(ticket)
      actions.push({ label, icon: <IconPlayerPlay />, disabled: timer.isRunning, onSelect })
    }
    if (may.has('delete')) {
      const onSelect = () => {
        setDoomed(ticket)
        setAsksToDelete(true)
      }
      actions.push({ label: ticketTexts.actions.delete, icon: <IconTrash />, tone: 'danger', onSelect })
    }
    return actions
  }

  return (
    <>
      <PageHeader
        title={ticketTexts.title}
        actions={
          <>
            {shown.hasNothing ? null : (
              <CsvButton
                name={ticketTexts.title}
                columns={ticketCsv(prices)}
                rowKey={({ id }) => id}
                loadPage={(paging, signal) => loadTickets({ ...search, ...paging }, signal)}
              />
            )}
            <Button variant="primary" icon={<IconPlus />} onClick={() => openDrawer(null)}>
              {ticketTexts.newTicket}
            </Button>
          </>
        }
      />
      <div className="grid gap-6 phone:gap-4">
        <TicketSummary
          customerId={search.customer}
          listLink={filter => ({ to: paths.adminTickets, search: { ...filter, customer: search.customer } })}
          unpaidLink={{ to: paths.adminInvoices, search: { paid: 'unpaid', customer: search.customer } }}
        />
        {shown.hasNothing ? null : (
          <TicketFilters
            filter={search}
            onChange={change}
            onReset={shown.reset}
            customerField={<CustomerPicker customerId={search.customer} onChange={customer => change({ customer })} />}
          />
        )}
        <div>
          <TicketTable
            {...shown.table}
            ticketLink={({ id }) => ({ to: paths.adminTicket, params: { id } })}
            showCustomer
            rowActions={rowActions}
            selection={{
              selected: new Set(chosen.map(({ id }) => id)),
              onChange: select,
              actions: (
                <Suspense>
                  <BillChosenTickets tickets={chosen} />
                  <BulkActions tickets={chosen} onDone={unchanged => select(new Set(unchanged))} />
                </Suspense>
              ),
            }}
            empty={
              <EmptyState
                text={ticketTexts.empty}
                action={<Button onClick={() => openDrawer(null)}>{ticketTexts.newTicket}</Button>}
              />
            }
            skeletonRows={10}
          />
          <Pager {...shown.pager} label={ticketTexts.title} />
        </div>
        <TicketDrawer
          ticket={edited}
          open={isDrawerOpen}
          onOpenChange={open => (open ? setDrawerOpen(true) : closeDrawer())}
          searchCustomers={searchCustomers}
          onSaved={saved => {
            if (edited) closeDrawer()
            else void navigate({ to: paths.adminTicket, params: { id: saved.id } })
          }}
        />
        <DeleteTicketDialog ticket={doomed} open={asksToDelete} onOpenChange={setAsksToDelete} />
      </div>
    </>
  )
}

// Loaded with the first selected ticket.
const BillChosenTickets = lazy(async () => ({
  default: (await import('./bill-tickets.tsx')).BillChosenTickets,
}))
const BulkActions = lazy(async () => ({
  default: (await import('#web/features/tickets/bulk-actions.tsx')).BulkActions,
}))
