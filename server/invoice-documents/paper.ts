/** Tagged A4 pages (PDF/UA-1) on pdfkit: lines of text, rules, figures, and the structure for screen readers. */
import PDFDocument, { type Structure, type StructureOptions } from 'pdfkit'
import { paperFonts, type Weight } from './paper-fonts.ts'
import { colors, page, type TextStyle } from './paper-form.ts'
import { printedText } from './printable-characters.ts'

/** Where the next part goes: distance from the upper edge. */
type Cursor = { y: number }

export type PaperOptions = {
  title: string
  author: string
  /** Creation date in the file: from the snapshot, so that the same snapshot gives the same bytes. */
  date: Date
  isArchive: boolean
}

type RuleStyle = { thickness: number; color: string }

const hairline: RuleStyle = { thickness: 0.5, color: colors.hairline }
/** Below heads of tables and above totals. */
export const strongRule: RuleStyle = { thickness: 0.8, color: colors.ink }

/**
 * Where a word may part: a compound after a hyphen between longer words, an address before `@`, others after a sign if
 * they must.
 */
const compound = /(?<=\p{L}{4}[-/_])(?=\p{L}{4})/u
const address = /(?=@)/
const sign = /(?<=[-./_])/
/** Letters that a broken word leaves for the next line. */
const restMin = 3

/** pdfkit writes title and author unescaped into the XMP packet; `&` in a name would break PDF/A. */
class InvoicePdf extends PDFDocument {
  override _addInfo(): void {
    const { info } = this
    this.info = Object.fromEntries(
      Object.entries(info).map(([key, value]) => [key, typeof value === 'string' ? escapeXml(value) : value]),
    )
    super._addInfo()
    this.info = info
  }
}

export class Paper {
  readonly pdf: PDFDocument
  readonly root: Structure
  readonly cursor: Cursor = { y: page.top }
  #pagesCount = 0

  constructor({ title, author, date, isArchive }: PaperOptions) {
    this.pdf = new InvoicePdf({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      ...(isArchive && { subset: 'PDF/A-3b' }),
      tagged: true,
      lang: 'de-DE',
      displayTitle: true,
      font: null,
      bufferPages: true,
      autoFirstPage: false,
      info: { Title: printedText(title), Author: printedText(author), CreationDate: date, ModDate: date },
    })
    for (const [weight, font] of Object.entries(paperFonts)) this.pdf.registerFont(weight, font)
    this.root = this.pdf.struct('Document')
    this.pdf.addStructure(this.root)
  }

  get pagesCount(): number {
    return this.#pagesCount
  }

  addPage(): void {
    this.pdf.addPage()
    this.#pagesCount += 1
    this.cursor.y = this.#pagesCount === 1 ? page.top : page.continuedTop
  }

  /** Starts a page where the height is not left on this one. */
  ensure(height: number): void {
    if (this.cursor.y + height > page.bottom) this.addPage()
  }

  element(parent: Structure, type: string, options: StructureOptions = {}): Structure {
    const element = this.pdf.struct(type, options)
    parent.add(element)
    return element
  }

  /** Decoration and parts repeated on every page: screen readers skip them. */
  artifact(draw: () => void): void {
    this.pdf.markContent('Artifact', { type: 'Pagination' })
    draw()
    this.pdf.endMarkedContent()
  }

  rule(x: number, y: number, width: number, { thickness, color }: RuleStyle = hairline): void {
    this.artifact(() => {
      this.pdf
        .strokeColor(color)
        .lineWidth(thickness)
        .moveTo(x, y)
        .lineTo(x + width, y)
        .stroke()
    })
  }

  panel(x: number, y: number, width: number, height: number, color: string): void {
    this.artifact(() => {
      this.pdf.roundedRect(x, y, width, height, 5).fill(color)
    })
  }

  widthOf(text: string, { weight, size, hasFigures }: TextStyle): number {
    this.pdf.font(weight satisfies Weight, size)
    return this.pdf.widthOfString(printedText(text), hasFigures ? { features: ['tnum'] } : {})
  }

  /** One line in a box as high as its leading; call inside `artifact` or the content of an element. */
  line(text: string, style: TextStyle, x: number, y: number, width = 0): void {
    const printed = printedText(text)
    const shift = style.align === 'right' ? width - this.widthOf(printed.trimEnd(), style) : 0
    this.pdf
      .font(style.weight, style.size)
      .fillColor(style.color)
      .text(printed, x + shift, y + baselineOf(style), {
        lineBreak: false,
        baseline: 'alphabetic',
        ...(style.hasFigures && { features: ['tnum'] }),
      })
  }

  /** The text's lines in this width: broken at spaces and hyphens, in words only where one is wider than a line. */
  wrap(text: string, style: TextStyle, width: number): string[] {
    return printedText(text)
      .split('\n')
      .flatMap(paragraph => this.#wrapParagraph(paragraph, style, width))
  }

  /** A paragraph (or heading) at its place; returns its height. */
  block(parent: Structure, type: string, text: string, style: TextStyle, x: number, y: number, width: number): number {
    const lines = this.wrap(text, style, width)
    this.element(parent, type).add(() => this.lines(lines, style, x, y, width))
    return lines.length * style.leading
  }

  lines(lines: readonly string[], style: TextStyle, x: number, y: number, width: number): void {
    for (const [index, text] of lines.entries()) {
      if (text !== '') this.line(text, style, x, y + index * style.leading, width)
    }
  }

  /** A word across the page, so pale that the text below stays readable. */
  mark(word: string): void {
    const style: TextStyle = { weight: 'semibold', size: 140, leading: 140, color: colors.ink }
    const { width, height } = this.pdf.page
    this.artifact(() => {
      this.pdf
        .save()
        .fillOpacity(0.06)
        .rotate(-54, { origin: [width / 2, height / 2] })
      this.line(word, style, (width - this.widthOf(word, style)) / 2, (height - style.leading) / 2)
      this.pdf.restore()
    })
  }

  /** The file; nothing can be drawn any more. */
  async finish(): Promise<Uint8Array> {
    this.root.end()
    this.pdf.end()
    const chunks: Uint8Array[] = []
    for await (const chunk of this.pdf) chunks.push(chunk)
    return new Uint8Array(Buffer.concat(chunks))
  }

  #wrapParagraph(paragraph: string, style: TextStyle, width: number): string[] {
    const lines: string[] = []
    let line = ''
    for (const part of this.#partsOf(paragraph, style, width)) {
      if (line !== '' && this.widthOf((line + part).trimEnd(), style) > width) {
        // The space joins the words of two lines for those who copy or listen.
        lines.push(line.trimEnd() + (part.startsWith(' ') ? ' ' : ''))
        line = ''
      }
      line += line === '' ? part.trimStart() : part
      while (this.widthOf(line.trimEnd(), style) > width) {
        const fitting = this.#fittingLength(line, style, width)
        lines.push(line.slice(0, fitting))
        line = line.slice(fitting)
      }
    }
    return [...lines, line.trimEnd()]
  }

  /** Words with the spaces before them, in pieces where they may part. */
  #partsOf(paragraph: string, style: TextStyle, width: number): string[] {
    return paragraph
      .replaceAll(/[\t\r]/g, ' ')
      .split(/(?<! )(?= )/)
      .flatMap(word => word.split(word.includes('@') ? address : compound))
      .flatMap(part => (this.widthOf(part, style) > width ? part.split(sign) : [part]))
  }

  #fittingLength(word: string, style: TextStyle, width: number): number {
    let length = 1
    while (length < word.length && this.widthOf(word.slice(0, length + 1), style) <= width) length += 1
    return Math.max(1, Math.min(length, word.length - restMin))
  }
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The font's ascent is 0.95 and its descent 0.25 of the size. */
function baselineOf({ size, leading }: TextStyle): number {
  return (leading - 1.2 * size) / 2 + 0.95 * size
}
