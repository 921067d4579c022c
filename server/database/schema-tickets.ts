/** The tables of tickets, their entries and the time measured on them. */
import type { Generated } from 'kysely'
import type { Progress } from '#contract/progress.ts'
import type { EntryType } from '#contract/ticket-entries.ts'
import type { Flag, InstantText, Revised } from './schema-columns.ts'

export type TicketTables = { ticket: TicketTable; ticket_entry: TicketEntryTable; work_span: WorkSpanTable }

export type TicketTable = Revised & {
  id: string
  number: string
  number_key: string
  customer_id: string
  name: string
  name_key: string
  description: string
  progress: Progress
  hourly_rate_cents: number
  budget_cents: number | null
  /** What the ceiling is compared with; it stays while a ceiling stands. */
  budget_is_gross: Generated<Flag>
  invoice_notes: string
  invoice_state: 'none' | 'unpaid' | 'paid'
  /** Kept in the entry's transaction, checked by `portal doctor`. */
  entries_count: Generated<number>
  minutes: Generated<number>
  total_cents: Generated<number>
  billed_cents: Generated<number>
}

export type TicketEntryTable = Revised & {
  id: string
  ticket_id: string
  /** Same as the ticket's: the scope of an entry without a join. */
  customer_id: string
  name: string
  description: string
  type: EntryType
  progress: Progress
  /** Billed time. Measured time is in work_span. */
  minutes: number
  hourly_rate_cents: number
  extra_cents: number
  extra_text: string
  total_cents: number
  date: string
  created_by: 'customer' | 'admin'
  created_by_user_id: string | null
  invoice_id: string | null
}

type WorkSpanTable = {
  id: string
  user_id: string
  ticket_id: string
  entry_id: string | null
  started_at: InstantText
  /** null while running; at most one runs per user. */
  stopped_at: InstantText | null
  /** Stopped, and not booked yet. */
  is_waiting: Generated<Flag>
}
