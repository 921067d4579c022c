import { useQuery } from '@tanstack/react-query'
import { paths } from '#web/app/paths.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { LinkButton } from '#web/components/link-button.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { CustomerLinks } from '#web/features/customer-links/customer-links.tsx'
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
          <Welcome />
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
        {customerId ? <CustomerLinks customerId={customerId} /> : null}
      </div>
    </>
  )
}

/** In the place of the tickets of a customer who has none yet. */
function Welcome() {
  return (
    <section className="grid gap-3 rounded-card border border-hairline bg-surface p-6 sm:p-8">
      <h2 className="text-heading">{portalHomeTexts.welcome}</h2>
      <p className="max-w-reading text-muted">{portalHomeTexts.welcomeText}</p>
      <p className="max-w-reading text-muted">{portalHomeTexts.welcomeNext}</p>
      <div className="mt-2 flex flex-wrap gap-3 phone:*:grow">
        <LinkButton to={paths.contact} variant="primary">
          {portalHomeTexts.toContact}
        </LinkButton>
        <LinkButton to={paths.faq}>{portalHomeTexts.toFaq}</LinkButton>
      </div>
    </section>
  )
}
