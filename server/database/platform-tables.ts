/** The tables every feature builds on: files, mails, search, jobs, records, backups, and the rights of customers. */
import type { Generated } from 'kysely'
import type { BackupKind, BackupReason, BackupState, BackupStep } from '#contract/backups.ts'
import type { ExportState } from '#contract/customer-exports.ts'
import type { FileMediaType } from '#contract/files.ts'
import type { LogoMediaType } from '#contract/logo.ts'
import type { NewsletterState } from '#contract/newsletters.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Flag, InstantText, Revised, Timestamps } from './schema-columns.ts'

export type PlatformTables = {
  schema_migration: SchemaMigrationTable
  business_logo: BusinessLogoTable
  idempotency_key: IdempotencyKeyTable
  ticket_attachment: TicketAttachmentTable
  search_part: SearchPartTable
  search_term: SearchTermTable
  file: FileTable
  file_chunk: FileChunkTable
  job: JobTable
  audit_entry: AuditEntryTable
  key_canary: KeyCanaryTable
  backup: BackupTable
  newsletter: NewsletterTable
  newsletter_recipient: NewsletterRecipientTable
  outbox_mail: OutboxMailTable
  notification: NotificationTable
  newsletter_consent: NewsletterConsentTable
  customer_export: CustomerExportTable
  customer_export_part: CustomerExportPartTable
  erasure: ErasureTable
  retained_invoice: RetainedInvoiceTable
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

export type FileTable = {
  id: string
  /** Whose it is; null while an admin's file belongs to nothing yet. */
  customer_id: string | null
  uploaded_by_user_id: string | null
  name: string
  media_type: FileMediaType
  size_bytes: number
  /** Hex. */
  sha256: string
  /** `pending`: uploaded, but no row names it yet. */
  state: 'pending' | 'attached'
  created_at: InstantText
}

/** The one column of bytes, see decision 0023: a file is read part by part. */
export type FileChunkTable = { file_id: string; position: number; content: Uint8Array }

/** The logo of the business, one row at most: public, small, and never read in parts. */
export type BusinessLogoTable = {
  id: Generated<1>
  media_type: LogoMediaType
  /** Pixels; of an SVG only how wide it is for its height. */
  width: number
  height: number
  /** Hex. */
  sha256: string
  content: Uint8Array
  created_at: InstantText
}

/** The files of an accepted request are its ticket's, too. */
export type TicketAttachmentTable = { file_id: string; ticket_id: string }

export type OutboxMailTable = Timestamps & {
  id: string
  kind: string
  /** One mail per matter: a second row with the same key is not made. */
  key: string | null
  recipient: string
  /** The customer it is written to or about; null for all others, and for mails from before there was this column. */
  customer_id: string | null
  /** Address an answer goes to; empty = the sender. */
  reply_to: string
  subject: string
  text: string
  html: string
  /** Where a click stops mails like this one; empty for those nobody can stop. */
  unsubscribe_url: string
  /** Mails that belong together: the id of the newsletter they carry; empty for all others. */
  batch: string
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  next_attempt_at: InstantText
  lease_until: InstantText | null
  sent_at: InstantText | null
  last_error: string
  /** Of the one-time link the mail carries: when that has served, it is taken out. */
  token_hash: string | null
}

/** What a customer is told, or the business of a customer: waits for its mail, is in one, or came when nobody wanted it any more. */
export type NotificationTable = {
  id: string
  customer_id: string
  kind: NotificationKind | 'ticket_wish'
  /** Unique within the kind: nothing is told twice. */
  key: string
  /** Matters of the same bundle that are due together leave in one mail. */
  bundle: string
  /** What a bundle of several is about; empty for all that wait for the morning. */
  bundle_subject: string
  /** The mail as JSON; empty once it has left. */
  content: string
  state: 'waiting' | 'sent' | 'dropped'
  due_at: InstantText
  created_at: InstantText
}

/** Who wanted the newsletter, in which words, from when to when. Never deleted but with its customer. */
export type NewsletterConsentTable = {
  id: string
  customer_id: string
  user_id: string | null
  email: string
  /** The words that were agreed to. */
  wording: string
  token_hash: string
  state: 'pending' | 'confirmed' | 'ended'
  asked_at: InstantText
  /** Network addresses, as proof. */
  asked_from: string
  expires_at: InstantText
  confirmed_at: InstantText | null
  confirmed_from: string
  ended_at: InstantText | null
  end_reason: '' | 'unsubscribed' | 'switched_off' | 'replaced' | 'expired' | 'email_changed'
}

/** Its counts are written by the job that sends it. */
export type NewsletterTable = Revised & {
  id: string
  subject: string
  body: string
  state: NewsletterState
  recipients_count: Generated<number>
  sent_count: Generated<number>
  failed_count: Generated<number>
  remaining_count: Generated<number>
  started_at: InstantText | null
  finished_at: InstantText | null
}

type NewsletterRecipientTable = {
  newsletter_id: string
  /** What made them a recipient: in force when the mail was made. */
  consent_id: string
  customer_id: string
  email: string
  email_key: string
  state: 'waiting' | 'mailed' | 'skipped'
}

export type BackupTable = {
  id: string
  kind: BackupKind
  state: BackupState
  /** null unless running. */
  step: BackupStep | null
  reason: BackupReason
  /** One English sentence of the program or the system. */
  detail: string
  /** Name in the folder of backups; empty while there is none. */
  file: string
  size_bytes: number | null
  rows_count: number | null
  audit_lines: number | null
  started_at: InstantText
  proven_at: InstantText | null
  updated_at: InstantText
}

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
