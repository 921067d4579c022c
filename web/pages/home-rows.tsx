/** Rows shared by both homes; each portal passes its own links. */

import { IconAlertCircle, IconCertificate, IconFileInvoice, IconMessageQuestion } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { Invoice } from '#contract/invoices.ts'
import type { Request } from '#contract/requests.ts'
import type { ServiceSummary } from '#contract/services.ts'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import type { LinkCardRow } from '#web/components/navigation/link-card.tsx'
import { dueText, standingLooks, standingOf } from '#web/features/invoices/invoice.labels.ts'
import { priorityLooks, requestLooks } from '#web/features/requests/request.labels.ts'
import { nowMs } from '#web/lib/browser/browser-clock.ts'
import { formatRelative, joinFacts } from '#web/lib/format/format.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { portalHomeTexts } from '#web/texts/portal-home.texts.ts'

const texts = portalHomeTexts

/** The part of a list's page that a home shows. */
export type Shown<T> = { count: number; results: readonly T[] }

interface Rows<T> {
  link: (item: T) => LinkProps
  /** Shows the customer, in rows of several customers. */
  showCustomer: boolean
}

/** Unpaid invoices in the given order: next due first. */
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
        <span className="tabular font-semibold">{prices.named(invoice.openTotal, 'gross')}</span>
        {invoice.overdue ? <StateBadge state={standingOf(invoice)} looks={standingLooks} /> : null}
      </span>
    ),
  }))
}

/** Requests in the given order. The business sees their priority, a customer their state. */
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
    aside: showCustomer ? (
      <StateBadge state={request.priority} looks={priorityLooks} />
    ) : (
      <StateBadge state={request.state} looks={requestLooks} />
    ),
  }))
}

type Named = { id: string; name: string; customer: { name: string } }

const shownTroubles = 5

/** Services that are down or silent, and expiring certificates, as many as fit on a card. */
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

/** Failures have an icon of their own, different from expiring certificates. */
const troubleIcons = {
  down: <IconAlertCircle className="text-red" />,
  silent: <IconAlertCircle className="text-red" />,
  certificate: <IconCertificate />,
} as const

function certificateText(expiresAt: string): string {
  const when = formatRelative(expiresAt)
  return Date.parse(expiresAt) < nowMs() ? texts.certificateExpired(when) : texts.certificateExpires(when)
}
