import type { Request, RequestSummary } from '#contract/requests.ts'
import type { Actor } from '#server/auth/actor.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { presentFile } from '#server/files/present-file.ts'
import { requestPermissionsOf } from './request.policy.ts'
import type { FoundRequest, RequestRow, RequestSums } from './request.queries.ts'

export function presentRequest(actor: Actor, { row, files }: FoundRequest): Request {
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    description: row.description,
    priority: row.priority,
    state: row.state,
    customer: { id: row.customer_id, name: displayNameOf(row) },
    answer: row.answer,
    answeredAt: row.answered_at,
    ticketId: row.own_ticket_id,
    ticket: ticketOf(row),
    aboutTicket: aboutTicketOf(row),
    attachments: files.map(presentFile),
    permissions: requestPermissionsOf(actor, row),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function ticketOf(row: RequestRow): Request['ticket'] {
  const { own_ticket_id: id, ticket_number: number, ticket_name: name, ticket_progress: progress } = row
  return id === null || number === null || name === null || progress === null ? null : { id, number, name, progress }
}

function aboutTicketOf({
  own_about_id: id,
  about_number: number,
  about_name: name,
}: RequestRow): Request['aboutTicket'] {
  return id === null || number === null || name === null ? null : { id, number, name }
}

export function presentRequestSums({ open, openHigh, accepted, declined }: RequestSums): RequestSummary {
  return { openCount: open, openHighCount: openHigh, acceptedCount: accepted, declinedCount: declined }
}
