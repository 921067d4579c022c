/**
 * `npm run prove -- invoices <folder>`: writes each kind of invoice that the portal issues, for official validators
 * (KoSIT, Mustang, veraPDF), which are on neither npm nor Debian. They must find nothing in these files.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkedXml } from '#server/invoice-documents/checked-xml.ts'
import { invoiceXml } from '#server/invoice-documents/cii-serializer.ts'
import { renderLockedCopy, renderOriginal } from '#server/invoice-documents/invoice-files.ts'
import type { InvoiceSnapshot } from '#server/invoice-documents/invoice-snapshot.ts'
import { generatePdfPassword } from '#server/invoice-documents/pdf-password.ts'
import { invoiceSamples } from '#server/testing/invoice-samples.ts'

type ProofFile = { name: string; bytes: Uint8Array }
/** The files of one kind of document; the kind of the invoice begins their names. */
type Documents = (kind: string, snapshot: InvoiceSnapshot) => Promise<readonly ProofFile[]>

const documents: readonly Documents[] = [xmlFiles, pdfFiles]

const folder = process.argv[2]
if (folder === undefined) {
  process.stderr.write('npm run prove -- invoices <folder>\n')
  process.exit(1)
}

mkdirSync(folder, { recursive: true })
let count = 0
for (const [kind, snapshot] of Object.entries(invoiceSamples)) {
  for (const make of documents) {
    for (const { name, bytes } of await make(kind, snapshot)) {
      writeFileSync(join(folder, name), bytes)
      count += 1
    }
  }
}
process.stdout.write(`${count} files in ${folder}: hand them to the official validators.\n`)

/** `<kind>.en16931.xml` for the profile EN 16931 of Factur-X, `<kind>.xrechnung.xml`. */
async function xmlFiles(kind: string, snapshot: InvoiceSnapshot): Promise<ProofFile[]> {
  const { files, findings } = await checkedXml(snapshot)
  if (findings.length > 0) throw new Error(`${kind}: ${JSON.stringify(findings)}`)
  return files.map(({ profile, bytes }) => ({ name: `${kind}.${profile}.xml`, bytes }))
}

/** `<kind>.pdf`, `<kind>.geschuetzt.pdf`, `<kind>.passwort.txt`. */
async function pdfFiles(kind: string, snapshot: InvoiceSnapshot): Promise<ProofFile[]> {
  const password = generatePdfPassword()
  return [
    {
      name: `${kind}.pdf`,
      bytes: await renderOriginal(snapshot, { xml: invoiceXml(snapshot, 'en16931'), logo: null }),
    },
    { name: `${kind}.geschuetzt.pdf`, bytes: await renderLockedCopy(snapshot, { password, logo: null }) },
    { name: `${kind}.passwort.txt`, bytes: Buffer.from(`${password}\n`) },
  ]
}
