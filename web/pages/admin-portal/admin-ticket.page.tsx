import { IconPencil, IconPlayerPlay } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { TicketWithEntries } from '#contract/tickets.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { MetaItem } from '#web/components/display/meta-item.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { LoadedItem } from '#web/components/feedback/loaded-item.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { deleteActions, MoreMenu } from '#web/components/overlay/more-menu.tsx'
import { searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { issuedInvoiceState } from '#web/features/invoices/issued-invoice-state.tsx'
import { TicketQuestions } from '#web/features/invoices/ticket-questions.tsx'
import { BudgetCard } from '#web/features/tickets/budget-card.tsx'
import { DeleteTicketDialog } from '#web/features/tickets/delete-ticket-dialog.tsx'
import { ProgressSteps } from '#web/features/tickets/progress-steps.tsx'
import { invoicePaidLooks, progressLooks } from '#web/features/tickets/ticket.labels.ts'
import { ticketQuery } from '#web/features/tickets/ticket.query-options.ts'
import { TicketAttachments } from '#web/features/tickets/ticket-attachments.tsx'
import { TicketDescription } from '#web/features/tickets/ticket-description.tsx'
import { ticketDraftName } from '#web/features/tickets/ticket-draft.ts'
import { TicketDrawer } from '#web/features/tickets/ticket-drawer.tsx'
import { TicketEntries } from '#web/features/tickets/ticket-entries.tsx'
import { TicketFacts } from '#web/features/tickets/ticket-facts.tsx'
import { TicketInvoices } from '#web/features/tickets/ticket-invoices.tsx'
import { useAllEntries } from '#web/features/tickets/use-all-entries.ts'
import { useTimerStart } from '#web/features/tickets/use-timer-start.tsx'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { BillTickets } from './bill-tickets.tsx'

const route = getRouteApi(paths.adminTicket)

/** /admin-portal/ticket/$id: one ticket with its entries, to edit and to bill. */
export function AdminTicketPage() {
  const { id } = route.useParams()
  return <LoadedItem query={ticketQuery(id)}>{ticket => <LoadedTicket ticket={ticket} />}</LoadedItem>
}

function LoadedTicket({ ticket }: { ticket: TicketWithEntries }) {
  const navigate = route.useNavigate()
  const [isDrawerOpen, setDrawerOpen] = useState(() => hasDraft(ticketDraftName(ticket)))
  const [asksToDelete, setAsksToDelete] = useState(false)
  const may = new Set(ticket.permissions)
  return (
    <>
      <PageHeader
        title={ticket.name}
        meta={
          <>
            <span className="tabular">{ticket.number}</span>
            <TextLink to={paths.adminCustomer} params={{ id: ticket.customer.id }}>
              {ticket.customer.name}
            </TextLink>
            <StateBadge state={ticket.progress} looks={progressLooks} />
            <MetaItem label={ticketTexts.columns.invoice}>
              <StateBadge state={ticket.invoicePaid} looks={invoicePaidLooks} />
            </MetaItem>
          </>
        }
        actions={
          <TicketActions ticket={ticket} onEdit={() => setDrawerOpen(true)} onDelete={() => setAsksToDelete(true)} />
        }
      />
      <div className="grid items-start gap-x-7 gap-y-10 xl:grid-cols-[minmax(0,1fr)_17.5rem]">
        <div className="grid min-w-0 gap-8">
          {may.has('update') ? <ProgressSteps ticket={ticket} /> : null}
          <TicketDescription text={ticket.description} />
          <TicketAttachments ticket={ticket} />
          <TicketEntries
            ticket={ticket}
            viewer="admin"
            invoiceLink={({ id }) => ({ to: paths.adminInvoice, params: { id } })}
          />
          <TicketQuestions ticket={ticket} invoiceLink={({ id }) => ({ to: paths.adminInvoice, params: { id } })} />
        </div>
        <div className="grid items-start gap-5 md:grid-cols-2 lg:grid-cols-3 xl:grid-cols-1">
          <TicketFacts
            ticket={ticket}
            request={
              ticket.request ? (
                <TextLink to={paths.adminRequest} params={{ id: ticket.request.id }}>
                  {ticket.request.number}
                </TextLink>
              ) : null
            }
          />
          <TicketInvoices
            ticket={ticket}
            invoiceLink={({ id }) => ({ to: paths.adminInvoice, params: { id } })}
            invoiceState={issuedInvoiceState}
          />
          <BudgetCard ticket={ticket} viewer="admin" />
        </div>
      </div>
      <TicketDrawer
        ticket={ticket}
        open={isDrawerOpen}
        onOpenChange={setDrawerOpen}
        searchCustomers={searchCustomers}
        onSaved={() => setDrawerOpen(false)}
      />
      <DeleteTicketDialog
        row={ticket}
        open={asksToDelete}
        onOpenChange={setAsksToDelete}
        onDeleted={() => void navigate({ to: paths.adminTickets })}
      />
    </>
  )
}

interface TicketActionsProps {
  ticket: TicketWithEntries
  onEdit: () => void
  onDelete: () => void
}

function TicketActions({ ticket, onEdit, onDelete }: TicketActionsProps) {
  const timer = useTimerStart()
  const may = new Set(ticket.permissions)
  const canBill = useAllEntries(ticket).entries.some(entry => entry.permissions.includes('invoice'))
  return (
    <>
      {canBill ? <BillTickets tickets={[ticket]} size="medium" /> : null}
      {may.has('startTimer') ? (
        <Button
          icon={<IconPlayerPlay />}
          busy={timer.isStarting}
          disabled={timer.isRunningOn(ticket)}
          onClick={() => timer.start(ticket)}
        >
          {timer.labelFor(ticket)}
        </Button>
      ) : null}
      {may.has('update') ? (
        <Button icon={<IconPencil />} onClick={onEdit}>
          {commonTexts.edit}
        </Button>
      ) : null}
      <MoreMenu
        label={ticketTexts.actions.more}
        actions={deleteActions(may.has('delete'), ticketTexts.actions.delete, onDelete)}
      />
    </>
  )
}
