/** The answers of the limit servers: the product's fields, built by hand and written by JSON.stringify. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export type Row = Record<string, string | number | null>

/** The hash under which the session of a request is stored. */
export function sessionHash(request: IncomingMessage): string {
  const token = /(?:^|; )sid=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  return createHash('sha256').update(token).digest('hex')
}

/** The ticket in the path; undefined for the list. */
export function ticketIdIn(request: IncomingMessage): string | undefined {
  return /\/tickets\/([0-9a-f-]{36})\//.exec(request.url ?? '/')?.[1]
}

export function readBody(request: IncomingMessage, then: (body: Row) => void): void {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => then(JSON.parse(Buffer.concat(chunks).toString()) as Row))
}

/** The row of a customer's new entry. */
export function newEntry(id: string, now: string, body: Row, ticket: Row, session: Row): Row {
  return {
    id,
    ticket_id: ticket.id ?? '',
    customer_id: ticket.customer_id ?? '',
    name: body.name ?? '',
    description: body.description ?? '',
    type: body.type ?? '',
    progress: 'upcoming',
    minutes: 0,
    hourly_rate_cents: ticket.hourly_rate_cents ?? 0,
    extra_cents: 0,
    extra_text: '',
    total_cents: 0,
    date: now.slice(0, 10),
    created_by: 'customer',
    created_by_user_id: session.user_id ?? '',
    invoice_id: null,
    revision: 1,
    created_at: now,
    updated_at: now,
  }
}

export function invoicesByTicket(rows: readonly Row[]): Map<string, object[]> {
  const found = new Map<string, object[]>()
  for (const row of rows) {
    const list = found.get(String(row.ticket_id)) ?? []
    list.push({ id: row.id, number: row.number, isPaid: row.is_paid === 1 })
    found.set(String(row.ticket_id), list)
  }
  return found
}

export function presentTicket(row: Row, invoices: Map<string, object[]>) {
  const total = Number(row.sum_total) / 100
  const billed = Number(row.sum_billed) / 100
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    description: row.description,
    progress: row.progress,
    customer: { id: row.customer_id, name: row.customer_name },
    hourlyRate: Number(row.hourly_rate_cents) / 100,
    hoursCount: Math.round((Number(row.sum_minutes) * 100) / 60) / 100,
    total,
    openTotal: total - billed,
    billedTotal: billed,
    entriesCount: row.n_entries,
    invoices: invoices.get(String(row.id)) ?? [],
    invoicePaid: row.invoice_state === 'none' ? null : row.invoice_state,
    invoiceNotes: row.invoice_notes,
    budget: row.budget_cents === null ? null : Number(row.budget_cents) / 100,
    permissions: [],
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function presentEntry(row: Row) {
  return {
    id: row.id,
    ticketId: row.ticket_id,
    name: row.name,
    description: row.description,
    type: row.type,
    progress: row.progress,
    quantity: Math.round((Number(row.minutes) * 100) / 60) / 100,
    measuredHours: 0,
    hourlyRate: Number(row.hourly_rate_cents) / 100,
    chargedExtra: Number(row.extra_cents) / 100,
    chargedExtraText: row.extra_text,
    total: Number(row.total_cents) / 100,
    date: row.date,
    createdBy: row.created_by,
    invoiceId: row.invoice_id,
    spans: [],
    permissions: [],
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function send(response: ServerResponse, status: number, body: object) {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
