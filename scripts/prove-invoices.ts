/**
 * `npm run prove -- invoices <folder>`: writes each kind of invoice that the portal issues, for official validators
 * (KoSIT, Mustang, veraPDF), which are on neither npm nor Debian. They must find nothing in these files.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkedXml } from '#server/invoice-documents/checked-xml.ts'
import { renderLockedCopy, renderOriginal } from '#server/invoice-documents/invoice-files.ts'
import type { InvoiceSnapshot } from '#server/invoice-documents/invoice-snapshot.ts'
import { generatePdfPassword } from '#server/invoice-documents/pdf-password.ts'
import { type PaperSample, provenPapers } from '#server/testing/paper-samples.ts'

type ProofFile = { name: string; bytes: Uint8Array }
type Kind = { kind: string; invoice: InvoiceSnapshot; password: string; files: ProofFile[] }

const folder = process.argv[2]
if (folder === undefined) {
  process.stderr.write('npm run prove -- invoices <folder>\n')
  process.exit(1)
}

const kinds: Kind[] = []
for (const [kind, paper] of Object.entries(provenPapers)) kinds.push(await filesOf(kind, paper))
const files = [...kinds.flatMap(one => one.files), { name: 'README.txt', bytes: Buffer.from(readme(kinds)) }]

mkdirSync(folder, { recursive: true })
for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes)
process.stdout.write(`${files.length} files in ${folder}: README.txt names the validator of each.\n`)

async function filesOf(kind: string, { invoice, logo }: PaperSample<InvoiceSnapshot>): Promise<Kind> {
  const { files: xml, findings } = await checkedXml(invoice)
  const [embedded] = xml
  if (findings.length > 0 || embedded === undefined) throw new Error(`${kind}: ${JSON.stringify(findings)}`)
  const password = generatePdfPassword()
  return {
    kind,
    invoice,
    password,
    files: [
      ...xml.map(({ profile, bytes }) => ({ name: `${kind}.${profile}.xml`, bytes })),
      { name: `${kind}.pdf`, bytes: await renderOriginal(invoice, { xml: embedded.bytes, logo }) },
      { name: `${kind}.geschuetzt.pdf`, bytes: await renderLockedCopy(invoice, { password, logo }) },
      { name: `${kind}.passwort.txt`, bytes: Buffer.from(`${password}\n`) },
    ],
  }
}

function readme(all: readonly Kind[]): string {
  const rows = all.map(({ kind, invoice, password, files: own }) => {
    const cases = [...new Set(invoice.lines.map(line => line.vatCase))].join(', ')
    const xml = own.flatMap(({ name }) => /\.(\w+)\.xml$/.exec(name)?.[1] ?? [])
    const gross = `${(invoice.grossCents / 100).toFixed(2)} EUR`
    return [kind, invoice.kind, `${invoice.buyer.kind} buyer`, cases, gross, xml.join(' + '), password].join(' | ')
  })
  return `Invoices for official validators. Sellers and buyers are invented. A validator must find nothing:
neither errors nor warnings. The portal accepts a release only with that.

<kind>.en16931.xml     CII, profile EN 16931 of Factur-X.
    Rules of CEN 1.3.16 (EN16931-CII) and of Factur-X 1.09, profile EN 16931:
    java -jar Mustang-CLI.jar --action validate --source <kind>.en16931.xml
<kind>.xrechnung.xml   CII, XRechnung 3.0.2. Missing where the buyer is a private person.
    Rules of XRechnung 3.0.2 with those of Peppol, by the validator of KoSIT:
    java -jar validator.jar -s scenarios.xml -r <its configuration> <kind>.xrechnung.xml
<kind>.pdf             The original: PDF/A-3b and PDF/UA-1, with <kind>.en16931.xml inside as factur-x.xml.
    verapdf --flavour 3b <kind>.pdf
    verapdf --flavour ua1 <kind>.pdf
    java -jar Mustang-CLI.jar --action validate --source <kind>.pdf
<kind>.geschuetzt.pdf  The copy with a password (AES-256, revision 6), which is in <kind>.passwort.txt.
    Its pages are those of the original; it has no XML, and no claim to be PDF/A: veraPDF refuses it as encrypted.
    qpdf --requires-password <kind>.geschuetzt.pdf; echo $?     (0: it opens with a password only)
    qpdf --password="$(cat <kind>.passwort.txt)" --show-encryption <kind>.geschuetzt.pdf     (R = 6, AESv3)
    pdftotext -upw wrong <kind>.geschuetzt.pdf -     (is refused)
    pdfdetach -upw "$(cat <kind>.passwort.txt)" -list <kind>.geschuetzt.pdf     (no file)

kind | document | buyer | VAT cases | gross | XML | password
${rows.join('\n')}
`
}
