/**
 * `npm run prove -- invoices <folder>`: writes each kind of invoice that the portal issues, for official validators
 * (KoSIT, Mustang, veraPDF), which are on neither npm nor Debian. They must find nothing in these files.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkedXml } from '#server/invoice-documents/checked-xml.ts'
import type { InvoiceSnapshot } from '#server/invoice-documents/invoice-snapshot.ts'
import { invoiceSamples } from '#server/testing/invoice-samples.ts'

type ProofFile = { name: string; bytes: Uint8Array }
/** The files of one kind of document; the kind of the invoice begins their names. */
type Documents = (kind: string, snapshot: InvoiceSnapshot) => Promise<readonly ProofFile[]>

/** The original and the password PDF are to be added as two more. */
const documents: readonly Documents[] = [xmlFiles]

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
