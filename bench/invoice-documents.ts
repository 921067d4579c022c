/** Measures all files of an invoice (checked XML, original, locked copy) against its plain pages, in processor time. */
import { checkedXml } from '#server/invoice-documents/checked-xml.ts'
import { renderCopyPages, renderLockedCopy, renderOriginal } from '#server/invoice-documents/invoice-files.ts'
import type { InvoiceSnapshot } from '#server/invoice-documents/invoice-snapshot.ts'
import { invoiceSamples } from '#server/testing/invoice-samples.ts'
import { median } from './median.ts'

const ratioMax = 6
/** Until code is compiled and words are known. */
const warmUps = 20
const invoicesPerRound = 20

const kinds = { 'three lines': invoiceSamples.standard, 'sixty lines': invoiceSamples['sixty-lines'] }

/** Names of the steps that took too long. */
export async function measureDocuments(rounds: number): Promise<string[]> {
  const failed: string[] = []
  for (const [kind, invoice] of Object.entries(kinds)) {
    for (let count = 0; count < warmUps; count++) await makeAll(invoice)
    const measured: { plainMs: number; chainMs: number }[] = []
    for (let round = 0; round < rounds; round++) {
      const plainMs = await processorMs(() => renderCopyPages(invoice, { logo: null }))
      measured.push({ plainMs, chainMs: await processorMs(() => makeAll(invoice)) })
    }
    const ratio = median(measured.map(({ plainMs, chainMs }) => chainMs / plainMs))
    const [plainMs, chainMs] = (['plainMs', 'chainMs'] as const).map(name => median(measured.map(one => one[name])))
    const name = `documents of an invoice of ${kind}`
    const times = `${chainMs?.toFixed(1)} ms, plain pages ${plainMs?.toFixed(1)} ms`
    process.stdout.write(`${name}: ${times}, ${ratio.toFixed(1)} times as long (at most ${ratioMax})\n`)
    if (ratio > ratioMax) failed.push(name)
  }
  return failed
}

async function makeAll(invoice: InvoiceSnapshot): Promise<void> {
  const { files } = await checkedXml(invoice)
  const xml = files[0]?.bytes
  if (!xml) throw new Error('an invoice without XML')
  await renderOriginal(invoice, { xml, logo: null })
  await renderLockedCopy(invoice, { password: 'ABCD-EFGH-JKLM-NPQR', logo: null })
}

/** For one invoice. */
async function processorMs(make: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let count = 0; count < invoicesPerRound; count++) await make()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / invoicesPerRound
}
