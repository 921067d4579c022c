/** The messages between the main thread and the document thread. */
import type { DraftSnapshot, InvoiceSnapshot } from './invoice-snapshot.ts'

/** PNG or JPEG; null for none. */
type Logo = Uint8Array | null

export type DocumentRequest =
  | { kind: 'original'; snapshot: InvoiceSnapshot; xml: Uint8Array; logo: Logo }
  | { kind: 'lockedCopy'; snapshot: InvoiceSnapshot; password: string; logo: Logo }
  | { kind: 'preview'; draft: DraftSnapshot; logo: Logo }

export type DocumentAnswer = { bytes: Uint8Array } | { fault: string }
