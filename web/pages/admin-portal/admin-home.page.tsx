import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Progress } from '#contract/progress.ts'
import { paths } from '#web/app/paths.ts'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { LatestRows } from '#web/components/list/latest-rows.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { BackupWarning, LastBackup } from '#web/features/backups/last-backup.tsx'
import { dnsHostnamesQuery } from '#web/features/dns/dns.query-options.ts'
import {
  billableWorkQuery,
  invoiceQuestionsQuery,
  invoicesQuery,
} from '#web/features/invoices/invoice.query-options.ts'
import { messagesQuery } from '#web/features/messages/message.query-options.ts'
import { FailedJobsCard } from '#web/features/operations/failed-jobs-card.tsx'
import { LostKeysNotice } from '#web/features/operations/lost-keys-notice.tsx'
import { mailCountQuery } from '#web/features/operations/operations.query-options.ts'
import { requestsQuery } from '#web/features/requests/request.query-options.ts'
import { serviceSummaryQuery } from '#web/features/services/service.query-options.ts'
import { MonthsSection } from '#web/features/statistics/months-section.tsx'
import { openWishesQuery } from '#web/features/tickets/ticket.query-options.ts'
import { ticketListView } from '#web/features/tickets/ticket-list.tsx'
import { TicketSummary } from '#web/features/tickets/ticket-summary.tsx'
import { useTimerStart } from '#web/features/tickets/use-timer-start.tsx'
import { sendsMail } from '#web/lib/api/mail-sending.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { HomeCards } from '#web/pages/home-cards.tsx'
import { backupTexts } from '#web/texts/backups.texts.ts'
import { portalHomeTexts } from '#web/texts/portal-home.texts.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import {
  billableCard,
  hostnamesCard,
  owedCard,
  requestsCard,
  troubleCard,
  waitingCard,
} from './admin-home-questions.tsx'

/** /admin-portal/home: open tasks, outstanding payments, failures, current work and the year's figures. */
export function AdminHomePage() {
  const { user } = useSession()
  return (
    <>
      <PageHeader
        title={portalHomeTexts.greeting(user?.firstName ?? '')}
        actions={
          <LinkButton to={paths.adminTickets} search={{ dialog: 'new' }} variant="primary" icon={<IconPlus />}>
            {ticketTexts.newTicket}
          </LinkButton>
        }
      />
      <div className="grid grid-cols-1 gap-8">
        <LostKeysNotice />
        <BackupWarning more={allBackups} />
        <TicketSummary
          listLink={filter => ({ to: paths.adminTickets, search: filter })}
          unpaidLink={{ to: paths.adminInvoices, search: { paid: 'unpaid' } }}
        />
        <Questions />
        <Suspense>
          <AlarmingSites />
        </Suspense>
        <FailedJobsCard />
        <TicketsInState
          progress="inProgress"
          title={portalHomeTexts.inProgress}
          shown={6}
          empty={portalHomeTexts.noneInProgress}
        />
        <TicketsInState progress="upcoming" title={portalHomeTexts.upcoming} shown={4} empty={null} />
        <MonthsSection monthLink={workedIn => ({ to: paths.adminTickets, search: { workedIn } })} />
        <LastBackup more={allBackups} />
      </div>
    </>
  )
}

/** Loaded after the questions above it; without it the list of sites shows the same. */
const AlarmingSites = lazy(() =>
  import('./alarming-sites.tsx').then(
    part => ({ default: part.AlarmingSites }),
    () => ({ default: () => null }),
  ),
)

const allBackups = <TextLink to={paths.adminBackups}>{backupTexts.all}</TextLink>

function Questions() {
  const prices = usePrices()
  const messages = useQuery(messagesQuery({ state: 'new', page_size: 3 }))
  const requests = useQuery(requestsQuery({ state: 'open', ordering: '-priority', page_size: 4 }))
  const wishes = useQuery(openWishesQuery(3))
  const questions = useQuery(invoiceQuestionsQuery({ state: 'open', page_size: 3 }))
  const failedMails = useQuery(mailCountQuery('failed'))
  const heldMails = useQuery({ ...mailCountQuery('waiting'), enabled: !sendsMail() })
  const services = useQuery(serviceSummaryQuery())
  const differing = useQuery(dnsHostnamesQuery({ state: 'differs', page_size: 3 }))
  const unset = useQuery(dnsHostnamesQuery({ state: 'failed', page_size: 3 }))
  const billable = useQuery(billableWorkQuery({ page_size: 4 }))
  const unpaid = useQuery(invoicesQuery({ paid: 'unpaid', ordering: 'dueDate', page_size: 4 }))
  const cards = [
    // Failures come before tasks that can wait.
    ...troubleCard(services.data),
    ...hostnamesCard(differing.data, unset.data),
    ...waitingCard({
      messages: messages.data,
      wishes: wishes.data,
      questions: questions.data,
      failedMails: failedMails.data,
      heldMails: heldMails.data,
    }),
    ...requestsCard(requests.data),
    ...billableCard(billable.data, prices),
    ...owedCard(unpaid.data, prices),
  ]
  return (
    <HomeCards
      cards={cards}
      sources={[
        messages,
        wishes,
        questions,
        requests,
        failedMails,
        ...(sendsMail() ? [] : [heldMails]),
        services,
        differing,
        unset,
        billable,
        unpaid,
      ]}
      calm={{ title: portalHomeTexts.calm, text: portalHomeTexts.calmAdmin }}
    />
  )
}

interface TicketsInStateProps {
  progress: Progress
  title: string
  shown: number
  /** The sentence if there is none; null omits the whole part. */
  empty: string | null
}

function TicketsInState({ progress, title, shown, empty }: TicketsInStateProps) {
  const timer = useTimerStart()
  return (
    <LatestRows
      list={ticketListView}
      whose="all"
      filter={{ progress, ordering: '-updatedAt' }}
      shown={shown}
      titleId={`${progress}-heading`}
      title={title}
      all={
        <TextLink to={paths.adminTickets} search={{ progress }}>
          {portalHomeTexts.allTickets}
        </TextLink>
      }
      rowLink={({ id }) => ({ to: paths.adminTicket, params: { id } })}
      rowButton={timer.rowButton}
      empty={empty}
      skeletonRows={shown}
    />
  )
}
