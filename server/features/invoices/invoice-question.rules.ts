import type { StoredLine, StoredLineEntry } from './invoice-lines.queries.ts'

/** Subject of a question. */
export type AskedAbout = { line_id: string | null; entry_id: string | null; ticket_id: string | null; subject: string }

/** A whole line; of a ticket, when all its work is. */
export function lineSubject({ id, text, work }: StoredLine): AskedAbout {
  const tickets = new Set(work.map(({ ticket_id }) => ticket_id))
  const [ticket_id = null] = tickets
  return { line_id: id, entry_id: null, ticket_id: tickets.size === 1 ? ticket_id : null, subject: text }
}

export function entrySubject(
  line_id: string | null,
  { entry_id, ticket_id, name }: Pick<StoredLineEntry, 'entry_id' | 'ticket_id' | 'name'>,
): AskedAbout {
  return { line_id, entry_id, ticket_id, subject: name }
}
