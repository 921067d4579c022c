/** The tables of invoices that the portal writes. */
import type { LineGrouping } from '#contract/invoice-lines.ts'
import type { InvoiceUnit } from '#contract/invoice-units.ts'
import type { SeriesKind } from '#contract/number-series.ts'
import type { VatCase } from '#contract/vat-cases.ts'
import type { Revised } from './schema-columns.ts'

/** A line; `net_cents` is quantity times price. Of a cancellation the quantity is negative. */
export type InvoiceLineTable = {
  id: string
  invoice_id: string
  /** From 1 without gaps. */
  position: number
  /** The source of a line of work (`entry:<id>`, `extra:<id>`, `ticket:<id>`, `type:<type>`); null for a free line. */
  work_key: string | null
  text: string
  description: string
  quantity_milli: number
  unit: InvoiceUnit
  /** Ten-thousandths of a euro. */
  unit_price_e4: number
  net_cents: number
  /** null in a draft: not chosen yet. */
  vat_case: VatCase | null
}

/** Work behind a line, as it was billed: it stays when the entry is free again or deleted. */
export type InvoiceLineEntryTable = {
  id: string
  line_id: string
  position: number
  entry_id: string | null
  ticket_id: string | null
  ticket_number: string
  ticket_name: string
  name: string
  description: string
  date: string
  /** Printed hours; 0 for the extra charge of an entry. */
  hours_hundredths: number
  amount_cents: number
}

/** The frozen values of an issued invoice as JSON (`InvoiceSnapshot`), and their SHA-256. Never changed. */
export type InvoiceSnapshotTable = { invoice_id: string; content: string; sha256: string }

/** The archived XML: inside of the original (`en16931`), or a file of its own. Never changed. */
export type InvoiceXmlTable = { invoice_id: string; profile: 'en16931' | 'xrechnung'; xml: string; sha256: string }

/** Logos that were printed: the copies of invoices are drawn again with them. */
export type InvoiceLogoTable = { sha256: string; file_id: string }

/** Where the numbers of written invoices come from; `number_sequence` counts. */
export type NumberSeriesTable = Revised & {
  kind: SeriesKind
  form: string
  /** Of the last invoice of the series. */
  last_issue_date: string | null
}

/** A question of the customer on a line or an entry, and its answer. Gone with the customer's account. */
export type InvoiceQuestionTable = {
  id: string
  invoice_id: string
  customer_id: string
  line_id: string | null
  entry_id: string | null
  ticket_id: string | null
  /** The name of the line or entry when it was asked. */
  subject: string
  text: string
  state: 'open' | 'answered'
  asked_by: string
  answer: string
  answered_by: string
  answered_at: string | null
  created_at: string
}

/** The billing run of a month (`YYYY-MM`), and its work in progress. */
export type BillingRunTable = {
  id: string
  month: string
  state: 'idle' | 'drafting' | 'issuing'
  grouping: LineGrouping
  vat_case: VatCase | null
  total_count: number
  done_count: number
  created_at: string
  updated_at: string
}

/** An invoice that a run has drafted. */
export type BillingRunInvoiceTable = {
  invoice_id: string
  run_id: string
  /** JSON (`MissingData[]`) as of the last check; null before it. */
  missing: string | null
  /** Code of the error that kept it from being issued; empty otherwise. */
  failure: string
}
