/** Deleted accounts, and what has to be kept of them. */
import type { Generated } from 'kysely'
import type { Flag, InstantText } from './schema-columns.ts'
import type { CustomerExportTables } from './schema-exports.ts'

export type ErasureTable = {
  id: string
  /** null once nothing of the customer is left. */
  customer_id: string | null
  customer_number: string
  state: 'waiting' | 'withdrawn' | 'done'
  asked_by: 'customer' | 'admin'
  asked_at: InstantText
  due_at: InstantText
  ended_at: InstantText | null
}

/** An invoice of a deleted account: kept until the end of its period, then destroyed with its PDF. */
export type RetainedInvoiceTable = {
  invoice_id: string
  /** Name and address of the customer as they were. */
  recipient: string
  /** The last day, Europe/Berlin. */
  kept_until: string
  /** The period is over: the invoice may be deleted, which a trigger refuses otherwise. */
  is_released: Generated<Flag>
}

/** What a customer may ask for: the data to take along, and its end. */
export type PrivacyTables = CustomerExportTables & { erasure: ErasureTable; retained_invoice: RetainedInvoiceTable }
