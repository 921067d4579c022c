/** The messages between the main thread and the document thread. */
import type { CheckedXml } from './checked-xml.ts'
import type { DraftSnapshot, InvoiceSnapshot } from './invoice-snapshot.ts'

/** PNG or JPEG; null for none. */
type Logo = Uint8Array | null

export type DocumentRequest =
  | { kind: 'original'; snapshot: InvoiceSnapshot; xml: Uint8Array; logo: Logo }
  | { kind: 'lockedCopy'; snapshot: InvoiceSnapshot; password: string; logo: Logo }
  | { kind: 'preview'; draft: DraftSnapshot; logo: Logo }

/** Asks for the XML files and the findings of the rules in them. */
export type CheckRequest = { kind: 'check'; snapshot: InvoiceSnapshot }

export type DocumentAnswer = { bytes: Uint8Array } | { checked: CheckedXml } | { fault: string }
