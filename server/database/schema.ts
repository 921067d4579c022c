/** Every table as Kysely sees it. Only TEXT and INTEGER (BIGINT for cents; bytes of files), see docs/decisions; units are in the names. */
import type { Generated } from 'kysely'
import type { Role } from '#contract/accounts.ts'
import type { CustomerKind } from '#contract/customers.ts'
import type { MessageState } from '#contract/messages.ts'
import type { NotifiedWhen } from '#contract/notifications.ts'
import type { SecondFactorState } from '#contract/users.ts'
import type { BackupTable } from './schema-backups.ts'
import type { Flag, InstantText, Revised, Timestamps } from './schema-columns.ts'
import type { PrivacyTables } from './schema-erasures.ts'
import type { BusinessLogoTable, FileChunkTable, FileTable, TicketAttachmentTable } from './schema-files.ts'
import type { InvoiceTable } from './schema-invoices.ts'
import type { MailTables } from './schema-mail.ts'
import type { RequestAttachmentTable, RequestTable } from './schema-requests.ts'
import type { SecondFactorTables } from './schema-second-factor.ts'
import type { ServiceTables } from './schema-services.ts'
import type { SumTables } from './schema-sums.ts'
import type { TicketTables } from './schema-tickets.ts'

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
  /** Folded display name: what lists sort by. */
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
  /** 0: the customer has entered the address, and no link was used there yet. */
  is_email_confirmed: Generated<Flag>
  /** The link that confirms the address, as long as one waits. */
  contact_token_hash: string | null
  contact_token_until: InstantText | null
  has_newsletter: Flag
  hourly_rate_cents: number
  note: string
  /** Whether notifications come one by one or in one mail each morning; `is_notified` says whether they come at all. */
  notified_when: Generated<NotifiedWhen>
  /** Set where the account is deleted and the row stands only because invoices refer to it. */
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

export type UserAccountTable = Revised & {
  id: string
  username: string
  /** NFKC, case-folded: unique. */
  username_key: string
  email: string
  /** Lower case, for look-ups. */
  email_key: string
  first_name: string
  last_name: string
  role: Role
  customer_id: string | null
  /** PHC string of argon2id; null until the invitation is accepted. */
  password_hash: string | null
  is_active: Flag
  invited_at: InstantText | null
  last_login_at: InstantText | null
  /** The last attempt that failed or was throttled, and the network it came from. */
  last_failed_login_at: InstantText | null
  last_failed_login_network: Generated<string>
  /** What the tables of second factors say, in a word; kept with them. */
  second_factor: Generated<SecondFactorState>
  /** Counts how often all access was ended. Device marks and logins under way of an earlier one are worth nothing. */
  access_generation: Generated<number>
}

export type SessionTable = {
  /** SHA-256 of the cookie's token, hex. */
  token_hash: string
  id: string
  user_id: string
  created_at: InstantText
  last_seen_at: InstantText
  idle_until: InstantText
  absolute_until: InstantText
  /** Last time the password was given. */
  authenticated_at: InstantText
  address: string
  user_agent: string
  as_customer_id: string | null
  as_user_until: InstantText | null
  as_user_reason: string
  /** The token before the last renewal; for a moment it still reads. */
  previous_token_hash: Generated<string | null>
  previous_token_until: Generated<InstantText | null>
}

export type OneTimeTokenTable = {
  token_hash: string
  kind: 'invitation' | 'password_reset' | 'set_up'
  user_id: string | null
  created_at: InstantText
  expires_at: InstantText
  used_at: InstantText | null
}

type ThrottleTable = {
  /** What is counted: `login:account:<key>`, `login:address:<ip>`, `contact:address:<ip>` … */
  key: string
  failures: number
  window_started_at: InstantText
  blocked_until: InstantText | null
}

/** What `failed-login.rules.ts` counts in an hour, until the audit log has it. */
export type FailedLoginTable = {
  window_started_at: InstantText
  /** The user's id; see `unknownAccount` and `others` for what else. */
  account: string
  network: string
  failed_count: number
  throttled_count: number
  /** What was counted when the first line was written; 0 before. */
  recorded_count: number
}

type IdempotencyKeyTable = {
  owner: string
  key: string
  request_hash: string
  status: number | null
  headers: string | null
  body: string | null
  /** Its transaction is committed: it must never run again, also when its answer was lost. */
  is_effective: Generated<Flag>
  created_at: InstantText
}

/** Folded words of what can be searched, see `search.ts`: prefix search by index on both engines. */
export type SearchTermTable = {
  kind:
    | 'ticket'
    | 'customer'
    | 'user'
    | 'faq'
    | 'message'
    | 'outbox_mail'
    | 'invoice'
    | 'service'
    | 'service_collection'
    | 'request'
  term: string
  subject_id: string
}

/** The ends of those words, kept by triggers: what stands inside a compound is found. */
export type SearchPartTable = Pick<SearchTermTable, 'kind' | 'subject_id'> & { part: string }

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
  /** When it was first answered or marked so, and by whom. */
  answered_at: InstantText | null
  answered_by: Generated<string>
}

/** An answer by mail; the mail has this row's id as its key. */
export type MessageReplyTable = {
  id: string
  message_id: string
  text: string
  author_name: string
  created_at: InstantText
}

export type JobTable = Timestamps & {
  id: string
  kind: string
  /** Unique among waiting jobs of a kind; a recurring job has its kind as key. */
  key: string
  payload: string
  state: 'waiting' | 'done' | 'failed'
  run_at: InstantText
  lease_until: InstantText | null
  attempts: number
  last_error: string
}

/** Append-only (triggers refuse UPDATE and DELETE); each row holds the hash of the one before. */
export type AuditEntryTable = {
  seq: number
  id: string
  at: InstantText
  actor_user_id: string | null
  actor_name: string
  as_customer_id: string | null
  as_customer_name: string
  address: string
  action: string
  subject_kind: string
  subject_id: string
  details: string
  previous_hash: string
  hash: string
}

type SchemaMigrationTable = { name: string; checksum: string; applied_at: InstantText }

/** For each key of the keys file that has been the active one, a value only it can open. */
type KeyCanaryTable = { key_id: string; sealed: string; created_at: InstantText }

export type Database = ServiceTables &
  TicketTables &
  MailTables &
  SecondFactorTables &
  PrivacyTables &
  SumTables & {
    schema_migration: SchemaMigrationTable
    business_logo: BusinessLogoTable
    business_profile: BusinessProfileTable
    number_sequence: NumberSequenceTable
    customer: CustomerTable
    customer_link: CustomerLinkTable
    user_account: UserAccountTable
    session: SessionTable
    one_time_token: OneTimeTokenTable
    throttle: ThrottleTable
    failed_login: FailedLoginTable
    idempotency_key: IdempotencyKeyTable
    ticket_attachment: TicketAttachmentTable
    invoice: InvoiceTable
    search_part: SearchPartTable
    search_term: SearchTermTable
    faq: FaqTable
    file: FileTable
    file_chunk: FileChunkTable
    message: MessageTable
    request: RequestTable
    request_attachment: RequestAttachmentTable
    message_reply: MessageReplyTable
    job: JobTable
    audit_entry: AuditEntryTable
    key_canary: KeyCanaryTable
    backup: BackupTable
  }
