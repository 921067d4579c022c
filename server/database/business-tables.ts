/** The tables of the business: customers, and the work for them. */
import type { Generated } from 'kysely'
import type { CustomerKind } from '#contract/customers.ts'
import type { LineGrouping } from '#contract/invoice-lines.ts'
import type { InvoiceKind, InvoiceState } from '#contract/invoices.ts'
import type { MessageState } from '#contract/messages.ts'
import type { NotifiedWhen } from '#contract/notifications.ts'
import type { Progress } from '#contract/progress.ts'
import type { RequestPriority, RequestState } from '#contract/requests.ts'
import type { ServiceState, ServiceType } from '#contract/service-fields.ts'
import type { EntryType } from '#contract/ticket-entries.ts'
import type { CheckError } from '#contract/website-services.ts'
import type {
  BillingRunInvoiceTable,
  BillingRunTable,
  InvoiceLineEntryTable,
  InvoiceLineTable,
  InvoiceLogoTable,
  InvoiceQuestionTable,
  InvoiceSnapshotTable,
  InvoiceXmlTable,
  NumberSeriesTable,
} from './invoice-tables.ts'
import type { Flag, InstantText, Revised } from './schema-columns.ts'

export type BusinessTables = {
  billing_run: BillingRunTable
  billing_run_invoice: BillingRunInvoiceTable
  business_profile: BusinessProfileTable
  number_sequence: NumberSequenceTable
  customer: CustomerTable
  customer_link: CustomerLinkTable
  invoice: InvoiceTable
  invoice_line: InvoiceLineTable
  invoice_logo: InvoiceLogoTable
  invoice_question: InvoiceQuestionTable
  invoice_snapshot: InvoiceSnapshotTable
  invoice_xml: InvoiceXmlTable
  number_series: NumberSeriesTable
  invoice_line_entry: InvoiceLineEntryTable
  invoice_payment: InvoicePaymentTable
  invoice_pdf_password: InvoicePdfPasswordTable
  faq: FaqTable
  message: MessageTable
  request: RequestTable
  request_attachment: RequestAttachmentTable
  message_reply: MessageReplyTable
  ticket: TicketTable
  ticket_entry: TicketEntryTable
  work_span: WorkSpanTable
  service: ServiceTable
  device_service: DeviceServiceTable
  website_service: WebsiteServiceTable
  website_day: WebsiteDayTable
  website_outage: WebsiteOutageTable
  application_service: ApplicationServiceTable
  service_collection: ServiceCollectionTable
  service_credential: ServiceCredentialTable
  work_month: WorkMonthTable
  open_amount: OpenAmountTable
  row_count: RowCountTable
}

type BusinessProfileTable = Revised & { id: Generated<1>; profile: string }

type NumberSequenceTable = { name: string; last_value: number }

export type CustomerTable = Revised & {
  id: string
  number: string
  number_key: string
  kind: CustomerKind
  company: string
  first_name: string
  last_name: string
  /** Folded display name, for sorting. */
  name_key: string
  phone: string
  website: string
  email: string
  street: string
  zip: string
  city: string
  country: string
  vat_id: string
  leitweg_id: string
  is_notified: Flag
  /** 0: entered by the customer and not yet confirmed by a link. */
  is_email_confirmed: Generated<Flag>
  /** The pending link that confirms the address. */
  contact_token_hash: string | null
  contact_token_until: InstantText | null
  has_newsletter: Flag
  hourly_rate_cents: number
  note: string
  /**
   * Whether notifications are sent one by one or in one mail each morning; `is_notified` decides whether they are sent
   * at all.
   */
  notified_when: Generated<NotifiedWhen>
  /** Set when the account is deleted and the row remains only because invoices refer to it. */
  erased_at: InstantText | null
}

export type CustomerLinkTable = Revised & {
  id: string
  customer_id: string
  label: string
  url: string
  /** From 1 without gaps, kept under a lock on the customer. Not part of the revision. */
  position: number
}

export type FaqTable = Revised & {
  id: string
  question: string
  answer: string
  category: string
  position: number
  is_published: Flag
}

export type MessageTable = Revised & {
  id: string
  email: string
  name: string
  phone: string
  text: string
  state: MessageState
  /** When it was first answered or marked as answered, and by whom. */
  answered_at: InstantText | null
  answered_by: Generated<string>
}

/** A reply by mail; the mail has this row's id as its key. */
export type MessageReplyTable = {
  id: string
  message_id: string
  text: string
  author_name: string
  created_at: InstantText
}

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
  /** The amount the ceiling is compared with; fixed while a ceiling is set. */
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

export type ServiceCollectionTable = Revised & {
  id: string
  customer_id: string
  name: string
  name_key: string
  description: string
}

/** One row per service, with a row in its kind's table. */
export type ServiceTable = Revised & {
  id: string
  type: ServiceType
  customer_id: string
  /** Of the same customer. */
  collection_id: string | null
  name: string
  name_key: string
  description: string
  /** JSON: a list of texts; empty for an application. */
  urls: string
  /** The state that lists filter by; `none`: not monitored. A job changes an application's to `problem`. */
  state: 'none' | ServiceState
}

export type DeviceServiceTable = { service_id: string; local_ip: string; external_ip: string; mac_address: string }

export type WebsiteServiceTable = {
  service_id: string
  is_watched: Flag
  /** null while it is not monitored. */
  next_check_at: InstantText | null
  checked_at: InstantText | null
  outcome: 'ok' | CheckError | null
  status_code: number | null
  response_ms: number | null
  failures_in_row: number
  /** The first of the consecutive failures. */
  failing_since: InstantText | null
  certificate_expires_at: InstantText | null
  /** The end of the certificate that the warning was about. */
  certificate_warned_for: InstantText | null
}

/** The results of a day's checks of a website. */
type WebsiteDayTable = {
  service_id: string
  date: string
  checks: number
  failures: number
  /** Over the answered checks. */
  total_ms: number
  slowest_ms: number
}

type WebsiteOutageTable = {
  service_id: string
  started_at: InstantText
  ended_at: InstantText | null
  error: CheckError
  status_code: number | null
}

export type ApplicationServiceTable = {
  service_id: string
  version: string
  last_alive_at: InstantText | null
  period_minutes: number
  /** When its period runs out. */
  silent_at: InstantText | null
  /** SHA-256 of the token in its heartbeat address, hex. */
  heartbeat_token_hash: string | null
}

export type ServiceCredentialTable = Revised & {
  id: string
  service_id: string
  /** Same as the service's: the scope of a credential without a join. */
  customer_id: string
  label: string
  username: string
  /** Sealed for this row; null: none is stored. */
  sealed_password: Generated<string | null>
  /** Not shared: the credential does not exist for the customer. */
  is_shared: Generated<Flag>
}

export type RequestTable = Revised & {
  id: string
  number: string
  number_key: string
  customer_id: string
  title: string
  title_key: string
  description: string
  priority: RequestPriority
  /** 1 low to 3 high: the sort value of the priority. */
  priority_rank: number
  state: RequestState
  /** Empty while it is open; a declined one always has one. */
  answer: string
  answered_at: InstantText | null
  /** The ticket of an accepted request; null once that is deleted. */
  ticket_id: string | null
  about_ticket_id: string | null
  created_by_user_id: string | null
}

export type RequestAttachmentTable = { file_id: string; request_id: string }

/** Once issued, only payment, notes and the way to a cancellation change: triggers refuse the rest (migration 0013). */
export type InvoiceTable = Revised & {
  id: string
  /** null in a draft that has none yet. */
  number: string | null
  /** `foldNumber`: unique, the sort key of lists; empty without a number. */
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
  /** Sum of its payments; `is_paid` when it covers the gross amount. Checked by `portal doctor`. */
  paid_cents: Generated<number>
  notes: string
  /** The document; a draft may still be without. */
  pdf_file_id: string | null
  /** `uploaded`: made elsewhere. The amounts of a cancellation are those of its original: readers apply the sign. */
  kind: Generated<InvoiceKind>
  /** The invoice that a cancellation cancels; null once that is destroyed. */
  cancels_id: Generated<string | null>
  cancel_reason: Generated<string>
  /** Of a written one. */
  closing_text: Generated<string>
  line_grouping: Generated<LineGrouping>
  has_work_record: Generated<Flag>
  /** The two confirmations that § 12 (3) UStG needs. */
  is_pv_operator: Generated<Flag>
  is_pv_eligible: Generated<Flag>
}

/** Never changed; a counter entry reverses it. */
export type InvoicePaymentTable = {
  id: string
  invoice_id: string
  /** Negative: a refund or a counter entry. */
  amount_cents: number
  paid_on: string
  /** Required for a negative amount. */
  reason: string
  /** The payment that this counter entry reverses; at most one per payment. */
  reverses_id: string | null
  created_at: InstantText
}

/** `id` is the invoice's. */
type InvoicePdfPasswordTable = { id: string; sealed_password: string; created_at: InstantText }

/** The rate in hundredths of a percent (1900 is 19 %). */
export type StoredTaxLine = { rate: number; base_cents: number; amount_cents: number }

/** Work per month (`YYYY-MM`, by the entries' dates), see migration 0015: kept by triggers. */
type WorkMonthTable = {
  month: string
  minutes: number
  total_cents: number
  /** The part on issued invoices. */
  billed_cents: number
}

/** Open tickets and invoices of all customers: kept by triggers. `due_date` is empty for tickets. */
export type OpenAmountTable = { subject: 'ticket' | 'invoice'; due_date: string; count: number; cents: number }

/** Number of rows of a list by its filter values, see `row-counts.ts`: kept by triggers. */
type RowCountTable = { list: string; key: string; count: number }
