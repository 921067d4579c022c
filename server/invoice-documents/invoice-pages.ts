/** The pages of an invoice: letter, lines, sums, notes, payment, and the work record as annex. */
import {
  cancellationReason,
  cancellationText,
  lineLabels,
  paperTitle,
  sumLabels,
  unitWords,
  vatLabel,
  vatReferences,
} from '#contract/texts/invoice-paper.texts.ts'
import { vatRules } from '#contract/vat-cases.ts'
import type { PrintedInvoice, SnapshotLine } from './invoice-snapshot.ts'
import { drawAddress, drawFacts, drawHead, drawMarks, finishPages } from './letter-parts.ts'
import { Paper, strongRule } from './paper.ts'
import { colors, letter, page, styles, type TextStyle } from './paper-form.ts'
import { printedDate, printedEuros, printedQuantity, printedRate, printedUnitPrice } from './paper-format.ts'
import { type Column, cellOf, drawTable, type TableRow, textWidth } from './paper-table.ts'
import { drawPayment } from './payment-panel.ts'
import { drawWorkRecord } from './work-record.ts'

export type PagesOptions = {
  logo: Uint8Array | null
  isArchive: boolean
  /** Whether each page states that it is the copy of the E-Rechnung. */
  isCopy: boolean
}

/** All pages, not finished yet: the caller adds the other parts of its file. */
export function drawInvoice(invoice: PrintedInvoice, { logo, isArchive, isCopy }: PagesOptions): Paper {
  const title = paperTitle(invoice.kind, invoice.number)
  const paper = new Paper({
    title,
    author: invoice.seller.name,
    date: new Date(`${invoice.issueDate}T12:00:00Z`),
    isArchive,
  })
  paper.addPage()
  drawMarks(paper)
  drawHead(paper, invoice, logo)
  drawAddress(paper, invoice)
  const factsBottom = drawFacts(paper, invoice)
  paper.cursor.y = Math.max(letter.textTop, factsBottom + 14)
  paper.cursor.y += paper.block(paper.root, 'H1', title, styles.title, page.left, paper.cursor.y, page.width) + 8
  drawCancellation(paper, invoice)
  paper.cursor.y += invoice.cancels ? 16 : 8
  drawLines(paper, invoice)
  drawSums(paper, invoice)
  for (const text of [...invoice.notes, invoice.closingText]) drawParagraph(paper, text)
  drawPayment(paper, invoice)
  if (invoice.hasWorkRecord) drawWorkRecord(paper, invoice)
  finishPages(paper, invoice, isCopy ? invoice.number : null)
  return paper
}

function drawCancellation(paper: Paper, { cancels }: PrintedInvoice): void {
  if (!cancels) return
  drawParagraph(paper, cancellationText(cancels.number, printedDate(cancels.issueDate)), 0)
  drawParagraph(paper, `${cancellationReason}: ${cancels.reason}`, 2)
}

/** Long ones go on over pages. */
function drawParagraph(paper: Paper, text: string, before = 7): void {
  if (text.trim() === '') return
  const style = styles.body
  const lines = paper.wrap(text, style, page.width * 0.92)
  paper.cursor.y += before
  const element = paper.element(paper.root, 'P')
  let from = 0
  while (from < lines.length) {
    paper.ensure(Math.min(lines.length - from, 3) * style.leading)
    const part = lines.slice(from, from + Math.floor((page.bottom - paper.cursor.y) / style.leading))
    element.add(() => paper.lines(part, style, page.left, paper.cursor.y, page.width))
    paper.cursor.y += part.length * style.leading
    from += part.length
  }
}

const lineColumns = { position: 24, quantity: 62, unitPrice: 68, vat: 46, net: 78 } as const

function drawLines(paper: Paper, invoice: PrintedInvoice): void {
  const hasVat = isTaxed(invoice)
  const fixed = Object.entries(lineColumns).reduce(
    (sum, [name, width]) => sum + (name === 'vat' && !hasVat ? 0 : width),
    0,
  )
  const columns: (Column & { cell: (line: SnapshotLine, column: Column) => TableRow['cells'][number] })[] = [
    {
      label: lineLabels.position,
      width: lineColumns.position,
      cell: ({ position }) => [
        { text: String(position), style: { ...styles.body, color: colors.muted, hasFigures: true } },
      ],
    },
    {
      label: lineLabels.text,
      width: page.width - fixed,
      cell: ({ text, description }, column) => [
        ...cellOf(paper, text, styles.body, textWidth(column)),
        ...(description === '' ? [] : cellOf(paper, description, styles.small, textWidth(column))),
      ],
    },
    figures(
      lineLabels.quantity,
      lineColumns.quantity,
      ({ quantityMilli, unit }) => `${printedQuantity(quantityMilli, unit === 'hour' ? 2 : 0)}\u00a0${unitWords[unit]}`,
    ),
    figures(lineLabels.unitPrice, lineColumns.unitPrice, ({ unitPriceE4 }) => printedUnitPrice(unitPriceE4)),
    ...(hasVat ? [figures(lineLabels.vat, lineColumns.vat, vatText, styles.figureMuted)] : []),
    figures(lineLabels.net, lineColumns.net, ({ netCents }) => printedEuros(netCents)),
  ]
  let sumCents = 0
  const rows = invoice.lines.map(line => {
    sumCents += line.netCents
    return { cells: columns.map(column => column.cell(line, column)), carried: printedEuros(sumCents) }
  })
  drawTable(paper, paper.root, {
    columns,
    rows,
    carriedLabels: { out: lineLabels.carriedOut, in: lineLabels.carriedIn },
    heightAfter: sumsHeight(invoice),
  })
}

function figures(
  label: string,
  width: number,
  textOf: (line: SnapshotLine) => string,
  style: TextStyle = styles.figure,
) {
  return { label, width, align: 'right' as const, cell: (line: SnapshotLine) => [{ text: textOf(line), style }] }
}

function vatText({ vatCase }: SnapshotLine): string {
  return vatReferences[vatCase] ?? printedRate(vatRules[vatCase].rate)
}

/** Without VAT (§ 19 UStG) an invoice shows neither rates nor a tax amount. */
function isTaxed({ lines }: PrintedInvoice): boolean {
  return lines.some(({ vatCase }) => vatCase !== 'smallBusiness')
}

type Sum = { label: string; amount: string; isGross: boolean }

function sumsOf(invoice: PrintedInvoice): Sum[] {
  const gross = { label: sumLabels.gross, amount: printedEuros(invoice.grossCents), isGross: true }
  if (!isTaxed(invoice)) return [gross]
  return [
    { label: sumLabels.net, amount: printedEuros(invoice.netCents), isGross: false },
    ...invoice.groups.map(({ vatCase, rate, baseCents, taxCents }) => ({
      label: vatLabel(printedRate(rate), vatReferences[vatCase], printedEuros(baseCents)),
      amount: printedEuros(taxCents),
      isGross: false,
    })),
    gross,
  ]
}

const sumsTop = 8
const grossGap = 9
const sumLeading = 15.5

function sumsHeight(invoice: PrintedInvoice): number {
  const others = sumsOf(invoice).length - 1
  return sumsTop + others * sumLeading + (others > 0 ? grossGap : 0) + styles.gross.leading
}

function drawSums(paper: Paper, invoice: PrintedInvoice): void {
  paper.ensure(sumsHeight(invoice))
  const labelLeft = page.left + page.width - 235
  const table = paper.element(paper.root, 'Table')
  let y = paper.cursor.y + sumsTop
  const sums = sumsOf(invoice)
  for (const { label, amount, isGross } of sums) {
    if (isGross && sums.length > 1) {
      y += grossGap / 2
      paper.rule(labelLeft, y, page.right - labelLeft, strongRule)
      y += grossGap / 2
    }
    const top = y
    const row = paper.element(table, 'TR')
    const labelStyle = isGross ? styles.grossLabel : { ...styles.body, hasFigures: true as const }
    paper.element(row, 'TH', { scope: 'Row' }).add(() => paper.line(label, labelStyle, labelLeft, top))
    paper
      .element(row, 'TD')
      .add(() => paper.line(amount, isGross ? styles.gross : styles.figure, page.left, top, page.width))
    y += isGross ? styles.gross.leading : sumLeading
  }
  paper.cursor.y = y + 10
}
