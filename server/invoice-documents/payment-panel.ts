/** How to pay: the sentence, the bank fields, and the same as a GiroCode. */
import { encode } from 'uqr'
import { giroCodeAlternative, paymentRequest, paymentTexts } from '#contract/texts/invoice-paper.texts.ts'
import type { PrintedInvoice } from './invoice-snapshot.ts'
import type { Paper } from './paper.ts'
import { colors, mm, page, styles, type TextStyle } from './paper-form.ts'
import { printedDate, printedEuros, printedIban } from './paper-format.ts'
import { giroCodeOf } from './printed-giro-code.ts'

const inset = 14
const labelWidth = 92
/** With its quiet zone of four modules, which scanners need (ISO/IEC 18004). */
const plate = mm(33)
const captionHeight = 20
/** EPC069-12. */
const versionMax = 13

/** Stays on one page. A cancellation asks for nothing. */
export function drawPayment(paper: Paper, invoice: PrintedInvoice): void {
  if (invoice.kind === 'cancellation') return
  if (invoice.grossCents <= 0) {
    paper.ensure(40)
    const { y } = paper.cursor
    paper.cursor.y +=
      12 + paper.block(paper.root, 'P', paymentTexts.nothingToPay, styles.strong, page.left, y + 12, page.width)
    return
  }
  const textWidth = page.width - 3 * inset - plate
  const fields = fieldsOf(invoice).map(({ label, value, style }) => ({
    label,
    style,
    lines: paper.wrap(value, style, textWidth - labelWidth),
  }))
  const request = paymentRequest(printedEuros(invoice.grossCents), invoice.dueDate && printedDate(invoice.dueDate))
  const requestLines = paper.wrap(request, styles.body, textWidth)
  const fieldsHeight = fields.reduce((sum, { lines, style }) => sum + lines.length * style.leading, 0)
  const textHeight = styles.heading.leading + 3 + requestLines.length * styles.body.leading + 7 + fieldsHeight
  const height = Math.max(textHeight, plate + captionHeight) + 2 * inset
  paper.ensure(height + 12)
  const top = paper.cursor.y + 12
  paper.panel(page.left, top, page.width, height, colors.panel)
  const x = page.left + inset
  let y = top + inset
  y += paper.block(paper.root, 'H2', paymentTexts.heading, styles.heading, x, y, textWidth) + 3
  y += paper.block(paper.root, 'P', request, styles.body, x, y, textWidth) + 7
  const table = paper.element(paper.root, 'Table')
  for (const { label, lines, style } of fields) {
    const row = paper.element(table, 'TR')
    const at = y
    paper.element(row, 'TH', { scope: 'Row' }).add(() => paper.line(label, styles.factLabel, x, at))
    paper.element(row, 'TD').add(() => paper.lines(lines, style, x + labelWidth, at, textWidth - labelWidth))
    y += lines.length * style.leading
  }
  drawCode(paper, invoice, page.right - inset - plate, top + inset)
  paper.cursor.y = top + height
}

type Field = { label: string; value: string; style: TextStyle }

function fieldsOf({ seller, number }: PrintedInvoice): Field[] {
  const field = (label: string, value: string, style: TextStyle = styles.fact): Field => ({ label, value, style })
  return [
    field(paymentTexts.accountHolder, seller.accountHolder),
    field(paymentTexts.iban, printedIban(seller.iban), styles.factStrong),
    field(paymentTexts.bic, seller.bic),
    field(paymentTexts.bank, seller.bankName),
    field(paymentTexts.reference, number ?? '', styles.factStrong),
  ].filter(({ value }) => value !== '')
}

function drawCode(paper: Paper, invoice: PrintedInvoice, x: number, y: number): void {
  paper.panel(x, y, plate, plate, colors.plate)
  const text = giroCodeOf(invoice)
  const caption = text === null ? paymentTexts.giroCodeOnIssue : `${paymentTexts.giroCode} ${paymentTexts.giroCodeHint}`
  const style: TextStyle = { weight: 'regular', size: 6.5, leading: 8.5, color: colors.muted }
  if (text === null) {
    const lines = paper.wrap(caption, style, plate - 20)
    const top = y + (plate - lines.length * style.leading) / 2
    paper.artifact(() => drawCentered(paper, lines, style, x, top))
    return
  }
  const { data, size } = encode(text, { ecc: 'M', boostEcc: false, maxVersion: versionMax, border: 4 })
  const module = plate / size
  const { seller, grossCents } = invoice
  paper
    .element(paper.root, 'Figure', {
      alt: giroCodeAlternative(printedEuros(grossCents), seller.accountHolder),
      bbox: [x, y, x + plate, y + plate],
    })
    .add(() => {
      for (const { row, column, length } of runsOf(data)) {
        paper.pdf.rect(x + column * module, y + row * module, length * module, module)
      }
      paper.pdf.fill(colors.ink)
    })
  const lines = [paymentTexts.giroCode, paymentTexts.giroCodeHint]
  paper.element(paper.root, 'P').add(() => drawCentered(paper, lines, style, x, y + plate + 4))
}

function drawCentered(paper: Paper, lines: readonly string[], style: TextStyle, x: number, y: number): void {
  for (const [index, line] of lines.entries()) {
    paper.line(line, style, x + (plate - paper.widthOf(line, style)) / 2, y + index * style.leading)
  }
}

/** Dark modules of a row that touch, as one rectangle. */
function runsOf(data: readonly boolean[][]): { row: number; column: number; length: number }[] {
  return data.flatMap((modules, row) => {
    const starts = modules.flatMap((isDark, column) => (isDark && !modules[column - 1] ? [column] : []))
    return starts.map(column => {
      const end = modules.indexOf(false, column)
      return { row, column, length: (end === -1 ? modules.length : end) - column }
    })
  })
}
