/** The rows that both homes show about the same nouns; each portal brings its own links. */

import { IconAlertCircle, IconCertificate, IconFileInvoice, IconMessageQuestion } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { Invoice } from '#contract/invoices.ts'
import type { Request } from '#contract/requests.ts'
import type { ServiceSummary } from '#contract/services.ts'
import type { LinkCardRow } from '#web/components/navigation/link-card.tsx'
import { dueText } from '#web/features/invoices/invoice.labels.ts'
import { InvoiceBadge } from '#web/features/invoices/invoice-badge.tsx'
import { PriorityBadge, RequestStateBadge } from '#web/features/requests/request-badges.tsx'
import { nowMs } from '#web/lib/browser/browser-clock.ts'
import { formatRelative, joinFacts } from '#web/lib/format/format.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { portalHomeTexts } from '#web/texts/portal-home.texts.ts'

const texts = portalHomeTexts

/** As much of a page of a list as a home shows. */
export type Shown<T> = { count: number; results: readonly T[] }

interface Rows<T> {
  link: (item: T) => LinkProps
  /** Whose it is, where it may be anybody's. */
  showCustomer: boolean
}

/** Invoices to be paid, as they come: the one due first on top. */
export function invoiceRows(
  invoices: readonly Invoice[],
  { link, showCustomer, prices }: Rows<Invoice> & { prices: ShownPrices },
): LinkCardRow[] {
  return invoices.map(invoice => ({
    key: invoice.id,
    link: link(invoice),
    icon: <IconFileInvoice />,
    title: showCustomer ? invoice.customer.name : invoiceTexts.named(invoice.number ?? ''),
    note: joinFacts([showCustomer ? invoice.number : null, dueText(invoice)]),
    aside: (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:flex-col sm:items-end">
        <span className="tabular font-semibold">{prices.named(invoice.gross, 'gross')}</span>
        {invoice.overdue ? <InvoiceBadge invoice={invoice} /> : null}
      </span>
    ),
  }))
}

/** Requests as they come. The business sees how much each presses, a customer what has become of it. */
export function requestRows(requests: readonly Request[], { link, showCustomer }: Rows<Request>): LinkCardRow[] {
  return requests.map(request => ({
    key: request.id,
    link: link(request),
    icon: <IconMessageQuestion />,
    title: <span className="wrap-anywhere">{request.title}</span>,
    note: joinFacts([
      showCustomer ? request.customer.name : request.number,
      request.answeredAt
        ? texts.answered(formatRelative(request.answeredAt))
        : texts.asked(formatRelative(request.createdAt)),
    ]),
    aside: showCustomer ? <PriorityBadge priority={request.priority} /> : <RequestStateBadge state={request.state} />,
  }))
}

type Named = { id: string; name: string; customer: { name: string } }

const shownTroubles = 5

/** What is down, what is silent and what expires, as much as a card holds. */
export function troubleRows(summary: ServiceSummary, { link, showCustomer }: Rows<{ id: string }>): LinkCardRow[] {
  const { websitesDown, applicationsSilent, certificatesExpiring } = summary
  const row = (what: keyof typeof troubleIcons, service: Named, note: string): LinkCardRow => ({
    key: `${what}-${service.id}`,
    link: link(service),
    icon: troubleIcons[what],
    title: <span className="wrap-anywhere">{service.name}</span>,
    note: joinFacts([note, showCustomer ? service.customer.name : null]),
  })
  const rows = [
    ...websitesDown.map(one => row('down', one, texts.websiteDown(formatRelative(one.since)))),
    ...applicationsSilent.map(one => row('silent', one, texts.applicationSilent(formatRelative(one.lastAlive)))),
    ...certificatesExpiring.map(one => row('certificate', one, certificateText(one.expiresAt))),
  ]
  return rows.slice(0, shownTroubles)
}

/** A fault has a mark of its own, to differ from what is about to end. */
const troubleIcons = {
  down: <IconAlertCircle className="text-red" />,
  silent: <IconAlertCircle className="text-red" />,
  certificate: <IconCertificate />,
} as const

function certificateText(expiresAt: string): string {
  const when = formatRelative(expiresAt)
  return Date.parse(expiresAt) < nowMs() ? texts.certificateExpired(when) : texts.certificateExpires(when)
}
