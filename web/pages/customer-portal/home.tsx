import { useQuery } from '@tanstack/react-query'
import { paths } from '#web/app/paths.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { ticketsQuery } from '#web/features/tickets/queries.ts'
import { TicketSummary } from '#web/features/tickets/ticket-summary.tsx'
import { TicketTable } from '#web/features/tickets/ticket-table.tsx'
import { useSession } from '#web/lib/use-session.ts'
import { portalHomeTexts } from '#web/texts/portal-home.ts'
import { ticketTexts } from '#web/texts/tickets.ts'

/** How many tickets the first page shows. */
const shownTickets = 5

/** /customer-portal/home: how things stand. */
export function CustomerHomePage() {
  const { user, asUser, customer } = useSession()
  const customerId = customer?.id
  const list = useQuery(ticketsQuery({ customer: customerId, page_size: shownTickets, ordering: '-updatedAt' }))
  const hasNone = list.data?.count === 0
  const greeted = asUser ? asUser.customerName : (user?.firstName ?? '')
  return (
    <>
      <PageHeader title={portalHomeTexts.greeting(greeted)} lead={hasNone ? undefined : portalHomeTexts.customerLead} />
      <div className="grid gap-8">
        {hasNone ? (
          <div className="rounded-box border border-hairline bg-surface">
            <EmptyState text={ticketTexts.emptyCustomer} />
          </div>
        ) : (
          <>
            <TicketSummary customerId={customerId} />
            <section aria-labelledby="recent-heading" className="grid gap-4">
              <div className="flex flex-wrap items-baseline justify-between gap-3">
                <h2 id="recent-heading" className="text-heading">
                  {portalHomeTexts.recentTickets}
                </h2>
                <TextLink to={paths.customerTickets}>{portalHomeTexts.allTickets}</TextLink>
              </div>
              <TicketTable
                rows={list.data?.results}
                ticketLink={({ id }) => ({ to: paths.customerTicket, params: { id } })}
                isFetching={list.isFetching}
                hasFailed={list.isError}
                onRetry={list.refetch}
                empty={<EmptyState text={ticketTexts.emptyCustomer} />}
                skeletonRows={shownTickets}
              />
            </section>
          </>
        )}
      </div>
    </>
  )
}
