import { useQuery } from '@tanstack/react-query'
import type { Progress } from '#contract/progress.ts'
import { paths } from '#web/app/paths.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { LinkButton } from '#web/components/link-button.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { FailedMailsNotice } from '#web/features/operations/failed-mails-notice.tsx'
import { ticketsQuery } from '#web/features/tickets/queries.ts'
import { TicketSummary } from '#web/features/tickets/ticket-summary.tsx'
import { TicketTable } from '#web/features/tickets/ticket-table.tsx'
import { useSession } from '#web/lib/use-session.ts'
import { operationTexts } from '#web/texts/operations.ts'
import { portalHomeTexts } from '#web/texts/portal-home.ts'
import { ticketTexts } from '#web/texts/tickets.ts'

/** /admin-portal/home: the business in numbers, and the work at hand. */
export function AdminHomePage() {
  const { user } = useSession()
  return (
    <>
      <PageHeader
        title={portalHomeTexts.greeting(user?.firstName ?? '')}
        actions={
          <LinkButton to={paths.adminTickets} search={{ dialog: 'new' }} variant="primary">
            {ticketTexts.newTicket}
          </LinkButton>
        }
      />
      <div className="grid gap-8">
        <FailedMailsNotice
          link={
            <TextLink to={paths.adminSettings} search={{ section: 'outbox', state: 'failed' }}>
              {operationTexts.outbox.toFailed}
            </TextLink>
          }
        />
        <TicketSummary />
        <TicketsInState
          progress="inProgress"
          title={portalHomeTexts.inProgress}
          shown={8}
          empty={portalHomeTexts.noneInProgress}
        />
        <TicketsInState progress="upcoming" title={portalHomeTexts.upcoming} shown={5} empty={null} />
      </div>
    </>
  )
}

interface TicketsInStateProps {
  progress: Progress
  title: string
  shown: number
  /** The sentence when there is none; null leaves the whole part out. */
  empty: string | null
}

function TicketsInState({ progress, title, shown, empty }: TicketsInStateProps) {
  const list = useQuery(ticketsQuery({ progress, page_size: shown, ordering: '-updatedAt' }))
  if (list.data?.count === 0 && empty === null) return null
  return (
    <section aria-labelledby={`${progress}-heading`} className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id={`${progress}-heading`} className="text-heading">
          {title}
        </h2>
        {(list.data?.count ?? 0) > shown ? (
          <TextLink to={paths.adminTickets} search={{ progress }}>
            {portalHomeTexts.allTickets}
          </TextLink>
        ) : null}
      </div>
      <TicketTable
        rows={list.data?.results}
        ticketLink={({ id }) => ({ to: paths.adminTicket, params: { id } })}
        showCustomer
        isFetching={list.isFetching}
        hasFailed={list.isError}
        onRetry={list.refetch}
        empty={<EmptyState text={empty} />}
        skeletonRows={shown}
      />
    </section>
  )
}
