import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { paths } from '#web/app/paths.ts'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { LatestRows } from '#web/components/list/latest-rows.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { invoicesQuery } from '#web/features/invoices/invoice.query-options.ts'
import { ErasureWarning } from '#web/features/privacy/erasure-warning.tsx'
import { requestsQuery } from '#web/features/requests/request.query-options.ts'
import { serviceSummaryQuery } from '#web/features/services/service.query-options.ts'
import { ticketSummaryQuery, ticketsQuery } from '#web/features/tickets/ticket.query-options.ts'
import { ticketListView } from '#web/features/tickets/ticket-list.tsx'
import { TicketSummary } from '#web/features/tickets/ticket-summary.tsx'
import { settingsQuery } from '#web/features/user-settings/user-settings.query-options.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { HomeCards } from '#web/pages/home-cards.tsx'
import { portalHomeTexts } from '#web/texts/portal-home.texts.ts'
import { privacyTexts } from '#web/texts/privacy.texts.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { openCard, owedCard, requestsCard, troubleCard, waitingCard } from './customer-home-questions.tsx'
import { NewRequestLink } from './new-request-link.tsx'

/** The customer's services and links, loaded after the tasks above them. */
const CustomerHomeServices = lazy(() =>
  import('./customer-home-services.tsx').then(
    part => ({ default: part.CustomerHomeServices }),
    () => ({ default: MissingBelongings }),
  ),
)

/** Number of tickets on the home page. */
const shownTickets = 5

/** /customer-portal/home: open tasks, payments, problems and requests, then the latest work, services and links. */
export function CustomerHomePage() {
  const { user, impersonation, customer } = useSession()
  // During an impersonation the reader is not the customer, and companies are not greeted.
  const title = impersonation ? shellTexts.overview : portalHomeTexts.greeting(user?.firstName ?? '')
  if (customer) return <CustomerHome customerId={customer.id} title={title} />
  return (
    <>
      <PageHeader title={title} />
      <EmptyState text={portalHomeTexts.noCustomer} />
    </>
  )
}

function CustomerHome({ customerId, title }: { customerId: string; title: string }) {
  const list = useQuery(ticketsQuery({ customer: customerId, page_size: shownTickets, ordering: '-updatedAt' }))
  const { user, impersonation } = useSession()
  const hasNone = list.data?.count === 0
  return (
    <>
      <PageHeader
        title={title}
        lead={hasNone ? undefined : portalHomeTexts.customerLead}
        actions={
          // Nobody can send requests in a read-only view.
          impersonation === null ? <NewRequestLink /> : null
        }
      />
      <div className="grid grid-cols-1 gap-8">
        {user?.role === 'admin' && impersonation === null ? <OwnPortalNotice /> : null}
        {impersonation === null ? (
          <ErasureWarning
            customerId={customerId}
            speaker="customer"
            more={
              <TextLink to={paths.userSettings} hash="konto">
                {privacyTexts.erasure.toWaiting}
              </TextLink>
            }
          />
        ) : null}
        {hasNone ? (
          <Welcome />
        ) : (
          <TicketSummary
            customerId={customerId}
            listLink={filter => ({ to: paths.customerTickets, search: filter })}
            unpaidLink={{ to: paths.customerInvoices, search: { paid: 'unpaid' } }}
          />
        )}
        <Questions customerId={customerId} isNew={hasNone} />
        {hasNone ? null : (
          <LatestRows
            list={ticketListView}
            whose="own"
            filter={{ customer: customerId, ordering: '-updatedAt' }}
            shown={shownTickets}
            titleId="recent-heading"
            title={portalHomeTexts.recentTickets}
            actions={<TextLink to={paths.customerTickets}>{portalHomeTexts.allTickets}</TextLink>}
            rowLink={({ id }) => ({ to: paths.customerTicket, params: { id } })}
            empty={ticketTexts.emptyCustomer}
            skeletonRows={shownTickets}
          />
        )}
        <Suspense fallback={<SkeletonText lines={4} />}>
          <CustomerHomeServices customerId={customerId} />
        </Suspense>
      </div>
    </>
  )
}

/** An admin sees their own record here and may have expected a customer's. */
function OwnPortalNotice() {
  return (
    <Notice
      kind="info"
      title={portalHomeTexts.ownPortal}
      action={
        <LinkButton to={paths.adminCustomers} size="small">
          {portalHomeTexts.toCustomers}
        </LinkButton>
      }
    >
      {portalHomeTexts.ownPortalText}
    </Notice>
  )
}

interface QuestionsProps {
  customerId: string
  /** True before any work was done: the welcome shows that, and a message that all is well is redundant. */
  isNew: boolean
}

function Questions({ customerId, isNew }: QuestionsProps) {
  const { impersonation } = useSession()
  const prices = usePrices()
  const of = { customer: customerId }
  const summary = useQuery(ticketSummaryQuery(customerId))
  const inProgress = useQuery(ticketsQuery({ ...of, progress: 'inProgress', page_size: 25 }))
  const requests = useQuery(requestsQuery({ ...of, ordering: '-updatedAt', page_size: 25 }))
  const services = useQuery(serviceSummaryQuery(customerId))
  const unpaid = useQuery(invoicesQuery({ ...of, paid: 'unpaid', ordering: 'dueDate', page_size: 3 }))
  // During an impersonation the user has no settings here.
  const settings = useQuery({ ...settingsQuery(), enabled: impersonation === null })
  const cards = [
    // Failures come before tasks that can wait.
    ...troubleCard(services.data),
    ...waitingCard({ inProgress: inProgress.data, settings: settings.data, prices }),
    ...owedCard(unpaid.data, prices),
    ...requestsCard(requests.data),
    ...openCard(summary.data),
  ]
  return (
    <HomeCards
      cards={cards}
      sources={[summary, inProgress, requests, services, unpaid, ...(impersonation ? [] : [settings])]}
      calm={isNew ? null : { title: portalHomeTexts.calm, text: portalHomeTexts.calmCustomer }}
    />
  )
}

function MissingBelongings() {
  return <ErrorState text={portalHomeTexts.partMissing} />
}

/** Replaces the figures of a customer without tickets. */
function Welcome() {
  return (
    <section className="grid gap-3 rounded-card border border-hairline bg-surface p-6 sm:p-8">
      <h2 className="text-heading">{portalHomeTexts.welcome}</h2>
      <p className="max-w-reading text-muted">{portalHomeTexts.welcomeText}</p>
      <p className="max-w-reading text-muted">{portalHomeTexts.welcomeNext}</p>
      <div className="mt-2 flex flex-wrap gap-3 phone:*:grow">
        <LinkButton to={paths.contact}>{portalHomeTexts.toContact}</LinkButton>
        <LinkButton to={paths.faq}>{portalHomeTexts.toFaq}</LinkButton>
      </div>
    </section>
  )
}
