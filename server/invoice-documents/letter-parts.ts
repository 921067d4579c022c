/** The parts of the letter around its text, by DIN 5008 form B: head, address in the window, facts, marks, foot. */
import {
  continuedTitle,
  copyNotice,
  draftMark,
  factLabels,
  footLabels,
  logoAlternative,
  numberOnIssue,
  pageLabel,
} from '#contract/texts/invoice-paper.texts.ts'
import type { PrintedInvoice, SnapshotAddress } from './invoice-snapshot.ts'
import type { Paper } from './paper.ts'
import { letter, mm, page, styles, type TextStyle } from './paper-form.ts'
import { printedDate, printedIban, printedPeriod, printedWebsite } from './paper-format.ts'

const countryNames = new Intl.DisplayNames('de-DE', { type: 'region' })

/** The logo, or the company's name where it has none. */
export function drawHead(paper: Paper, { seller }: PrintedInvoice, logo: Uint8Array | null): void {
  if (logo === null) {
    const lines = paper.wrap(seller.name, styles.company, page.width).slice(0, 2)
    const y = letter.logo.top + 4
    paper.artifact(() => paper.lines(lines, styles.company, page.left, y, page.width))
    return
  }
  const image = paper.pdf.openImage(logo)
  // ISO 19005-3, 6.2.4.3: the file's one output profile is sRGB.
  if (image.colorSpace === 'DeviceCMYK') throw new Error('A logo in CMYK colours cannot be archived')
  const scale = Math.min(letter.logo.widthMax / image.width, letter.logo.heightMax / image.height)
  const [width, height] = [image.width * scale, image.height * scale]
  const y = letter.logo.top + (letter.logo.heightMax - height) / 2
  paper
    .element(paper.root, 'Figure', {
      alt: logoAlternative(seller.name),
      bbox: [page.left, y, page.left + width, y + height],
    })
    .add(() => paper.pdf.image(image, page.left, y, { width, height }))
}

/** The sender's line and the address, both visible in the envelope's window. */
export function drawAddress(paper: Paper, { seller, buyer }: PrintedInvoice): void {
  const { sender, address } = letter
  const from = [seller.name, seller.address.street, cityOf(seller.address)].filter(part => part !== '').join(' · ')
  const senderStyle = fittingStyle(paper, from, styles.sender, sender.width, 1, 5.8)
  const senderLines = paper.wrap(from, senderStyle, sender.width)
  const senderTop = sender.bottom - senderLines.length * senderStyle.leading
  paper.element(paper.root, 'P').add(() => paper.lines(senderLines, senderStyle, page.left, senderTop, sender.width))
  paper.rule(page.left, sender.bottom + 1.5, sender.width)

  const isAbroad = buyer.address.country !== seller.address.country
  const parts = [
    buyer.name,
    buyer.contactName,
    buyer.address.street,
    cityOf(buyer.address),
    isAbroad ? countryOf(buyer.address.country).toUpperCase() : '',
  ].filter(part => part !== '')
  const style = fittingStyle(
    paper,
    parts.join('\n'),
    { ...styles.body, size: 10.5, leading: 13.2 },
    address.width,
    address.height,
    7,
  )
  paper.block(paper.root, 'P', parts.join('\n'), style, page.left, address.top, address.width)
}

/** Numbers, dates and contact beside the address; returns where they end. */
export function drawFacts(paper: Paper, invoice: PrintedInvoice): number {
  const { facts } = letter
  const table = paper.element(paper.root, 'Table')
  let y: number = facts.top
  for (const group of factGroups(invoice)) {
    for (const { label, value, style } of group) {
      const lines = paper.wrap(value, style, facts.width - facts.labelWidth)
      const row = paper.element(table, 'TR')
      const top = y
      paper.element(row, 'TH', { scope: 'Row' }).add(() => paper.line(label, styles.factLabel, facts.left, top))
      paper
        .element(row, 'TD')
        .add(() => paper.lines(lines, style, facts.left + facts.labelWidth, top, facts.width - facts.labelWidth))
      y += lines.length * style.leading
    }
    y += 7
  }
  return y
}

/** Where to fold and to punch. */
export function drawMarks(paper: Paper): void {
  for (const y of letter.folds) paper.rule(mm(4), y, mm(4))
  paper.rule(mm(4), letter.hole, mm(6))
}

/** After the last page: page numbers, heads of further pages, and the foot, which is content on the first page. */
export function finishPages(paper: Paper, invoice: PrintedInvoice, copyOf: string | null): void {
  const count = paper.pagesCount
  for (let index = 0; index < count; index += 1) {
    paper.pdf.switchToPage(index)
    if (invoice.number === null) paper.mark(draftMark)
    if (index > 0) drawContinuedHead(paper, invoice)
    if (index === 0) drawFoot(paper, invoice, (texts, draw) => paper.element(paper.root, texts).add(draw))
    else drawFoot(paper, invoice, (_, draw) => paper.artifact(draw))
    if (copyOf !== null) drawNotice(paper, copyNotice(copyOf), index === 0)
    paper.artifact(() =>
      paper.line(pageLabel(index + 1, count), styles.pageNumber, page.left, letter.pageNumber, page.width),
    )
  }
}

function drawNotice(paper: Paper, text: string, isContent: boolean): void {
  const draw = () => paper.line(text, styles.notice, page.left, letter.pageNumber)
  if (isContent) paper.element(paper.root, 'P').add(draw)
  else paper.artifact(draw)
}

function drawContinuedHead(paper: Paper, { kind, number, issueDate, seller }: PrintedInvoice): void {
  const y = mm(17)
  paper.artifact(() => {
    const title = continuedTitle(kind, number, printedDate(issueDate))
    const rest = page.width - paper.widthOf(title, styles.small) - 20
    const [name = '', ...more] = paper.wrap(seller.name, styles.small, rest)
    paper.line(more.length === 0 ? name : `${name} …`, styles.small, page.left, y)
    paper.line(title, { ...styles.small, align: 'right', hasFigures: true }, page.left, y, page.width)
  })
  paper.rule(page.left, y + 18, page.width)
}

type DrawAs = (type: 'P', draw: () => void) => void

function drawFoot(paper: Paper, { seller }: PrintedInvoice, drawAs: DrawAs): void {
  const columns = footColumns(seller)
  const widths = footWidths(paper, columns)
  const gap = (page.width - sum(widths)) / (columns.length - 1)
  paper.rule(page.left, letter.foot - 7, page.width)
  let x = page.left
  for (const [index, texts] of columns.entries()) {
    const [left, width] = [x, widths[index] ?? 0]
    const lines = texts.flatMap((text, at) => {
      const style = index === 0 && at === 0 ? styles.footStrong : styles.foot
      return paper.wrap(text, style, width).map(line => ({ line, style }))
    })
    drawAs('P', () => {
      for (const [at, { line, style }] of lines.entries()) {
        paper.line(line, style, left, letter.foot + at * style.leading)
      }
    })
    x += width + gap
  }
}

/** As wide as their texts; where that is too wide, the widest columns share the rest. */
function footWidths(paper: Paper, columns: readonly string[][]): number[] {
  const gapMin = 14
  const natural = columns.map(texts => 1 + Math.max(...texts.map(text => paper.widthOf(text, styles.footStrong))))
  let room = page.width - gapMin * (columns.length - 1)
  let share = room / columns.length
  for (const [index, width] of natural.toSorted((one, other) => one - other).entries()) {
    share = room / (columns.length - index)
    if (width > share) break
    room -= width
    share = width
  }
  return natural.map(width => Math.min(width, share))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function footColumns(seller: PrintedInvoice['seller']): string[][] {
  const { address } = seller
  const named = (label: string, text: string) => (text === '' ? '' : `${label} ${text}`)
  return [
    [seller.name, address.street, cityOf(address)],
    [named(footLabels.phone, seller.phone), seller.email, printedWebsite(seller.website)],
    [seller.bankName, named(footLabels.iban, printedIban(seller.iban)), named(footLabels.bic, seller.bic)],
    [named(footLabels.vatId, seller.vatId), named(footLabels.taxNumber, seller.taxNumber), seller.register],
  ]
    .map(texts => texts.filter(text => text !== ''))
    .filter(texts => texts.length > 0)
}

type Fact = { label: string; value: string; style: TextStyle }

function factGroups(invoice: PrintedInvoice): Fact[][] {
  const { kind, number, issueDate, dueDate, serviceFrom, serviceTo, seller, buyer } = invoice
  const isOneDay = serviceFrom === serviceTo
  const fact = (label: string, value: string, style: TextStyle = styles.fact): Fact => ({ label, value, style })
  return [
    [
      fact(factLabels.number[kind], number ?? numberOnIssue, styles.factStrong),
      fact(factLabels.issueDate[kind], printedDate(issueDate)),
      fact(isOneDay ? factLabels.serviceDate : factLabels.servicePeriod, printedPeriod(serviceFrom, serviceTo)),
      fact(factLabels.dueDate, dueDate === null ? '' : printedDate(dueDate)),
      fact(factLabels.customerNumber, buyer.customerNumber),
      fact(factLabels.buyerVatId, buyer.vatId),
      fact(factLabels.leitwegId, buyer.leitwegId),
    ],
    // The e-mail address is too wide for this column; the foot has it.
    [fact(factLabels.contact, seller.contactName), fact(factLabels.phone, seller.phone)],
  ].map(group => group.filter(({ value }) => value !== ''))
}

function cityOf({ zip, city }: SnapshotAddress): string {
  return `${zip} ${city}`.trim()
}

function countryOf(code: string): string {
  try {
    return countryNames.of(code) ?? code
  } catch {
    // A draft may have a country that is not filled in yet.
    return code
  }
}

/** The style, smaller by half points until the text fits; not below `sizeMin`. */
function fittingStyle(
  paper: Paper,
  text: string,
  style: TextStyle,
  width: number,
  height: number,
  sizeMin: number,
): TextStyle {
  const lines = paper.wrap(text, style, width).length
  const limit = Math.max(height, style.leading)
  if (lines * style.leading <= limit || style.size - 0.5 < sizeMin) return style
  const ratio = (style.size - 0.5) / style.size
  const smaller = { ...style, size: style.size - 0.5, leading: style.leading * ratio }
  return fittingStyle(paper, text, smaller, width, limit, sizeMin)
}
