/**
 * An issued invoice as it was issued: the frozen values from which XML, original and password PDF are made, with no
 * lookup elsewhere. Stored as JSON and never changed. Money is cents, unit prices are ten-thousandths of a euro,
 * quantities thousandths, rates hundredths of a percent, dates `YYYY-MM-DD`. BT-numbers: EN 16931-1.
 */
import type { VatGroup } from '#contract/invoice-sums.ts'
import type { InvoiceUnit } from '#contract/invoice-units.ts'
import type { VatCase } from '#contract/vat-cases.ts'

export type InvoiceSnapshot = {
  version: 1
  /** A cancellation (type code 384) mirrors another invoice: its quantities and amounts are negative. */
  kind: 'invoice' | 'cancellation'
  number: string
  issueDate: string
  /** null in a cancellation: nothing is to be paid. */
  dueDate: string | null
  serviceFrom: string
  serviceTo: string
  /** The cancelled invoice (BG-3), and the printed reason. */
  cancels: { number: string; issueDate: string; reason: string } | null
  seller: SnapshotSeller
  buyer: SnapshotBuyer
  lines: SnapshotLine[]
  groups: VatGroup[]
  netCents: number
  taxCents: number
  grossCents: number
  /** Required texts in their printed order: notes of VAT cases, retention by private customers, default of payment. */
  notes: string[]
  /** Free text below the lines; empty for none. */
  closingText: string
  /** PV 0 %: the confirmations given with the line (§ 12 (3) UStG). null without such a line. */
  photovoltaics: { isOperator: true; isEligibleBuilding: true } | null
  /** Whether the work record (Leistungsnachweis) follows as annex pages. */
  hasWorkRecord: boolean
}

/** An invoice before it is issued, for previews: no number yet, and texts of missing data are empty. Never stored. */
export type DraftSnapshot = Omit<InvoiceSnapshot, 'number'> & { number: null }

export type PrintedInvoice = InvoiceSnapshot | DraftSnapshot

export type SnapshotAddress = { street: string; zip: string; city: string; country: string }

export type SnapshotSeller = {
  name: string
  address: SnapshotAddress
  /** At least one of the two is not empty. */
  vatId: string
  taxNumber: string
  /** Printed, and the seller's identifier (BT-29) where there is no VAT id (BR-CO-26). */
  register: string
  contactName: string
  phone: string
  email: string
  website: string
  accountHolder: string
  iban: string
  bic: string
  bankName: string
  /** PNG or JPEG; null without one. The bytes are in the file with this hash. */
  logo: { fileId: string; sha256: string; mediaType: 'image/png' | 'image/jpeg' } | null
}

export type SnapshotBuyer = {
  kind: 'private' | 'business' | 'public'
  /** The customer's number; the buyer reference (BT-10) of a business. */
  customerNumber: string
  name: string
  /** A person in the company; empty for none. */
  contactName: string
  address: SnapshotAddress
  email: string
  vatId: string
  /** The buyer reference (BT-10) of a public body. */
  leitwegId: string
}

export type SnapshotLine = {
  /** From 1, printed. */
  position: number
  text: string
  /** Smaller print below the text; empty for none. */
  description: string
  quantityMilli: number
  unit: InvoiceUnit
  unitPriceE4: number
  netCents: number
  vatCase: VatCase
  /** The work this line was made of, oldest first; empty for a free line. */
  work: SnapshotWork[]
}

/** One entry on the work record. */
export type SnapshotWork = {
  ticketNumber: string
  ticketName: string
  name: string
  description: string
  date: string
  /** Printed hours: hundredths. */
  hoursHundredths: number
  /** Net, without the extra charge, which is a line of its own. */
  amountCents: number
}
