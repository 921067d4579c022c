/** The table of invoices. */
import type { InvoiceState } from '#contract/invoices.ts'
import type { Flag, Revised } from './schema-columns.ts'

/** Once issued, only payment, notes and the way to a cancellation change: triggers refuse the rest (migration 0013). */
export type InvoiceTable = Revised & {
  id: string
  /** null in a draft that has none yet. */
  number: string | null
  /** `foldNumber`: unique, what lists sort by; empty without a number. */
  number_key: string
  customer_id: string
  state: InvoiceState
  is_paid: Flag
  paid_on: string | null
  issue_date: string | null
  due_date: string | null
  /** The dates again as lists sort by them: 9999-12-31 where there is none. */
  issue_key: string
  due_key: string
  service_from: string | null
  service_to: string | null
  net_cents: number
  tax_cents: number
  /** JSON of `StoredTaxLine[]`. */
  tax_lines: string
  gross_cents: number
  notes: string
  /** The document; a draft may still be without. */
  pdf_file_id: string | null
}

/** The rate in hundredths of a percent (1900 is 19 %). */
export type StoredTaxLine = { rate: number; base_cents: number; amount_cents: number }
