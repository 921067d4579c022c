/** The XML files of an invoice that is about to be issued, written and checked. */
import { invoiceXml } from './cii-serializer.ts'
import type { InvoiceSnapshot } from './invoice-snapshot.ts'
import { checkInvoiceXml, type RuleFinding } from './rule-check.ts'
import { profilesFor, type XmlProfile } from './xml-profiles.ts'

export type XmlFile = { profile: XmlProfile; bytes: Uint8Array<ArrayBuffer> }
export type CheckedXml = { files: XmlFile[]; findings: RuleFinding[] }

/**
 * A file for each profile that the buyer gets, `en16931` first. With findings the invoice must not be issued; one that
 * concerns several files is listed once. Throws like `invoiceXml`.
 */
export async function checkedXml(invoice: InvoiceSnapshot): Promise<CheckedXml> {
  const files = profilesFor(invoice.buyer.kind).map(profile => ({ profile, bytes: invoiceXml(invoice, profile) }))
  const found = await Promise.all(files.map(({ profile, bytes }) => checkInvoiceXml(bytes, profile)))
  const findings = new Map(found.flat().map(finding => [`${finding.rule} ${finding.message}`, finding]))
  return { files, findings: [...findings.values()] }
}
