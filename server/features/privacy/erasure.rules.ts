/** The fate of each table's rows when a customer's account is deleted, its time, and its obstacles. */
import type { ErasureObstacle } from '#contract/erasures.ts'
import { erasureWaitDays } from '#contract/limits.ts'
import { dayMs, plusMs } from '#server/clock.ts'
import type { Table } from '#server/database/customer-rows.ts'

export type Fate =
  /** Deleted, with all dependent rows. */
  | 'destroyed'
  /** Kept by law until the period ends; the rest is deleted. */
  | 'kept'
  /** The row stays while something refers to it, without personal data. */
  | 'emptied'
  /** Stays permanently: it contains ids and no personal text. */
  | 'logged'
  /** Expires by itself within days. */
  | 'fading'
  /** Contains no customer data. */
  | 'untouched'

export const fates: { readonly [T in Table]: Fate } = {
  application_service: 'destroyed',
  audit_entry: 'logged',
  backup: 'untouched',
  billing_run: 'untouched',
  billing_run_invoice: 'untouched',
  business_logo: 'untouched',
  business_profile: 'untouched',
  customer: 'emptied',
  customer_export: 'destroyed',
  customer_export_part: 'destroyed',
  customer_link: 'destroyed',
  device_service: 'destroyed',
  dns_call: 'destroyed',
  dns_change: 'destroyed',
  dns_domain: 'destroyed',
  dns_endpoint: 'destroyed',
  dns_endpoint_hostname: 'destroyed',
  dns_hostname: 'destroyed',
  email_change: 'destroyed',
  energy_channel: 'destroyed',
  energy_saving: 'destroyed',
  energy_forecast_day: 'destroyed',
  energy_weather_station: 'untouched',
  energy_weather_fetch: 'untouched',
  energy_weather_hour: 'untouched',
  energy_site: 'destroyed',
  energy_storage: 'destroyed',
  energy_tariff: 'destroyed',
  energy_price: 'untouched',
  energy_price_day: 'untouched',
  energy_plan: 'destroyed',
  energy_reading: 'destroyed',
  energy_minute: 'destroyed',
  energy_slot: 'destroyed',
  energy_due_slot: 'destroyed',
  energy_site_slot: 'destroyed',
  energy_site_day: 'destroyed',
  energy_rejection: 'destroyed',
  energy_proposal: 'destroyed',
  energy_alarm: 'destroyed',
  energy_mute: 'destroyed',
  energy_command: 'destroyed',
  energy_override: 'destroyed',
  energy_report: 'destroyed',
  energy_target: 'destroyed',
  erasure: 'emptied',
  failed_login: 'fading',
  faq: 'untouched',
  file: 'kept',
  file_chunk: 'kept',
  idempotency_key: 'destroyed',
  invoice: 'kept',
  invoice_line: 'kept',
  invoice_line_entry: 'kept',
  invoice_logo: 'untouched',
  invoice_payment: 'kept',
  invoice_pdf_password: 'kept',
  invoice_question: 'destroyed',
  invoice_snapshot: 'kept',
  invoice_xml: 'kept',
  job: 'fading',
  key_canary: 'untouched',
  login_policy: 'untouched',
  message: 'destroyed',
  message_reply: 'destroyed',
  newsletter: 'untouched',
  newsletter_consent: 'destroyed',
  newsletter_recipient: 'destroyed',
  notification: 'destroyed',
  number_sequence: 'untouched',
  number_series: 'untouched',
  one_time_token: 'destroyed',
  open_amount: 'untouched',
  outbox_mail: 'destroyed',
  passkey: 'destroyed',
  passkey_challenge: 'destroyed',
  pending_login: 'destroyed',
  recovery_code: 'destroyed',
  request: 'destroyed',
  request_attachment: 'destroyed',
  retained_invoice: 'kept',
  row_count: 'untouched',
  schema_migration: 'untouched',
  search_part: 'destroyed',
  search_term: 'destroyed',
  service: 'destroyed',
  service_collection: 'destroyed',
  service_credential: 'destroyed',
  session: 'destroyed',
  stop_link: 'destroyed',
  throttle: 'fading',
  ticket: 'destroyed',
  ticket_attachment: 'destroyed',
  ticket_entry: 'destroyed',
  totp: 'destroyed',
  user_account: 'destroyed',
  website_day: 'destroyed',
  website_outage: 'destroyed',
  website_service: 'destroyed',
  work_month: 'untouched',
  work_span: 'destroyed',
}

/**
 * The order of deletion, so that nothing refers to deleted rows; invoices, files and the customer itself come between
 * and after (`erase/commands.ts`). Other tables depend on a table here and are deleted with it.
 */
export const destroyedFirst: readonly Table[] = [
  'search_term',
  'notification',
  'newsletter_recipient',
  'newsletter_consent',
  'message_reply',
  'message',
  'idempotency_key',
  'customer_export',
  'request_attachment',
  'request',
  'invoice_question',
  'ticket_attachment',
  'ticket_entry',
  'ticket',
]
export const destroyedLast: readonly Table[] = [
  'dns_endpoint',
  'dns_domain',
  'service_credential',
  'service',
  'service_collection',
  'energy_site',
  'customer_link',
  'user_account',
]

export function dueAfter(askedAt: Date): Date {
  return plusMs(askedAt, erasureWaitDays * dayMs)
}

/** Years an invoice is kept, from the end of the year it was issued in: § 147 (3) and (4) AO, § 14b (1) UStG. */
const keptYears = 8

/** The last day an invoice of this date must be kept. */
export function keptUntil(issueDate: string): string {
  return `${Number(issueDate.slice(0, 4)) + keptYears}-12-31`
}

export type Findings = { readonly unpaidInvoices: number; readonly admins: number }

/**
 * Open work does not block a deletion; open invoices do (GDPR, article 17 (3) e), and the business cannot delete
 * itself.
 */
export function obstaclesOf({ unpaidInvoices, admins }: Findings): ErasureObstacle[] {
  return [
    ...(unpaidInvoices > 0 ? (['unpaid_invoices'] as const) : []),
    ...(admins > 0 ? (['own_business'] as const) : []),
  ]
}

type Recipient = {
  company: string
  first_name: string
  last_name: string
  street: string
  zip: string
  city: string
  country: string
  vat_id: string
}

/** Name and address as on an envelope. */
export function recipientOf(row: Recipient): string {
  const lines = [
    row.company,
    `${row.first_name} ${row.last_name}`,
    row.street,
    `${row.zip} ${row.city}`,
    row.country === 'DE' ? '' : row.country,
    row.vat_id,
  ]
  return lines
    .map(line => line.trim())
    .filter(line => line !== '')
    .join('\n')
}
