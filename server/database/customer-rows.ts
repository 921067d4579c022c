/**
 * The rows of each table that belong to a customer: an export contains them, a deletion destroys them. Every table has
 * an entry; a new one does not compile without.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from './schema.ts'

export type Table = keyof Database

export type CustomerRowsOf = {
  readonly customerId: string
  /** For rows of single users of the customer, only this user's; without it, those of all users. */
  readonly userId?: string | undefined
}
type Condition = (of: CustomerRowsOf) => RawBuilder<SqlBool>

/** Paths from a row to its customer. */
const ways = {
  itself: ({ customerId }) => sql`id = ${customerId}`,
  customer: ({ customerId }) => sql`customer_id = ${customerId}`,
  member: of => sql`id in ${usersOf(of)}`,
  user: of => sql`user_id in ${usersOf(of)}`,
  /** `user:<id>`. */
  owner: of => sql`owner in (select 'user:' || id from ${usersOf(of)} as own)`,
  actor: of => sql`actor_user_id in ${usersOf(of)}`,
  dnsEndpoint: ({ customerId }) => sql`endpoint_id in (select id from dns_endpoint where customer_id = ${customerId})`,
  dnsHostname: ({ customerId }) => sql`hostname_id in (select id from dns_hostname where customer_id = ${customerId})`,
  service: ({ customerId }) => sql`service_id in (select id from service where customer_id = ${customerId})`,
  site: ({ customerId }) => sql`site_id in (select id from energy_site where customer_id = ${customerId})`,
  channel: ({ customerId }) =>
    sql`channel_number in (select number from energy_channel where customer_id = ${customerId})`,
  ticket: ({ customerId }) => sql`ticket_id in (select id from ticket where customer_id = ${customerId})`,
  invoice: ({ customerId }) => sql`invoice_id in (select id from invoice where customer_id = ${customerId})`,
  invoiceItself: ({ customerId }) => sql`id in (select id from invoice where customer_id = ${customerId})`,
  line: ({ customerId }) => sql`line_id in (select invoice_line.id from invoice_line
    join invoice on invoice.id = invoice_line.invoice_id where invoice.customer_id = ${customerId})`,
  request: ({ customerId }) => sql`request_id in (select id from request where customer_id = ${customerId})`,
  file: ({ customerId }) => sql`file_id in (select id from file where customer_id = ${customerId})`,
  export: ({ customerId }) => sql`export_id in (select id from customer_export where customer_id = ${customerId})`,
  /** Written through the contact form from the address of one of its users that no other customer's user has. */
  sender: of => sql`lower(email) in ${addressesOf(of)}`,
  answered: of => sql`message_id in (select id from message where lower(email) in ${addressesOf(of)})`,
  subject: of => sql`subject_id in ${subjectsOf(of)}`,
} satisfies Record<string, Condition>

/** null: no row is a customer's. */
export const customerRows: { readonly [T in Table]: keyof typeof ways | null } = {
  application_service: 'service',
  audit_entry: 'actor',
  backup: null,
  login_policy: null,
  billing_run: null,
  billing_run_invoice: null,
  business_logo: null,
  business_profile: null,
  customer: 'itself',
  customer_export: 'customer',
  customer_export_part: 'export',
  customer_link: 'customer',
  device_service: 'service',
  dns_call: 'dnsEndpoint',
  dns_change: 'dnsHostname',
  dns_domain: 'customer',
  dns_endpoint: 'customer',
  dns_endpoint_hostname: 'dnsEndpoint',
  dns_hostname: 'customer',
  email_change: 'user',
  energy_channel: 'customer',
  energy_site: 'customer',
  energy_storage: 'customer',
  energy_tariff: 'customer',
  energy_price: null,
  energy_price_day: null,
  energy_plan: 'site',
  energy_reading: 'channel',
  energy_minute: 'channel',
  energy_slot: 'channel',
  energy_due_slot: 'channel',
  energy_site_slot: 'site',
  energy_site_day: 'site',
  energy_saving: 'site',
  energy_forecast_day: 'site',
  energy_weather_station: null,
  energy_weather_fetch: null,
  energy_weather_hour: null,
  energy_rejection: 'site',
  energy_proposal: 'site',
  energy_alarm: 'site',
  energy_mute: 'site',
  energy_command: 'customer',
  energy_override: 'customer',
  energy_report: 'site',
  energy_target: 'site',
  erasure: 'customer',
  failed_login: null,
  faq: null,
  file: 'customer',
  file_chunk: 'file',
  idempotency_key: 'owner',
  invoice: 'customer',
  invoice_line: 'invoice',
  invoice_line_entry: 'line',
  invoice_logo: null,
  invoice_payment: 'invoice',
  invoice_pdf_password: 'invoiceItself',
  invoice_question: 'customer',
  invoice_snapshot: 'invoice',
  invoice_xml: 'invoice',
  job: null,
  key_canary: null,
  message: 'sender',
  message_reply: 'answered',
  newsletter: null,
  newsletter_consent: 'customer',
  newsletter_recipient: 'customer',
  notification: 'customer',
  number_sequence: null,
  number_series: null,
  one_time_token: 'user',
  open_amount: null,
  outbox_mail: 'customer',
  passkey: 'user',
  passkey_challenge: 'user',
  pending_login: 'user',
  recovery_code: 'user',
  request: 'customer',
  request_attachment: 'request',
  retained_invoice: 'invoice',
  row_count: null,
  schema_migration: null,
  search_part: 'subject',
  search_term: 'subject',
  service: 'customer',
  service_collection: 'customer',
  service_credential: 'customer',
  session: 'user',
  stop_link: 'user',
  throttle: null,
  ticket: 'customer',
  ticket_attachment: 'ticket',
  ticket_entry: 'customer',
  totp: 'user',
  user_account: 'member',
  website_day: 'service',
  website_outage: 'service',
  website_service: 'service',
  work_month: null,
  work_span: 'ticket',
}

/** The condition that a row of the table belongs to the customer; never true for tables without customer data. */
export function isOfCustomer(table: Table, of: CustomerRowsOf): RawBuilder<SqlBool> {
  const way = customerRows[table]
  return way === null ? sql`1 = 0` : ways[way](of)
}

function usersOf({ customerId, userId }: CustomerRowsOf): RawBuilder<unknown> {
  return userId === undefined
    ? sql`(select id from user_account where customer_id = ${customerId})`
    : sql`(select id from user_account where customer_id = ${customerId} and id = ${userId})`
}

/** Addresses of users are confirmed; one shared with another customer's user is not this customer's alone. */
function addressesOf(of: CustomerRowsOf): RawBuilder<unknown> {
  return sql`(select lower(own.email) from user_account as own where own.id in ${usersOf(of)} and own.email_key <> ''
    and not exists (select 1 from user_account as other where other.email_key = own.email_key
      and (other.customer_id is null or other.customer_id <> ${of.customerId})))`
}

/** All searchable rows. */
function subjectsOf(of: CustomerRowsOf): RawBuilder<unknown> {
  const tables = [
    'user_account',
    'ticket',
    'request',
    'invoice',
    'service',
    'service_collection',
    'dns_domain',
    'dns_hostname',
    'dns_endpoint',
    'energy_site',
    'outbox_mail',
  ]
  const ids = tables.map(table => sql`select id from ${sql.table(table)} where customer_id = ${of.customerId}`)
  return sql`(select id from customer where id = ${of.customerId} union all ${sql.join(ids, sql` union all `)}
    union all select id from message where lower(email) in ${addressesOf(of)})`
}
