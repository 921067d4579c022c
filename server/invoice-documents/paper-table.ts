/** Tables over several pages: head and carried sum repeat, and a row that is taller than a page is continued. */
import type { Structure } from 'pdfkit'
import { type Paper, strongRule } from './paper.ts'
import { page, styles, type TextStyle } from './paper-form.ts'

export type Column = { label: string; width: number; align?: 'right' }

type CellLine = { text: string; style: TextStyle }
export type Cell = readonly CellLine[]

export type TableRow = {
  cells: readonly Cell[]
  /** The sum so far, this row included, printed where the page ends after it; null for none. */
  carried: string | null
}

export type Table = {
  columns: readonly Column[]
  rows: readonly TableRow[]
  carriedLabels: { out: string; in: string } | null
  /** The part that stays on the page of the last row: the sums. */
  heightAfter: number
}

const gap = 10
const padding = 4.5
const headHeight = 20
const carriedHeight = 22

/** Lines of a cell. */
export function cellOf(paper: Paper, text: string, style: TextStyle, width: number): Cell {
  return paper.wrap(text, style, width).map(line => ({ text: line, style }))
}

/** The width for text in a column. */
export function textWidth({ width }: Column): number {
  return width - gap
}

/** Draws from the cursor on, and moves it below the table. */
export function drawTable(paper: Paper, parent: Structure, table: Table): void {
  const element = paper.element(parent, 'Table')
  paper.ensure(headHeight + 3 * styles.body.leading)
  drawHead(paper, table, element)
  let rowsOnPage = 0
  let carried: string | null = null
  const startPage = () => {
    breakPage(paper, table, carried)
    rowsOnPage = 0
  }
  for (const [index, row] of table.rows.entries()) {
    const tags = paper.element(element, 'TR')
    const cells = table.columns.map(() => paper.element(tags, 'TD'))
    const after = index === table.rows.length - 1 ? table.heightAfter : carriedHeightOf(table)
    const heights = lineHeights(row)
    const isMovable = 2 * padding + sum(heights) + after <= page.bottom - freshTop(table)
    let from = 0
    while (from < heights.length) {
      const rest = heights.slice(from)
      const room = page.bottom - paper.cursor.y - 2 * padding
      const isWhole = sum(rest) + after <= room
      if (!isWhole && rowsOnPage > 0 && (isMovable || room < 4 * styles.body.leading)) {
        startPage()
        continue
      }
      const count = isWhole ? rest.length : Math.max(1, fittingCount(rest, room - carriedHeightOf(table)))
      drawSlice(paper, table, row, cells, from, count)
      rowsOnPage += 1
      from += count
      carried = row.carried
      if (from < heights.length) startPage()
    }
  }
}

function freshTop(table: Table): number {
  return page.continuedTop + headHeight + carriedHeightOf(table)
}

function carriedHeightOf({ carriedLabels }: Table): number {
  return carriedLabels ? carriedHeight : 0
}

function lineHeights({ cells }: TableRow): number[] {
  const count = Math.max(1, ...cells.map(lines => lines.length))
  return Array.from({ length: count }, (_, line) => Math.max(...cells.map(lines => lines[line]?.style.leading ?? 0)))
}

function fittingCount(heights: readonly number[], room: number): number {
  let used = 0
  const first = heights.findIndex(height => {
    used += height
    return used > room
  })
  return first === -1 ? heights.length : first
}

function drawSlice(
  paper: Paper,
  { columns }: Table,
  row: TableRow,
  tags: readonly Structure[],
  from: number,
  count: number,
): void {
  const heights = lineHeights(row).slice(from, from + count)
  const top = paper.cursor.y + padding
  let x = page.left
  for (const [index, column] of columns.entries()) {
    const lines = (row.cells[index] ?? []).slice(from, from + count)
    const left = x
    if (lines.length > 0) {
      tags[index]?.add(() => {
        let y = top
        for (const [at, { text, style }] of lines.entries()) {
          if (text !== '') paper.line(text, style, left, y, column.width)
          y += heights[at] ?? 0
        }
      })
    }
    x += column.width
  }
  paper.cursor.y = top + sum(heights) + padding
  paper.rule(page.left, paper.cursor.y, page.width)
}

/** The first head is content, its repetitions are decoration. */
function drawHead(paper: Paper, { columns }: Table, element: Structure | null): void {
  const tags = element && paper.element(element, 'TR')
  let x = page.left
  for (const { label, width, align } of columns) {
    const left = x
    const style: TextStyle = align ? { ...styles.label, align } : styles.label
    const draw = () => paper.line(label, style, left, paper.cursor.y, width)
    if (tags) paper.element(tags, 'TH', { scope: 'Column' }).add(draw)
    else paper.artifact(draw)
    x += width
  }
  paper.cursor.y += headHeight - 4
  paper.rule(page.left, paper.cursor.y, page.width, strongRule)
}

function breakPage(paper: Paper, table: Table, carried: string | null): void {
  if (carried !== null && table.carriedLabels) drawCarried(paper, table.carriedLabels.out, carried)
  paper.addPage()
  drawHead(paper, table, null)
  if (carried !== null && table.carriedLabels) {
    drawCarried(paper, table.carriedLabels.in, carried)
    paper.rule(page.left, paper.cursor.y, page.width)
  }
}

/** Repeats the rows: decoration for screen readers. */
function drawCarried(paper: Paper, label: string, sumText: string): void {
  const y = paper.cursor.y + padding
  paper.artifact(() => {
    paper.line(label, { ...styles.figureStrong, size: 9 }, page.left, y, page.width - 80)
    paper.line(sumText, { ...styles.figureStrong, size: 9 }, page.left, y, page.width)
  })
  paper.cursor.y += carriedHeight
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
