/** The work record (Leistungsnachweis): the entries behind the lines, by ticket, on pages of their own. */
import { workRecordOf, workRecordTexts } from '#contract/texts/invoice-paper.texts.ts'
import type { PrintedInvoice, SnapshotWork } from './invoice-snapshot.ts'
import { type Paper, strongRule } from './paper.ts'
import { page, styles, type TextStyle } from './paper-form.ts'
import { printedDate, printedEuros, printedHours } from './paper-format.ts'
import { type Column, cellOf, drawTable, type TableRow, textWidth } from './paper-table.ts'

type Work = SnapshotWork & { position: number }

const figureWidths = { date: 64, position: 40, hours: 56, net: 84 } as const
const sumHeight = 26

export function drawWorkRecord(paper: Paper, invoice: PrintedInvoice): void {
  const work = invoice.lines.flatMap(({ position, work }) => work.map(entry => ({ ...entry, position })))
  if (work.length === 0) return
  paper.addPage()
  const { kind, number, issueDate } = invoice
  const { cursor, root } = paper
  cursor.y += paper.block(root, 'H2', workRecordTexts.heading, styles.title, page.left, cursor.y, page.width)
  const subtitle = workRecordOf(kind, number, printedDate(issueDate))
  cursor.y += paper.block(root, 'P', subtitle, { ...styles.small, size: 9 }, page.left, cursor.y, page.width) + 12
  const tickets = Map.groupBy(work, ({ ticketNumber }) => ticketNumber)
  for (const entries of tickets.values()) drawTicket(paper, entries)
  if (tickets.size > 1) drawSum(paper, workRecordTexts.total, work)
}

function drawTicket(paper: Paper, entries: readonly Work[]): void {
  const [first] = entries
  if (!first) return
  const { cursor, root } = paper
  paper.ensure(110)
  const title = `${first.ticketNumber} · ${first.ticketName}`
  cursor.y += paper.block(root, 'H3', title, styles.heading, page.left, cursor.y, page.width) + 6
  const columns = columnsOf(paper)
  const rows: TableRow[] = entries
    .toSorted((one, other) => one.date.localeCompare(other.date) || one.position - other.position)
    .map(entry => ({ cells: columns.map(column => column.cell(entry, column)), carried: null }))
  drawTable(paper, root, { columns, rows, carriedLabels: null, heightAfter: sumHeight })
  drawSum(paper, `${workRecordTexts.ticketSum} ${first.ticketNumber}`, entries)
}

type WorkColumn = Column & { cell: (work: Work, column: Column) => TableRow['cells'][number] }

function columnsOf(paper: Paper): WorkColumn[] {
  const fixed = Object.values(figureWidths).reduce((sum, width) => sum + width, 0)
  const date: TextStyle = { ...styles.body, hasFigures: true }
  return [
    {
      label: workRecordTexts.date,
      width: figureWidths.date,
      cell: ({ date: day }) => [{ text: printedDate(day), style: date }],
    },
    {
      label: workRecordTexts.work,
      width: page.width - fixed,
      cell: ({ name, description }, column) => [
        ...cellOf(paper, name, styles.body, textWidth(column)),
        ...(description === '' ? [] : cellOf(paper, description, styles.small, textWidth(column))),
      ],
    },
    figures(workRecordTexts.position, figureWidths.position, ({ position }) => String(position), styles.figureMuted),
    figures(workRecordTexts.hours, figureWidths.hours, ({ hoursHundredths }) => printedHours(hoursHundredths)),
    figures(workRecordTexts.net, figureWidths.net, ({ amountCents }) => printedEuros(amountCents)),
  ]
}

function figures(
  label: string,
  width: number,
  textOf: (work: Work) => string,
  style: TextStyle = styles.figure,
): WorkColumn {
  return { label, width, align: 'right', cell: work => [{ text: textOf(work), style }] }
}

/** Below a table, on its page: `heightAfter` keeps the place. */
function drawSum(paper: Paper, label: string, work: readonly Work[]): void {
  paper.ensure(sumHeight)
  const y = paper.cursor.y + 6
  const hours = work.reduce((sum, { hoursHundredths }) => sum + hoursHundredths, 0)
  const cents = work.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const hoursRight = page.width - figureWidths.net
  paper.element(paper.root, 'P').add(() => {
    paper.line(`${label} `, { ...styles.strong, hasFigures: true }, page.left, y)
    paper.line(`${printedHours(hours)} `, styles.figureStrong, page.left, y, hoursRight)
    paper.line(printedEuros(cents), styles.figureStrong, page.left, y, page.width)
  })
  paper.rule(page.left, y - 6, page.width, strongRule)
  paper.cursor.y = y + sumHeight
}
