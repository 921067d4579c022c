/** The files of an invoice. Loads pdfkit, pdf-lib and the fonts: only the document thread imports this, and tests. */
import { randomBytes } from 'node:crypto'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { archiveClaims } from './archive-claims.ts'
import { drawInvoice } from './invoice-pages.ts'
import type { DraftSnapshot, InvoiceSnapshot } from './invoice-snapshot.ts'

type Logo = Uint8Array | null

/** The original: PDF/A-3b and PDF/UA-1 with the XML inside (Factur-X, ZUGFeRD). The same input gives the same bytes. */
export async function renderOriginal(
  snapshot: InvoiceSnapshot,
  { xml, logo }: { xml: Uint8Array; logo: Logo },
): Promise<Uint8Array> {
  const paper = drawInvoice(snapshot, { logo, isArchive: true, isCopy: false })
  const date = new Date(`${snapshot.issueDate}T12:00:00Z`)
  paper.pdf.file(xml, {
    name: 'factur-x.xml',
    type: 'text/xml',
    relationship: 'Alternative',
    creationDate: date,
    modifiedDate: date,
  })
  paper.pdf.appendXML(archiveClaims)
  return paper.finish()
}

/** The preview of an invoice that is not issued yet, marked as a draft on each page. */
export async function renderPreview(draft: DraftSnapshot, { logo }: { logo: Logo }): Promise<Uint8Array> {
  return drawInvoice(draft, { logo, isArchive: false, isCopy: false }).finish()
}

/**
 * The copy that opens with a password (AES-256, revision 6). PDF/A forbids encryption: the pages are rendered again from
 * the snapshot, without XML and without the claim. Reading aloud, printing and copying stay allowed.
 */
export async function renderLockedCopy(
  snapshot: InvoiceSnapshot,
  { password, logo }: { password: string; logo: Logo },
): Promise<Uint8Array> {
  return lock(await renderCopyPages(snapshot, { logo }), password)
}

/** The locked copy before it is locked. */
export async function renderCopyPages(snapshot: InvoiceSnapshot, { logo }: { logo: Logo }): Promise<Uint8Array> {
  return drawInvoice(snapshot, { logo, isArchive: false, isCopy: true }).finish()
}

async function lock(pages: Uint8Array, password: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(pages, { updateMetadata: false })
  // pdf-lib 2.11.1 empties a language that is a direct string of an encrypted file.
  pdf.catalog.set(PDFName.of('Lang'), pdf.context.register(PDFString.of('de-DE')))
  pdf.encrypt({
    userPassword: password,
    // Thrown away: nobody changes the permissions.
    ownerPassword: randomBytes(32).toString('base64url'),
    permissions: { printing: 'highResolution', copying: true, contentAccessibility: true },
  })
  // Without object streams pdf-lib 2.11.1 garbles the title.
  return pdf.save({ useObjectStreams: true })
}
