import { PDFArray, PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { copyNotice, paperTitle } from '#contract/texts/invoice-paper.texts.ts'
import { goldenScale, greyPicture, looksLike, readGolden } from '#server/testing/golden-page.ts'
import { draftSample, issuedPapers } from '#server/testing/paper-samples.ts'
import { drawPage, flat, pagesOf, readPdf, readQrCode, structureOf, textsOf } from '#server/testing/read-pdf.ts'
import { invoiceXml } from './cii-serializer.ts'
import { renderLockedCopy, renderOriginal, renderPreview } from './invoice-files.ts'
import { printedEuros } from './paper-format.ts'
import { generatePdfPassword } from './pdf-password.ts'

const password = generatePdfPassword()

describe.each(Object.entries(issuedPapers))('the paper of kind %s', (kind, { invoice, logo }) => {
  const xml = invoiceXml(invoice, 'en16931')
  const isPayable = invoice.kind === 'invoice'
  const original = once(() => renderOriginal(invoice, { xml, logo }))
  const locked = once(() => renderLockedCopy(invoice, { password, logo }))

  test('contains number, lines and amounts, and the same text in its locked copy', async () => {
    const texts = await readPdf(await original(), textsOf)
    const words = withoutSpaces(texts.join('\n'))
    const { lines, netCents, grossCents, seller, buyer } = invoice
    expect(words).toContain(withoutSpaces(paperTitle(invoice.kind, invoice.number)))
    for (const { text, netCents: cents } of lines) {
      expect(words).toContain(withoutSpaces(text))
      expect(words).toContain(withoutSpaces(printedEuros(cents)))
    }
    for (const text of [buyer.name, seller.vatId, ...invoice.notes]) expect(words).toContain(withoutSpaces(text))
    for (const cents of [netCents, grossCents]) expect(words).toContain(withoutSpaces(printedEuros(cents)))

    const copies = await readPdf(await locked(), textsOf, password)
    const notice = copyNotice(invoice.number)
    for (const copy of copies) expect(copy).toContain(notice)
    const withoutNotice = copies.map(copy => withoutSpaces(copy.replace(notice, '')))
    expect(withoutNotice).toEqual(texts.map(withoutSpaces))
  })

  test('carries the given XML as its one attachment, as an alternative; the locked copy carries none', async () => {
    const attached = await readPdf(await original(), async pdf => {
      const names = [...((await pdf.getAttachments()) ?? new Map()).keys()]
      return Promise.all(names.map(async name => [name, await pdf.getAttachmentContent(name)]))
    })
    expect(attached).toEqual([['factur-x.xml', xml]])
    expect(await relationshipsIn(await original())).toEqual(['/Alternative'])
    expect(await readPdf(await locked(), pdf => pdf.getAttachments(), password)).toBeNull()
  })

  test('has a language, a title, and a structure that names headings, heads of tables and figures', async () => {
    for (const [file, opensWith] of [[await original()], [await locked(), password]] as const) {
      const { info, marked, nodes } = await readPdf(
        file,
        async pdf => ({
          info: (await pdf.getMetadata()).info as Record<string, string>,
          // pdf.js declares an object and returns a map.
          marked: ((await pdf.getMarkInfo()) as unknown as Map<string, boolean>).get('Marked'),
          nodes: (await Promise.all((await pagesOf(pdf)).map(structureOf))).flatMap(flat),
        }),
        opensWith,
      )
      expect(info).toMatchObject({ Language: 'de-DE', Title: paperTitle(invoice.kind, invoice.number) })
      expect(marked).toBe(true)
      const roles = new Set(nodes.map(({ role }) => role))
      for (const role of ['Document', 'H1', 'P', 'Table', 'TR', 'TH', 'TD']) expect(roles).toContain(role)
      const figures = nodes.filter(({ role }) => role === 'Figure')
      expect(figures).toHaveLength(Number(isPayable) + Number(logo !== null))
      for (const { alt } of figures) expect(alt).toBeTruthy()
    }
  })

  test('asks for the gross amount in its GiroCode, and a cancellation for nothing', async () => {
    const codes = await readPdf(await original(), async pdf => {
      const pages = await pagesOf(pdf)
      const roots = await Promise.all(pages.map(structureOf))
      const withFigures = pages.filter((_, at) =>
        roots
          .slice(at, at + 1)
          .flatMap(flat)
          .some(({ role }) => role === 'Figure'),
      )
      return Promise.all(withFigures.map(readQrCode))
    })
    const lines = codes.filter(code => code !== null).map(code => code.split('\n'))
    const { seller, grossCents, number } = invoice
    const name = seller.accountHolder.slice(0, 70).trim()
    const amount = `EUR${(grossCents / 100).toFixed(2)}`
    const expected = ['BCD', '002', '1', 'SCT', seller.bic, name, seller.iban, amount, '', '', number]
    expect(lines).toEqual(isPayable ? [expected] : [])
  })

  test('embeds every font', async () => {
    const fonts = await fontsIn(await original())
    expect(fonts.length).toBeGreaterThanOrEqual(2)
    expect(fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([])
  })

  test('looks like its picture', async () => {
    expect(looksLike(await firstPage(await original()), await readGolden(kind))).toBe(true)
  })

  test('is the same byte for byte when it is made again', async () => {
    expect(Buffer.from(await renderOriginal(invoice, { xml, logo })).equals(Buffer.from(await original()))).toBe(true)
  })
})

test('a draft is marked on its page, looks like its picture and has no code to pay by', async () => {
  const preview = await renderPreview(draftSample, { logo: null })
  expect(looksLike(await firstPage(preview), await readGolden('draft'))).toBe(true)
  await readPdf(preview, async pdf => {
    const [text] = await textsOf(pdf)
    expect(text).toContain('Rechnung (Entwurf)')
    expect(text?.match(/Entwurf/g)).toHaveLength(2)
    expect(await readQrCode(await pdf.getPage(1))).toBeNull()
    expect(await pdf.getAttachments()).toBeNull()
  })
})

test('a page that differs in one line of text does not look like its picture', async () => {
  const { invoice } = issuedPapers.standard ?? {}
  if (!invoice) throw new Error('no standard sample')
  const changed = { ...invoice, closingText: 'Danke.' }
  const page = await firstPage(await renderOriginal(changed, { xml: invoiceXml(changed, 'en16931'), logo: null }))
  expect(looksLike(page, await readGolden('standard'))).toBe(false)
})

async function firstPage(file: Uint8Array) {
  return readPdf(file, async pdf => greyPicture(await drawPage(await pdf.getPage(1), goldenScale)))
}

/** Lines end at other places in a file than in a snapshot. */
function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '')
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

async function relationshipsIn(file: Uint8Array): Promise<string[]> {
  const { catalog } = await PDFDocument.load(file)
  const files = catalog.lookup(PDFName.of('AF'), PDFArray)
  return Array.from({ length: files.size() }, (_, at) =>
    String(files.lookup(at, PDFDict).lookup(PDFName.of('AFRelationship'))),
  )
}

async function fontsIn(file: Uint8Array): Promise<{ name: string; isEmbedded: boolean }[]> {
  const { context } = await PDFDocument.load(file)
  const dicts = context.enumerateIndirectObjects().flatMap(([, object]) => (object instanceof PDFDict ? [object] : []))
  return dicts
    .filter(dict => String(dict.get(PDFName.of('Type'))) === '/Font' && !dict.has(PDFName.of('DescendantFonts')))
    .map(dict => ({
      name: String(dict.get(PDFName.of('BaseFont'))),
      isEmbedded: dict.lookupMaybe(PDFName.of('FontDescriptor'), PDFDict)?.has(PDFName.of('FontFile2')) ?? false,
    }))
}
