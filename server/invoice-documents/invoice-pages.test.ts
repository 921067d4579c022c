import { XmlDocument } from 'libxml2-wasm'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { invoiceSums } from '#contract/invoice-sums.ts'
import { buildSnapshot, invoiceSamples } from '#server/testing/invoice-samples.ts'
import { flat, pagesOf, readPdf, type StructureNode, structureOf, textsOf } from '#server/testing/read-pdf.ts'
import { renderCopyPages, renderOriginal, renderPreview } from './invoice-files.ts'
import type { InvoiceSnapshot } from './invoice-snapshot.ts'
import { printedEuros } from './paper-format.ts'

const xml = new TextEncoder().encode('<invoice/>')
const tableHead = /Pos\. Leistung Menge Einzelpreis USt\. Betrag/

async function pageTexts(snapshot: InvoiceSnapshot): Promise<string[]> {
  return readPdf(await renderCopyPages(snapshot, { logo: null }), textsOf)
}

describe('an invoice of sixty lines', async () => {
  const sample = invoiceSamples['sixty-lines']
  const texts = await pageTexts(sample)
  const withLines = texts.filter(text => tableHead.test(text))

  test('fills four pages and three of its work record, each numbered', () => {
    expect(texts).toHaveLength(7)
    for (const [index, text] of texts.entries()) expect(text).toContain(`Seite ${index + 1} von 7`)
  })

  test('repeats the head of the table, number and company on every page', () => {
    expect(withLines).toHaveLength(4)
    for (const text of texts.slice(1)) expect(text).toContain('Lumen Technik Größl e. K. Rechnung RE-2026-00042 vom')
  })

  test('carries the sum of the lines so far from page to page', () => {
    let lines = 0
    const expected = withLines.slice(0, -1).map(text => {
      lines += text.match(/^\d+ Arbeit an Anlage/gm)?.length ?? 0
      return printedEuros(invoiceSums(sample.lines.slice(0, lines)).netCents).replace('\u00a0', ' ')
    })
    expect(lines).toBeGreaterThan(30)
    expect(withLines.map(text => /Zwischensumme ([^\n]+)/.exec(text)?.[1])).toEqual([...expected, undefined])
    expect(withLines.map(text => /Übertrag ([^\n]+)/.exec(text)?.[1])).toEqual([undefined, ...expected])
  })

  test('prints every line once, and the sums with the last line', () => {
    const positions = withLines.flatMap(text => text.match(/^\d+(?= Arbeit an Anlage)/gm) ?? [])
    expect(positions).toEqual(sample.lines.map(({ position }) => String(position)))
    expect(texts[3]).toMatch(/60 Arbeit an Anlage 60[\s\S]*Gesamtbetrag/)
  })

  test('has the head of its table once for screen readers: repetitions are decoration', async () => {
    const spoken = await readPdf(await renderOriginal(sample, { xml, logo: null }), async pdf => {
      const roots = await Promise.all((await pagesOf(pdf)).map(structureOf))
      const isSpoken = ({ children = [] }: StructureNode) => children.some(({ type }) => type === 'content')
      return roots.map(root => flat(root).filter(node => node.role === 'TH' && isSpoken(node)).length)
    })
    expect(spoken.slice(1, 3)).toEqual([0, 0])
    expect(spoken[0]).toBeGreaterThan(6)
  })
})

describe('the work record', () => {
  test('lists each ticket with its entries, hours and sum', async () => {
    const [, record] = await pageTexts(invoiceSamples['public-body'])
    expect(record).toContain('Leistungsnachweis\nAnlage zur Rechnung RE-2026-00042 vom 02.11.2026')
    expect(record).toContain('T-2026-0007 · Wallbox und Zähler einbinden')
    expect(record).toMatch(/14\.10\.2026 Beratung Energiemanagement 1 1,75 166,25 €/)
    expect(record).toMatch(/Summe T-2026-0007 3,75 386,25 €/)
  })

  test('is left out unless it is wished', async () => {
    expect(await pageTexts({ ...invoiceSamples['public-body'], hasWorkRecord: false })).toHaveLength(1)
  })
})

describe('the contents of an invoice', () => {
  test('a small business shows no rate and no tax', async () => {
    const [text = ''] = await pageTexts(invoiceSamples['small-business'])
    expect(text).toContain('Steuerfrei nach § 19 UStG (Kleinunternehmer)')
    // Its own identifiers stay.
    expect(text.replaceAll('USt-IdNr.', '')).not.toMatch(/\d %|USt\.|Nettobetrag/)
  })

  test('a cancellation names its invoice and reason, and asks for no payment', async () => {
    const [text] = await pageTexts(invoiceSamples.cancellation)
    expect(text).toContain('Hiermit stornieren wir unsere Rechnung RE-2026-00042 vom 02.11.2026 vollständig.')
    expect(text).toContain('Grund: Leistungszeitraum falsch')
    expect(text).toContain('−474,51 €')
    expect(text).not.toMatch(/überweisen|GiroCode|Fällig/)
  })

  test('nothing is to be paid where the lines add up to nothing', async () => {
    const [line] = invoiceSamples.standard.lines
    if (!line) throw new Error('no line')
    const parts = [1, -1].map(quantity => ({ text: line.text, quantity, price: 95 }))
    const [text] = await pageTexts(buildSnapshot({ parts }))
    expect(text).toContain('Es ist nichts zu zahlen.')
    expect(text).not.toMatch(/GiroCode|überweisen/)
  })

  test('an address abroad ends with its country', async () => {
    expect((await pageTexts(invoiceSamples['eu-reverse']))[0]).toMatch(/00-238 Warszawa\nPOLEN/)
  })

  test('a draft is drawn with everything still missing', async () => {
    const { standard } = invoiceSamples
    const empty = <T extends object>(part: T): T =>
      // Every text empty, other values as they are.
      Object.fromEntries(Object.entries(part).map(([key, value]) => [key, typeof value === 'string' ? '' : value])) as T
    const draft = {
      ...standard,
      number: null,
      lines: [],
      groups: [],
      netCents: 0,
      taxCents: 0,
      grossCents: 0,
      seller: { ...empty(standard.seller), address: empty(standard.seller.address) },
      buyer: { ...empty(standard.buyer), kind: 'private' as const, address: empty(standard.buyer.address) },
    }
    const [text] = await readPdf(await renderPreview(draft, { logo: null }), textsOf)
    expect(text).toContain('Rechnung (Entwurf)')
  })
})

test.each([
  ['an invoice of several pages', invoiceSamples['sixty-lines']],
  ['a cancellation', invoiceSamples.cancellation],
])('everything that %s shows is in its structure or marked as decoration', async (_, snapshot) => {
  const unmarked = await readPdf(await renderOriginal(snapshot, { xml, logo: null }), async pdf =>
    Promise.all((await pagesOf(pdf)).map(unmarkedDrawing)),
  )
  expect(unmarked.flat()).toEqual([])
})

/** Operators that draw outside of marked content (ISO 14289-1, 7.1). */
async function unmarkedDrawing(page: PDFPageProxy): Promise<number[]> {
  const { fnArray } = await page.getOperatorList()
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const drawing = [OPS.showText, OPS.constructPath, OPS.paintImageXObject, OPS.fill, OPS.stroke]
  let depth = 0
  const unmarked: number[] = []
  let drawn = 0
  for (const operator of fnArray) {
    if (operator === OPS.beginMarkedContent || operator === OPS.beginMarkedContentProps) depth += 1
    if (operator === OPS.endMarkedContent) depth -= 1
    if (!drawing.includes(operator)) continue
    drawn += 1
    if (depth !== 1) unmarked.push(operator)
  }
  expect(drawn).toBeGreaterThan(20)
  return unmarked
}

test('a company with & and < in its name has a well-formed XMP packet that reads back', async () => {
  const name = 'A & B <C>'
  const snapshot = { ...invoiceSamples.standard, seller: { ...invoiceSamples.standard.seller, name } }
  const { creator, claims, raw } = await readPdf(await renderOriginal(snapshot, { xml, logo: null }), async pdf => {
    const { metadata } = await pdf.getMetadata()
    const names = ['pdfaid:part', 'pdfaid:conformance', 'pdfuaid:part', 'fx:documentfilename', 'fx:conformancelevel']
    const claims = names.map(claim => metadata?.get(claim))
    return { creator: metadata?.get('dc:creator'), claims, raw: String(metadata?.getRaw()) }
  })
  expect(creator).toEqual([name])
  expect(claims).toEqual(['3', 'B', '1', 'factur-x.xml', 'EN 16931'])
  const packet = XmlDocument.fromString(raw.trim())
  const namespaces = {
    extension: 'http://www.aiim.org/pdfa/ns/extension/',
    schema: 'http://www.aiim.org/pdfa/ns/schema#',
  }
  // One bag with both schemas: a second one would break PDF/A.
  expect(packet.find('//extension:schemas', namespaces)).toHaveLength(1)
  expect(packet.find('//schema:prefix', namespaces).map(({ content }) => content)).toEqual(['fx', 'pdfuaid'])
  expect(packet.find('//schema:namespaceURI', namespaces).map(({ content }) => content)).toEqual([
    'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
    'http://www.aiim.org/pdfua/ns/id/',
  ])
  packet.dispose()
})

test.each([
  ['CMYK', new Uint8Array([0xff, 0xd8, 0xff, 0xc0, 0, 20, 8, 0, 9, 0, 9, 4, 1, 0x11, 0]), /CMYK/],
  ['no picture', new TextEncoder().encode('GIF89a'), /Unknown image/],
])('a logo in %s is refused', async (_, logo, reason) => {
  await expect(renderOriginal(invoiceSamples.standard, { xml, logo })).rejects.toThrow(reason)
})
