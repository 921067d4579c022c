/** The tables every feature builds on: files, mails, search, jobs, records, backups, and the rights of customers. */
import type { Generated } from 'kysely'
import type { BackupKind, BackupReason, BackupState, BackupStep } from '#contract/backups.ts'
import type { ExportState } from '#contract/customer-exports.ts'
import type { FileMediaType } from '#contract/files.ts'
import type { LogoMediaType } from '#contract/logo.ts'
import type { NewsletterState } from '#contract/newsletters.ts'
import type { BusinessKind, NotificationKind } from '#contract/notifications.ts'
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

/** Folded words of searchable rows, see `search.ts`: prefix search by index on both engines. */
export type SearchTermTable = {
  kind:
    | 'ticket'
    | 'customer'
    | 'user'
    | 'faq'
    | 'message'
    | 'outbox_mail'
    | 'dns_domain'
    | 'dns_endpoint'
    | 'dns_hostname'
    | 'invoice'
    | 'service'
    | 'service_collection'
    | 'energy_site'
    | 'request'
  term: string
  subject_id: string
}

/** The ends of those words, kept by triggers, for searching inside compounds. */
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

/** For each key that has been the active one, a value only it can open. */
type KeyCanaryTable = { key_id: string; sealed: string; created_at: InstantText }

export type FileTable = {
  id: string
  /** The owner; null while an admin's file belongs to no row. */
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

/** The only column with bytes, see decision 0023: a file is read part by part. */
export type FileChunkTable = { file_id: string; position: number; content: Uint8Array }

/** The logo of the business, one row at most: public, small, and never read in parts. */
export type BusinessLogoTable = {
  id: Generated<1>
  media_type: LogoMediaType
  /** Pixels; for an SVG only the aspect ratio. */
  width: number
  height: number
  /** Hex. */
  sha256: string
  content: Uint8Array
  created_at: InstantText
  /** The PNG of an SVG for mails and documents, drawn by a browser: all of it or nothing. */
  raster_width: number | null
  raster_height: number | null
  raster_sha256: string | null
  raster_content: Uint8Array | null
}

/** The files of an accepted request are its ticket's, too. */
export type TicketAttachmentTable = { file_id: string; ticket_id: string }

export type OutboxMailTable = Timestamps & {
  id: string
  kind: string
  /** One mail per matter: a second row with the same key is not created. */
  key: string | null
  recipient: string
  /** The customer it is written to or about; null for all others, and for mails from before this column existed. */
  customer_id: string | null
  /** Reply-to address; empty = the sender. */
  reply_to: string
  subject: string
  text: string
  html: string
  /** The one-click unsubscribe address; empty for mails without. */
  unsubscribe_url: string
  /** Mails that belong together: the id of the newsletter they carry; empty for all others. */
  batch: string
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  next_attempt_at: InstantText
  lease_until: InstantText | null
  sent_at: InstantText | null
  last_error: string
  /** Of the one-time link in the mail: it is removed after its use. */
  token_hash: string | null
}

/**
 * A notification for a customer, or for the business about one: waits for its mail, is in one, or was not wanted when
 * it came.
 */
export type NotificationTable = {
  id: string
  customer_id: string
  kind: NotificationKind | BusinessKind
  /** Unique within the kind: each matter is notified once. */
  key: string
  /** Matters of the same bundle that are due together leave in one mail. */
  bundle: string
  /** The subject of a bundle; empty for all that wait for the morning. */
  bundle_subject: string
  /** The mail as JSON; empty after sending. */
  content: string
  state: 'waiting' | 'sent' | 'dropped'
  due_at: InstantText
  created_at: InstantText
}

/** Who subscribed to the newsletter, with which wording, from when to when. Deleted only with its customer. */
export type NewsletterConsentTable = {
  id: string
  customer_id: string
  user_id: string | null
  email: string
  /** The accepted wording. */
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

/** The sending job writes its counts. */
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
  /** The reason for the recipient: valid when the mail was created. */
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
  /** Name in the folder of backups; empty while it does not exist. */
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
  /**
   * The user whose own devices, passkeys and activity are in it; null: those of all users of the customer, for an
   * admin.
   */
  of_user_id: string | null
  asked_by: 'customer' | 'admin'
  state: ExportState
  /** Nouns and files packed so far, and their total; 0 before it has begun. */
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
  state: 'waiting' | 'running' | 'withdrawn' | 'done'
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
