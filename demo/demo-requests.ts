/** The demo's requests: some became tickets, some are open, some were declined. */
import { hash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { RequestPriority } from '#contract/requests.ts'
import { calendarDate, dayMs, hourMs, instantText, minuteMs } from '#server/clock.ts'
import type { RequestTable } from '#server/database/business-tables.ts'
import { fold } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'
import type { FileTable } from '#server/database/platform-tables.ts'
import { priorityRank, requestNumber, requestNumberKey } from '#server/features/requests/request.rules.ts'
import { type DemoCustomer, demoCustomers, mainCustomer } from './demo-customers.ts'
import { createRandom, type Random } from './demo-random.ts'
import {
  acceptedAttachments,
  acceptingAnswers,
  type DemoAttachment,
  declinedRequests,
  openRequests,
} from './request-texts.ts'
import { pdfPage, picture } from './sample-files.ts'

export type DemoFile = { row: Insertable<FileTable>; content: Buffer }
export type DemoRequest = Insertable<RequestTable> & { files: DemoFile[] }

type Ticket = {
  id: string
  customer_id: string
  name: string
  description: string
  progress: string
  created_at: string
}
type Sources = {
  today: number
  /** Ordered by creation. */
  tickets: readonly Ticket[]
  idOf: (customer: DemoCustomer) => string
}
type Draft = Pick<RequestTable, 'customer_id' | 'title' | 'description' | 'priority' | 'state' | 'answer'> & {
  at: number
  answeredAt: number | null
  ticketId: string | null
  aboutTicketId: string | null
  attachments: readonly DemoAttachment[]
}

const acceptedCount = 13
const priorities: readonly RequestPriority[] = ['low', 'medium', 'medium', 'high']

/** 25 in two years, ordered by creation. */
export function requestRows({ today, tickets, idOf }: Sources): DemoRequest[] {
  const random = createRandom(25)
  const drafts = [
    ...acceptedDrafts(random, tickets),
    ...openRequests.map(text => ({ ...writtenDraft(random, text, { today, tickets, idOf }), ...open })),
    ...declinedRequests.map(text => {
      const draft = writtenDraft(random, text, { today, tickets, idOf })
      const answeredAt = draft.at + random.between(3, 30) * hourMs
      return { ...draft, ...open, state: 'declined' as const, answer: text.answer, answeredAt }
    }),
  ].sort((a, b) => a.at - b.at)
  const last = new Map<number, number>()
  return drafts.map(draft => {
    const year = Number(calendarDate(new Date(draft.at)).slice(0, 4))
    const sequence = (last.get(year) ?? 0) + 1
    last.set(year, sequence)
    return rowOf(random, draft, { year, sequence })
  })
}

const open = { state: 'open', answer: '', answeredAt: null, ticketId: null } as const

/** Every few tickets, one started as a request some days earlier. */
function acceptedDrafts(random: Random, tickets: readonly Ticket[]): Draft[] {
  const stride = Math.floor(tickets.length / acceptedCount)
  const chosen = Array.from({ length: acceptedCount }, (_, index) => tickets[(index + 1) * stride - 1])
  return chosen.flatMap((ticket, index): Draft[] => {
    if (ticket === undefined) return []
    const answeredAt = Date.parse(ticket.created_at)
    const attachment = index % 4 === 0 ? acceptedAttachments[(index / 4) % acceptedAttachments.length] : undefined
    return [
      {
        customer_id: ticket.customer_id,
        title: ticket.name,
        description: ticket.description,
        priority: random.pick(priorities),
        state: 'accepted',
        answer: random.pick(acceptingAnswers),
        at: answeredAt - random.between(1, 5) * dayMs - random.between(0, 240) * minuteMs,
        answeredAt,
        ticketId: ticket.id,
        aboutTicketId: null,
        attachments: attachment ? [attachment] : [],
      },
    ]
  })
}

function writtenDraft(
  random: Random,
  text: (typeof openRequests)[number],
  { today, tickets, idOf }: Sources,
): Omit<Draft, 'state' | 'answer' | 'answeredAt' | 'ticketId'> {
  const fitting = demoCustomers.filter(
    customer => customer !== mainCustomer && customer.audience === text.from && customer.ticketsCount > 0,
  )
  const customerId = idOf(text.from === 'main' ? mainCustomer : random.pick(fitting))
  const finished = tickets.filter(ticket => ticket.customer_id === customerId && ticket.progress === 'finished')
  return {
    customer_id: customerId,
    title: text.title,
    description: text.description,
    priority: text.priority,
    at: today - text.daysAgo * dayMs + 8 * hourMs + random.between(0, 600) * minuteMs,
    aboutTicketId: text.isAboutTicket ? (finished.at(-1)?.id ?? null) : null,
    attachments: text.attachments ?? [],
  }
}

function rowOf(random: Random, draft: Draft, { year, sequence }: { year: number; sequence: number }): DemoRequest {
  const at = new Date(draft.at)
  return {
    id: newId(at, random.next),
    number: requestNumber(year, sequence),
    number_key: requestNumberKey(year, sequence),
    customer_id: draft.customer_id,
    title: draft.title,
    title_key: fold(draft.title),
    description: draft.description,
    priority: draft.priority,
    priority_rank: priorityRank(draft.priority),
    state: draft.state,
    answer: draft.answer,
    answered_at: draft.answeredAt === null ? null : instantText(new Date(draft.answeredAt)),
    ticket_id: draft.ticketId,
    about_ticket_id: draft.aboutTicketId,
    created_by_user_id: null,
    revision: draft.state === 'open' ? 1 : 2,
    created_at: instantText(at),
    updated_at: instantText(new Date(draft.answeredAt ?? draft.at)),
    files: draft.attachments.map((attachment, index) => fileOf(random, attachment, draft, index)),
  }
}

/** Uploaded shortly before the request was sent. */
function fileOf(random: Random, attachment: DemoAttachment, { customer_id, at }: Draft, index: number): DemoFile {
  const uploadedAt = new Date(at - (9 - index) * 1_000)
  const content = attachment.kind === 'pdf' ? pdfPage(attachment.heading, attachment.lines) : picture(...attachment.hue)
  return {
    content,
    row: {
      id: newId(uploadedAt, random.next),
      customer_id,
      uploaded_by_user_id: null,
      name: attachment.name,
      media_type: attachment.kind === 'pdf' ? 'application/pdf' : 'image/png',
      size_bytes: content.length,
      sha256: hash('sha256', content),
      state: 'attached',
      created_at: instantText(uploadedAt),
    },
  }
}
