/**
 * The content of an export of all data of a customer: for every table its noun and columns, or the reason for its
 * omission.
 */
import type { ExportState } from '#contract/customer-exports.ts'
import type { Table } from '#server/database/customer-rows.ts'
import { eurOf, hoursOf } from '#server/units.ts'

type Exported = {
  /** The file: `tickets` is `tickets.json`. */
  readonly noun: string
  /** Columns in it, in the order of the file. */
  readonly columns: readonly string[]
  /** Omitted columns: sort and search keys, proofs, staff-only data. */
  readonly without: readonly string[]
  /** Omitted rows, see `queries.ts`. */
  readonly only?: 'issued' | 'onIssued' | 'onIssuedLine' | 'shared' | 'seen' | 'toCustomer' | 'alive'
}
export type ExportPlan = Exported | { readonly because: string }

const words = (text: string): readonly string[] => (text === '' ? [] : text.split(' '))
const exported = (noun: string, columns: string, without = '', only?: Exported['only']): Exported => ({
  noun,
  columns: words(columns),
  without: words(without),
  ...(only && { only }),
})
const not = (because: string): ExportPlan => ({ because })

const proof = 'proves identity; anybody who has it can log in'
const business = 'belongs to the business, nothing of a customer is in it'
const derived = 'counted or folded from rows that are in the export'

export const exportPlans: { readonly [T in Table]: ExportPlan } = {
  customer: exported(
    'customer',
    'id number kind company first_name last_name phone website email street zip city country vat_id leitweg_id is_email_confirmed is_notified notified_when has_newsletter hourly_rate_cents created_at updated_at',
    'number_key name_key note revision erased_at contact_token_hash contact_token_until',
  ),
  user_account: exported(
    'users',
    'id username email first_name last_name role is_active second_factor invited_at last_login_at last_failed_login_at last_failed_login_network created_at updated_at',
    'username_key email_key customer_id password_hash access_generation revision',
  ),
  session: exported(
    'sessions',
    'id user_id created_at last_seen_at idle_until absolute_until authenticated_at address user_agent',
    'token_hash as_customer_id as_user_until as_user_reason previous_token_hash previous_token_until',
  ),
  passkey: exported(
    'passkeys',
    'id user_id name created_at last_used_at',
    'credential_id public_key counter transports',
  ),
  email_change: exported(
    'email-changes',
    'id user_id old_email new_email stop_email disputed_since state expires_at created_at updated_at',
    'token_hash stoppable_until',
  ),
  audit_entry: exported(
    'audit-log',
    'id at actor_user_id action subject_kind subject_id details address',
    'seq actor_name as_customer_id as_customer_name previous_hash hash',
  ),
  customer_link: exported('customer-links', 'id label url position created_at updated_at', 'customer_id revision'),
  ticket: exported(
    'tickets',
    'id number name description progress hourly_rate_cents budget_cents budget_is_gross invoice_notes invoice_state entries_count minutes total_cents billed_cents created_at updated_at',
    'number_key name_key customer_id revision',
  ),
  ticket_entry: exported(
    'ticket-entries',
    'id ticket_id invoice_id name description type progress minutes hourly_rate_cents extra_cents extra_text total_cents date created_by created_at updated_at',
    'customer_id created_by_user_id revision',
  ),
  request: exported(
    'requests',
    'id number title description priority state answer answered_at ticket_id about_ticket_id created_at updated_at',
    'number_key title_key priority_rank customer_id created_by_user_id revision',
  ),
  request_attachment: exported('request-attachments', 'request_id file_id'),
  ticket_attachment: exported('ticket-attachments', 'ticket_id file_id'),
  file: exported(
    'files',
    'id name media_type size_bytes sha256 state created_at',
    'customer_id uploaded_by_user_id',
    'seen',
  ),
  invoice: exported(
    'invoices',
    'id number state is_paid paid_on issue_date due_date service_from service_to net_cents tax_cents tax_lines gross_cents paid_cents notes pdf_file_id kind cancels_id cancel_reason closing_text is_pv_operator is_pv_eligible created_at updated_at',
    'number_key issue_key due_key customer_id revision line_grouping has_work_record',
    'issued',
  ),
  invoice_line: exported(
    'invoice-lines',
    'id invoice_id position text description quantity_milli unit unit_price_e4 net_cents vat_case',
    'work_key',
    'onIssued',
  ),
  invoice_line_entry: exported(
    'invoice-line-entries',
    'id line_id position entry_id ticket_id ticket_number ticket_name name description date hours_hundredths amount_cents',
    '',
    'onIssuedLine',
  ),
  invoice_xml: exported('invoice-xml', 'invoice_id profile xml sha256'),
  invoice_payment: exported('invoice-payments', 'id invoice_id amount_cents paid_on reason reverses_id created_at'),
  invoice_question: exported(
    'invoice-questions',
    'id invoice_id line_id entry_id ticket_id subject text state asked_by answer answered_by answered_at created_at',
    'customer_id',
  ),
  service: exported(
    'services',
    'id type collection_id name description urls state created_at updated_at',
    'name_key customer_id revision',
  ),
  device_service: exported('device-services', 'service_id local_ip external_ip mac_address'),
  website_service: exported(
    'website-services',
    'service_id is_watched checked_at outcome status_code response_ms failures_in_row failing_since certificate_expires_at',
    'next_check_at certificate_warned_for',
  ),
  website_day: exported('website-days', 'service_id date checks failures total_ms slowest_ms'),
  website_outage: exported('website-outages', 'service_id started_at ended_at error status_code'),
  application_service: exported(
    'application-services',
    'service_id version last_alive_at period_minutes silent_at',
    'heartbeat_token_hash',
  ),
  service_collection: exported(
    'service-collections',
    'id name description created_at updated_at',
    'name_key customer_id revision',
  ),
  energy_site: exported(
    'energy-sites',
    'id name street zip city country latitude_hundredths longitude_hundredths zone pv_watts planes commissioned_on has_smart_meter inverter_w max_import_w max_export_w can_curtail control is_demo state alarms last_reading_at key created_at updated_at',
    'name_key customer_id token_hash broker_hash plan_due_at plan_due_cause revision',
  ),
  energy_channel: exported(
    'energy-channels',
    'id site_id storage_id key name role measure factor_millionths max_w source source_topic source_path device last_value_millionths last_at created_at updated_at',
    'number customer_id wrong_signs revision',
  ),
  energy_storage: exported(
    'energy-storages',
    'id site_id name kind technical schedule command_target created_at updated_at',
    'customer_id revision',
  ),
  energy_tariff: exported(
    'energy-tariffs',
    'id site_id valid_from name prices monthly_cents created_at updated_at',
    'customer_id revision',
  ),
  energy_site_day: exported(
    'energy-days',
    'site_id date import_mwh export_mwh pv_mwh charge_mwh discharge_mwh house_mwh car_mwh heat_mwh consumer_mwh unexplained_mwh level_thousandths covered_ms origin_pv_mwh origin_battery_pv_mwh origin_battery_grid_mwh origin_grid_mwh cost_e8 unpriced_mwh estimated_price_mwh',
    'is_account_due is_saving_due',
  ),
  energy_saving: exported(
    'energy-savings',
    'site_id date obstacle covered_ms actual_e4 none_e4 self_use_e4 rules_e4 bound_e4',
  ),
  energy_forecast_day: exported(
    'energy-forecasts',
    'site_id date station_id from_ms load_w pv_w is_measured load_slots load_forecast_mwh load_measured_mwh load_error_mwh pv_slots pv_forecast_mwh pv_measured_mwh pv_error_mwh',
  ),
  energy_rejection: exported('energy-rejections', 'id site_id channel value reading_at code created_at'),
  energy_proposal: exported(
    'energy-proposals',
    'id site_id adapter topic path name role measure factor_millionths unit example seen_at created_at',
  ),
  energy_alarm: exported(
    'energy-alarms',
    'id site_id kind subject_id started_at ended_at',
    'is_start_told is_end_told',
  ),
  energy_mute: exported('energy-mutes', 'site_id kind until_at'),
  energy_command: exported(
    'energy-commands',
    'id site_id storage_id at mode power_w reason facts is_dimmed plan_id override_id target former state answer sent_at confirmed_at ended_at',
    'customer_id awaited_since reports_since next_at',
  ),
  energy_override: exported(
    'energy-overrides',
    'id site_id storage_id mode power_w until_at by ended_at created_at',
    'customer_id',
  ),
  energy_report: exported('energy-reports', 'storage_id site_id text at'),
  energy_target: exported('energy-targets', 'site_id topic component name description seen_at'),
  service_credential: exported(
    'credentials',
    'id service_id label username created_at updated_at',
    'customer_id sealed_password is_shared revision',
    'shared',
  ),
  dns_domain: exported(
    'dns-domains',
    'id domain type options name_servers ttl_min last_check failure failure_detail failing_since created_at updated_at',
    'customer_id sealed_api_key writer writing_until incident_at revision',
  ),
  dns_hostname: exported(
    'dns-hostnames',
    'id domain_id name full_name type source suffix value ttl cause state last_update_at verified_at verified_by reported_at found_values failure failure_detail failing_since created_at updated_at',
    'customer_id generation written_value written_ttl is_overwriting attempts next_attempt_at revision',
  ),
  dns_endpoint: exported(
    'dns-endpoints',
    'id name router request_template is_active device_id user_name created_at updated_at',
    'customer_id name_key token_hash previous_token_hash previous_token_until last_call_id revision',
  ),
  dns_endpoint_hostname: exported('dns-endpoint-hostnames', 'endpoint_id hostname_id position'),
  dns_call: exported(
    'dns-calls',
    'id endpoint_id at address user_agent request ipv4 ipv6 prefix hints status answer calls',
  ),
  dns_change: exported('dns-changes', 'id hostname_id at cause event value failure failure_detail'),
  message: exported(
    'messages',
    'id email name phone text state answered_at created_at updated_at',
    'answered_by revision',
  ),
  message_reply: exported('message-replies', 'id message_id text author_name created_at'),
  newsletter_consent: exported(
    'newsletter-consents',
    'id email wording state asked_at asked_from expires_at confirmed_at confirmed_from ended_at end_reason',
    'customer_id user_id token_hash',
  ),
  newsletter_recipient: exported('newsletters', 'newsletter_id email state', 'consent_id customer_id email_key'),
  notification: exported(
    'notifications',
    'id kind bundle_subject content state due_at created_at',
    'customer_id key bundle',
  ),
  open_amount: not(derived),
  outbox_mail: exported(
    'mails',
    'id kind recipient subject text state sent_at created_at',
    'key reply_to html unsubscribe_url batch attempts next_attempt_at lease_until last_error token_hash updated_at customer_id',
    'toCustomer',
  ),
  customer_export: exported(
    'exports',
    'id asked_by state size_bytes expires_at created_at',
    'customer_id of_user_id steps_done steps_count sealed_key updated_at',
    'alive',
  ),

  erasure: exported('erasures', 'id state asked_by asked_at due_at ended_at', 'customer_id customer_number'),

  invoice_pdf_password: not('is shown in the portal on purpose only, after a reauthentication'),
  invoice_snapshot: not('is in the export as invoice, lines and documents'),
  invoice_logo: not(business),
  retained_invoice: not('is only there once nobody is left to ask'),
  file_chunk: not('is in the export as the files themselves'),
  customer_export_part: not('is what an export is made of'),
  idempotency_key: not('copies of answers that were given, kept for a day'),
  throttle: not('counts of attempts under marks of names and addresses, kept for a day'),
  failed_login: not('counts of attempts, kept for an hour; of each user the last one is in the export'),
  work_span: not('when the staff worked; what of it was billed are the ticket entries'),
  energy_price: not('the prices of the exchange, public'),
  energy_plan: not('kept for 14 days only; made from the slots and storages in the export'),
  energy_weather_station: not('the stations of the weather service, public'),
  energy_weather_hour: not('the weather at stations, public'),
  energy_weather_fetch: not('when stations are asked again'),
  energy_price_day: not('which days of prices are there'),
  energy_reading: not('kept for 35 days only; what they add up to are the slots in the export'),
  energy_minute: not('a finer step of what the slots in the export hold'),
  energy_site_slot: not('is in the export as a CSV file for each site and month'),
  energy_slot: not('the slots of single channels; those of their sites are in the export'),
  energy_due_slot: not('which slots are to be computed, for minutes'),
  search_part: not(derived),
  search_term: not(derived),
  row_count: not(derived),
  work_month: not(derived),
  totp: not(proof),
  recovery_code: not(proof),
  one_time_token: not(proof),
  stop_link: not(proof),
  passkey_challenge: not(proof),
  pending_login: not(proof),
  backup: not(business),
  billing_run: not(business),
  billing_run_invoice: not(business),
  login_policy: not(business),
  business_logo: not(business),
  business_profile: not(business),
  faq: not(business),
  job: not(business),
  key_canary: not(business),
  newsletter: not(business),
  number_sequence: not(business),
  number_series: not(business),
  schema_migration: not(business),
}

/** The tables in the export, in the order of the plan. */
export const exportedTables = Object.entries(exportPlans).flatMap(([table, plan]) =>
  // The keys of the record are the tables.
  'noun' in plan ? [{ table: table as Table, ...plan }] : [],
)

/** Names that differ from the column's own. */
const names: Readonly<Record<string, string>> = {
  is_notified: 'notifications',
  notified_when: 'notificationsWhen',
  has_newsletter: 'newsletter',
  is_paid: 'paid',
  paid_on: 'paidDate',
  extra_cents: 'chargedExtra',
  extra_text: 'chargedExtraText',
  minutes: 'hours',
  hours_hundredths: 'hours',
  quantity_milli: 'quantity',
  unit_price_e4: 'unitPrice',
  collection_id: 'collectionId',
  latitude_hundredths: 'latitude',
  longitude_hundredths: 'longitude',
  pv_watts: 'pvKwp',
  factor_millionths: 'factor',
  last_value_millionths: 'lastValueAsSent',
  cost_e8: 'costEur',
}
const scales: Readonly<Record<string, number>> = {
  hours_hundredths: 100,
  quantity_milli: 1_000,
  unit_price_e4: 10_000,
  latitude_hundredths: 100,
  longitude_hundredths: 100,
  pv_watts: 1_000,
  factor_millionths: 1_000_000,
  last_value_millionths: 1_000_000,
  cost_e8: 100_000_000,
}
const flags = /^(is|has)_/
const jsonColumns = [
  ...['urls', 'tax_lines', 'content', 'planes', 'technical', 'schedule', 'command_target'],
  ...['options', 'name_servers', 'last_check', 'found_values', 'hints'],
]

/** `hourly_rate_cents` of 9500 is `hourlyRate` of 95: names and units as in the API. */
export function presentColumn(column: string, value: unknown): readonly [name: string, value: unknown] {
  const plain =
    names[column] ?? column.replace(/_cents$/, '').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return [plain, presentValue(column, value)]
}

function presentValue(column: string, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' && column.endsWith('_cents')) return eurOf(value)
  if (typeof value === 'number' && column === 'minutes') return hoursOf(value)
  if (typeof value === 'number' && column in scales) return value / (scales[column] ?? 1)
  // Hundredths of a percent.
  if (typeof value === 'number' && column === 'rate') return value / 100
  if (typeof value === 'number' && flags.test(column)) return value === 1
  if (typeof value === 'string' && jsonColumns.includes(column)) return readJson(value)
  return value
}

function readJson(text: string): unknown {
  return text === '' ? null : named(JSON.parse(text))
}

/** The same for nested names: `base_cents` of a tax line is `base`. */
function named(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(named)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => presentColumn(name, named(inner))))
}

/** Only a ready one, and not when it is expired but not destroyed yet. */
export function isFetchable(row: { state: ExportState; expires_at: string | null }, now: string): boolean {
  return row.state === 'ready' && row.expires_at !== null && row.expires_at > now
}
