/** The questions of the admin's home as cards, from the features' answers. */
import {
  IconBulb,
  IconClockDollar,
  IconHelp,
  IconMailExclamation,
  IconMailPause,
  IconMessage,
  IconWorldExclamation,
  IconWorldQuestion,
} from '@tabler/icons-react'
import type { BillableWork } from '#contract/billing.ts'
import type { DnsHostname } from '#contract/dns-hostnames.ts'
import type { InvoiceQuestion } from '#contract/invoice-questions.ts'
import type { Invoice } from '#contract/invoices.ts'
import type { Message } from '#contract/messages.ts'
import type { Request } from '#contract/requests.ts'
import type { ServiceSummary } from '#contract/services.ts'
import type { OpenWish } from '#contract/ticket-entries.ts'
import { paths } from '#web/app/paths.ts'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import type { LinkCardRow } from '#web/components/navigation/link-card.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { dnsFailureText, dnsHostnameLooks } from '#web/features/dns/dns.labels.ts'
import { senderName } from '#web/features/messages/message.labels.ts'
import { formatRelative, joinFacts } from '#web/lib/format/format.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import type { HomeCard } from '#web/pages/home-cards.tsx'
import { invoiceRows, requestRows, type Shown, troubleRows } from '#web/pages/home-rows.tsx'
import { invoiceQuestionTexts } from '#web/texts/invoice-questions.texts.ts'
import { portalHomeTexts } from '#web/texts/portal-home.texts.ts'

const texts = portalHomeTexts

interface Waiting {
  messages: Shown<Message> | undefined
  wishes: Shown<OpenWish> | undefined
  questions: Shown<InvoiceQuestion> | undefined
  failedMails: number | undefined
  /** Mails that wait because no mail server is set; undefined if one is set. */
  heldMails: number | undefined
}

/** Open messages, wishes and questions on invoices, and failures that need an operator. */
export function waitingCard({ messages, wishes, questions, failedMails = 0, heldMails = 0 }: Waiting): HomeCard[] {
  const rows = [
    ...(messages ? messageRows(messages) : []),
    ...(wishes ? wishRows(wishes) : []),
    ...(questions ? questionRows(questions) : []),
    ...(failedMails > 0 ? [failedMailsRow(failedMails)] : []),
    ...(heldMails > 0 ? [heldMailsRow(heldMails)] : []),
  ]
  return rows.length === 0 ? [] : [{ key: 'waiting', title: texts.waiting, rows }]
}

function messageRows({ count, results }: Shown<Message>): LinkCardRow[] {
  const rows = results.map(message => ({
    key: message.id,
    link: { to: paths.adminMessages, search: { message: message.id } },
    icon: <IconMessage />,
    title: senderName(message),
    note: (
      <span className="truncate block">{`${formatRelative(message.createdAt)} · ${message.text.replace(/\s+/g, ' ')}`}</span>
    ),
  }))
  return count > rows.length ? [...rows, moreMessagesRow(count)] : rows
}

/** Each leads to its ticket, where it is started, billed or answered; once started it is no longer listed. */
function wishRows({ count, results }: Shown<OpenWish>): LinkCardRow[] {
  const rows: LinkCardRow[] = results.map(({ id, name, createdAt, ticket, customer }) => ({
    key: id,
    link: { to: paths.adminTicket, params: { id: ticket.id } },
    icon: <IconBulb />,
    title: <span className="wrap-anywhere">{name}</span>,
    note: texts.wish(ticket.number, customer.name, formatRelative(createdAt)),
  }))
  if (count <= rows.length) return rows
  return [...rows, moreWishesRow(count - rows.length)]
}

/** The list counts tickets, each with possibly several wishes, so the label mentions that. */
function moreWishesRow(count: number): LinkCardRow {
  return {
    key: 'wishes',
    link: { to: paths.adminTickets, search: { wishes: 'open' } },
    icon: <IconBulb />,
    title: texts.moreWishes(count),
    note: texts.moreWishesNote,
  }
}

/** Each leads to its invoice, where it is answered. */
function questionRows({ count, results }: Shown<InvoiceQuestion>): LinkCardRow[] {
  const rows: LinkCardRow[] = results.map(({ id, text, invoice, customer, createdAt }) => ({
    key: id,
    link: { to: paths.adminInvoice, params: { id: invoice.id }, hash: invoiceQuestionTexts.anchor },
    icon: <IconHelp />,
    title: <span className="wrap-anywhere">{text}</span>,
    note: texts.question(invoice.number ?? '', customer.name, formatRelative(createdAt)),
  }))
  if (count <= rows.length) return rows
  return [...rows, moreQuestionsRow(count - rows.length)]
}

/** The list counts invoices, each with possibly several questions, so the label mentions that. */
function moreQuestionsRow(count: number): LinkCardRow {
  return {
    key: 'questions',
    link: { to: paths.adminInvoices, search: { questions: 'open' } },
    icon: <IconHelp />,
    title: texts.moreQuestions(count),
    note: texts.moreQuestionsNote,
  }
}

function moreMessagesRow(count: number): LinkCardRow {
  return {
    key: 'messages',
    link: { to: paths.adminMessages, search: { state: 'new' } },
    icon: <IconMessage />,
    title: texts.newMessages(count),
  }
}

function heldMailsRow(count: number): LinkCardRow {
  return {
    key: 'held-mails',
    link: { to: paths.adminOutbox, search: { state: 'waiting' } },
    icon: <IconMailPause />,
    title: texts.heldMails(count),
    note: texts.heldMailsNote,
  }
}

function failedMailsRow(count: number): LinkCardRow {
  return {
    key: 'mails',
    link: { to: paths.adminOutbox, search: { state: 'failed' } },
    icon: <IconMailExclamation />,
    title: texts.failedMails(count),
    note: texts.failedMailsNote,
  }
}

/** Services that are down, and certificates about to expire. */
export function troubleCard(summary: ServiceSummary | undefined): HomeCard[] {
  if (!summary) return []
  const rows = troubleRows(summary, {
    link: ({ id }) => ({ to: paths.adminService, params: { id } }),
    showCustomer: true,
  })
  const more = <TextLink to={paths.adminServices}>{texts.allServices}</TextLink>
  return rows.length === 0 ? [] : [{ key: 'trouble', title: texts.trouble, rows, more }]
}

/** Host names on which a person must decide, and those the provider does not accept. */
export function hostnamesCard(
  differing: Shown<DnsHostname> | undefined,
  failed: Shown<DnsHostname> | undefined,
): HomeCard[] {
  const rows = [
    ...(differing ? hostnameRows('differs', differing) : []),
    ...(failed ? hostnameRows('failed', failed) : []),
  ]
  const more = <TextLink to={paths.adminDns}>{texts.allHostnames}</TextLink>
  return rows.length === 0 ? [] : [{ key: 'hostnames', title: texts.brokenHostnames, rows, more }]
}

function hostnameRows(state: 'differs' | 'failed', { count, results }: Shown<DnsHostname>): LinkCardRow[] {
  const icon = state === 'failed' ? <IconWorldExclamation className="text-red" /> : <IconWorldQuestion />
  const rows: LinkCardRow[] = results.map(({ id, fullName, type, foundValues, failure, customer }) => ({
    key: id,
    link: { to: paths.adminDns, search: { item: id } },
    icon,
    title: <span className="wrap-anywhere">{`${fullName} (${type})`}</span>,
    note: joinFacts([
      state === 'failed' ? dnsFailureText(failure) : texts.hostnameDiffers(foundValues.join(', ')),
      customer.name,
    ]),
    aside: <StateBadge state={state} looks={dnsHostnameLooks} />,
  }))
  if (count <= rows.length) return rows
  const link = { to: paths.adminDns, search: { state } }
  return [...rows, { key: `more-${state}`, link, icon, title: texts.moreHostnames[state](count - rows.length) }]
}

/** Requests without an answer. */
export function requestsCard(open: Shown<Request> | undefined): HomeCard[] {
  if (!open || open.count === 0) return []
  const rows = requestRows(open.results, {
    link: ({ id }) => ({ to: paths.adminRequest, params: { id } }),
    showCustomer: true,
  })
  const more = (
    <TextLink to={paths.adminRequests} search={{ state: 'open', ordering: '-priority' }}>
      {texts.allOpenRequests}
    </TextLink>
  )
  return [{ key: 'requests', title: texts.openRequests, rows, more }]
}

/** Customers with billable work; each leads to the page that bills it with one click. */
export function billableCard(work: Shown<BillableWork> | undefined, prices: ShownPrices): HomeCard[] {
  if (!work || work.count === 0) return []
  const rows = work.results.map(({ customer, entriesCount, hoursCount, since, total }) => ({
    key: customer.id,
    link: { to: paths.adminCustomer, params: { id: customer.id } },
    icon: <IconClockDollar />,
    title: <span className="wrap-anywhere">{customer.name}</span>,
    note: texts.billable(entriesCount, hoursCount, since),
    aside: <span className="tabular font-semibold">{prices.firstNamed(total)}</span>,
  }))
  const more = (
    <TextLink to={paths.adminCustomers} search={{ billing: 'open' }}>
      {texts.allBillable}
    </TextLink>
  )
  return [{ key: 'billable', title: texts.toBill, note: texts.toBillNote, rows, more }]
}

/** Outstanding invoices and their age. */
export function owedCard(unpaid: Shown<Invoice> | undefined, prices: ShownPrices): HomeCard[] {
  if (!unpaid || unpaid.count === 0) return []
  const rows = invoiceRows(unpaid.results, {
    link: ({ id }) => ({ to: paths.adminInvoice, params: { id } }),
    showCustomer: true,
    prices,
  })
  const more = (
    <TextLink to={paths.adminInvoices} search={{ paid: 'unpaid', ordering: 'dueDate' }}>
      {texts.allOwed}
    </TextLink>
  )
  return [{ key: 'owed', title: texts.owedToUs, rows, more }]
}
