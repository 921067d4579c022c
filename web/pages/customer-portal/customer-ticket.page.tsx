import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Ticket } from '#contract/tickets.ts'
import { paths } from '#web/app/paths.ts'
import { MetaItem } from '#web/components/display/meta-item.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { ItemSkeleton } from '#web/components/feedback/item-skeleton.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { issuedInvoiceState } from '#web/features/invoices/issued-invoice-state.tsx'
import { TicketQuestions } from '#web/features/invoices/ticket-questions.tsx'
import { BudgetCard } from '#web/features/tickets/budget-card.tsx'
import { invoicePaidLooks, progressLooks } from '#web/features/tickets/ticket.labels.ts'
import { ticketQuery } from '#web/features/tickets/ticket.query-options.ts'
import { TicketAttachments } from '#web/features/tickets/ticket-attachments.tsx'
import { TicketDescription } from '#web/features/tickets/ticket-description.tsx'
import { TicketEntries } from '#web/features/tickets/ticket-entries.tsx'
import { TicketFacts } from '#web/features/tickets/ticket-facts.tsx'
import { TicketInvoices } from '#web/features/tickets/ticket-invoices.tsx'
import { useSession } from '#web/lib/session/use-session.ts'
import { rowNotFound } from '#web/pages/row-not-found.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'

const route = getRouteApi(paths.customerTicket)

/** /customer-portal/ticket/$id: one ticket with its entries, as its customer sees it. */
export function CustomerTicketPage() {
  const { id } = route.useParams()
  const { customer, impersonation } = useSession()
  // The value from when the page opened: the end of an impersonation changes it just before the page is left.
  const [customerId] = useState(customer?.id)
  const { data: ticket, error } = useQuery(ticketQuery(id))
  if (!ticket) {
    if (error) throw error
    return <ItemSkeleton />
  }
  // An admin may read every ticket; this portal shows only those of their own record.
  if (ticket.customer.id !== customerId) throw rowNotFound()
  return (
    <>
      <PageHeader
        title={ticket.name}
        meta={
          <>
            <span className="tabular">{ticket.number}</span>
            <StateBadge state={ticket.progress} looks={progressLooks} />
            <MetaItem label={ticketTexts.columns.invoice}>
              <StateBadge state={ticket.invoicePaid} looks={invoicePaidLooks} />
            </MetaItem>
          </>
        }
      />
      <div className="grid items-start gap-x-7 gap-y-10 xl:grid-cols-[minmax(0,1fr)_17.5rem]">
        <div className="grid min-w-0 gap-8">
          <TicketDescription text={ticket.description} />
          <TicketAttachments ticket={ticket} />
          <TicketEntries
            ticket={ticket}
            viewer="customer"
            closedNotice={closedNotice(ticket, impersonation !== null)}
            invoiceLink={({ id }) => ({ to: paths.customerInvoice, params: { id } })}
          />
          <TicketQuestions ticket={ticket} invoiceLink={({ id }) => ({ to: paths.customerInvoice, params: { id } })} />
        </div>
        <div className="grid items-start gap-5 md:grid-cols-2 lg:grid-cols-3 xl:grid-cols-1">
          <BudgetCard ticket={ticket} viewer="customer" />
          <TicketInvoices
            ticket={ticket}
            invoiceLink={({ id }) => ({ to: paths.customerInvoice, params: { id } })}
            invoiceState={issuedInvoiceState}
          />
          <TicketFacts
            ticket={ticket}
            request={
              ticket.request ? (
                <TextLink to={paths.customerRequest} params={{ id: ticket.request.id }}>
                  {ticket.request.number}
                </TextLink>
              ) : null
            }
          />
        </div>
      </div>
    </>
  )
}

/** Why no entry can be added, and the alternative. */
function closedNotice(ticket: Ticket, isImpersonating: boolean): ReactNode {
  const texts = ticketTexts.detail
  if (isImpersonating) return <Notice kind="info">{texts.readOnly}</Notice>
  if (ticket.progress !== 'finished') return null
  return (
    <Notice
      kind="info"
      title={texts.closedForEntries}
      action={
        <LinkButton to={paths.customerRequests} search={{ dialog: 'new', ticket: ticket.id }} size="small">
          {requestTexts.newRequest}
        </LinkButton>
      }
    >
      {texts.closedForEntriesNext}
    </Notice>
  )
}
