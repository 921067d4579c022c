/** The questions of the customer's home as cards, from the features' answers. */

import { IconCoinEuro, IconMailCheck, IconTicket } from '@tabler/icons-react'
import type { Invoice } from '#contract/invoices.ts'
import { ceilingState, usedCents } from '#contract/prices.ts'
import type { Request } from '#contract/requests.ts'
import type { ServiceSummary } from '#contract/services.ts'
import type { Ticket, TicketSummary } from '#contract/tickets.ts'
import type { UserSettings } from '#contract/user-settings.ts'
import { paths } from '#web/app/paths.ts'
import type { LinkCardRow } from '#web/components/navigation/link-card.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { nowMs } from '#web/lib/browser/browser-clock.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import type { HomeCard } from '#web/pages/home-cards.tsx'
import { invoiceRows, requestRows, type Shown, troubleRows } from '#web/pages/home-rows.tsx'
import { portalHomeTexts } from '#web/texts/portal-home.texts.ts'

const texts = portalHomeTexts

interface Waiting {
  inProgress: Shown<Ticket> | undefined
  settings: UserSettings | undefined
  prices: ShownPrices
}

/** Everything the customer has to answer, decide or confirm. */
export function waitingCard({ inProgress, settings, prices }: Waiting): HomeCard[] {
  const rows = [
    ...(inProgress ? inProgress.results.flatMap(ticket => budgetRow(ticket, prices)) : []),
    ...(settings ? pendingRows(settings) : []),
  ]
  return rows.length === 0 ? [] : [{ key: 'waiting', title: texts.waiting, rows }]
}

const budgetTexts = { near: texts.budgetNear, reached: texts.budgetReached, exceeded: texts.budgetExceeded }

function budgetRow({ id, name, total: net, budget, budgetBasis }: Ticket, prices: ShownPrices): LinkCardRow[] {
  if (budget === null) return []
  const used = usedCents(Math.round(net * 100), budgetBasis, prices.prices)
  const state = ceilingState(used, Math.round(budget * 100))
  if (state === 'left') return []
  return [
    {
      key: `budget-${id}`,
      link: { to: paths.customerTicket, params: { id } },
      icon: <IconCoinEuro />,
      title: name,
      note: budgetTexts[state](prices.forReaderFirst(used / 100, budgetBasis), prices.forReader(budget, budgetBasis)),
    },
  ]
}

function pendingRows(settings: UserSettings): LinkCardRow[] {
  const { pendingEmail, newsletterPending, contactEmail, contactEmailConfirmed, contactEmailPending } = settings
  const row = (key: string, title: string, { email }: { email: string }, isMailed = true): LinkCardRow => ({
    key,
    link: { to: paths.userSettings },
    icon: <IconMailCheck />,
    title,
    note: isMailed ? texts.pendingNote(email) : texts.unconfirmedNote(email),
  })
  return [
    ...(pendingEmail ? [row('email', texts.pendingEmail, pendingEmail)] : []),
    ...(contactEmail !== '' && !contactEmailConfirmed
      ? [row('contact', texts.pendingContact, { email: contactEmail }, contactEmailPending !== null)]
      : []),
    ...(newsletterPending ? [row('newsletter', texts.pendingNewsletter, newsletterPending)] : []),
  ]
}

/** Outstanding invoices and their due dates. */
export function owedCard(unpaid: Shown<Invoice> | undefined, prices: ShownPrices): HomeCard[] {
  if (!unpaid || unpaid.count === 0) return []
  const rows = invoiceRows(unpaid.results, {
    link: ({ id }) => ({ to: paths.customerInvoice, params: { id } }),
    showCustomer: false,
    prices,
  })
  const more = (
    <TextLink to={paths.customerInvoices} search={{ paid: 'unpaid' }}>
      {texts.allOwed}
    </TextLink>
  )
  return [{ key: 'owed', title: texts.owed, rows, more }]
}

/** Services that are down, and certificates about to expire. */
export function troubleCard(summary: ServiceSummary | undefined): HomeCard[] {
  if (!summary) return []
  const rows = troubleRows(summary, {
    link: ({ id }) => ({ to: paths.customerService, params: { id } }),
    showCustomer: false,
  })
  const more = <TextLink to={paths.customerServices}>{texts.allServices}</TextLink>
  return rows.length === 0 ? [] : [{ key: 'trouble', title: texts.trouble, rows, more }]
}

/** How long an answer counts as new. */
const answerIsNewMs = 14 * 24 * 60 * 60 * 1000
const shownRequests = 4

/** Open requests and recent answers. */
export function requestsCard(latest: Shown<Request> | undefined): HomeCard[] {
  if (!latest) return []
  const current = latest.results.filter(
    ({ state, answeredAt }) =>
      state === 'open' || (answeredAt !== null && nowMs() - Date.parse(answeredAt) < answerIsNewMs),
  )
  if (current.length === 0) return []
  const rows = requestRows(current.slice(0, shownRequests), {
    link: ({ id }) => ({ to: paths.customerRequest, params: { id } }),
    showCustomer: false,
  })
  const more = <TextLink to={paths.customerRequests}>{texts.allRequests}</TextLink>
  return [{ key: 'requests', title: texts.ownRequests, rows, more }]
}

/** Tickets in progress or planned. */
export function openCard(summary: TicketSummary | undefined): HomeCard[] {
  if (!summary) return []
  const row = (progress: 'inProgress' | 'upcoming', count: number): LinkCardRow[] =>
    count === 0
      ? []
      : [
          {
            key: progress,
            link: { to: paths.customerTickets, search: { progress } },
            icon: <IconTicket />,
            title: texts.ticketsIn[progress](count),
          },
        ]
  const rows = [...row('inProgress', summary.inProgressCount), ...row('upcoming', summary.upcomingCount)]
  return rows.length === 0 ? [] : [{ key: 'open', title: texts.open, rows }]
}
