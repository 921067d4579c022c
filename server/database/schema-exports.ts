/** Exports of everything about a customer. */
import type { ExportState } from '#contract/customer-exports.ts'
import type { InstantText, Timestamps } from './schema-columns.ts'

export type CustomerExportTable = Timestamps & {
  id: string
  customer_id: string
  /** Whose own devices, passkeys and deeds are in it; null: those of all users of the customer, for an admin. */
  of_user_id: string | null
  asked_by: 'customer' | 'admin'
  state: ExportState
  /** Nouns and files packed so far, and all of them; 0 before it has begun. */
  steps_done: number
  steps_count: number
  size_bytes: number | null
  /** The key its parts are encrypted with, sealed for this row; null before it is ready and once it is destroyed. */
  sealed_key: string | null
  expires_at: InstantText | null
}

/** A part of the ZIP file, encrypted: see `server/secrets/seal-parts.ts`. */
type CustomerExportPartTable = { export_id: string; position: number; content: Uint8Array }

export type CustomerExportTables = {
  customer_export: CustomerExportTable
  customer_export_part: CustomerExportPartTable
}
