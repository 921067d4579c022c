/**
 * Draws the pictures with which the tests compare the first pages of invoices. Run it after a change of the layout, and
 * look at the pictures before you commit them: `node scripts/renew-invoice-pictures.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { renderOriginal, renderPreview } from '#server/invoice-documents/invoice-files.ts'
import { goldenFile, goldenScale, greyPicture, pngOfGreys } from '#server/testing/golden-page.ts'
import { draftSample, issuedPapers } from '#server/testing/paper-samples.ts'
import { drawPage, readPdf } from '#server/testing/read-pdf.ts'

const xml = Buffer.from('<invoice/>')

mkdirSync(new URL('.', goldenFile('any')), { recursive: true })
await renew('draft', await renderPreview(draftSample, { logo: null }))
for (const [kind, { invoice, logo }] of Object.entries(issuedPapers)) {
  await renew(kind, await renderOriginal(invoice, { xml, logo }))
}

async function renew(kind: string, file: Uint8Array): Promise<void> {
  const picture = await readPdf(file, async pdf => greyPicture(await drawPage(await pdf.getPage(1), goldenScale)))
  const png = pngOfGreys(picture)
  writeFileSync(goldenFile(kind), png)
  process.stdout.write(`${kind} ${(png.length / 1000).toFixed(1)} kB\n`)
}
