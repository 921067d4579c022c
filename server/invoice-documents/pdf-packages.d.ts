/** The parts of pdfkit and fontkit that we use. `@types/pdfkit` lacks those for tagged files and PDF/A-3. */

declare module 'fontkit' {
  type Layout = {
    readonly glyphs: readonly { readonly id: number; readonly advanceWidth: number }[]
    readonly positions: readonly { readonly xAdvance: number }[]
    readonly advanceWidth: number
  }
  export type Font = {
    readonly unitsPerEm: number
    readonly characterSet: readonly number[]
    layout(text: string, features?: readonly string[]): Layout
  }
  export function create(file: Uint8Array): Font
}

declare module 'pdfkit' {
  import type { Readable } from 'node:stream'
  import type { Font } from 'fontkit'

  type Box = [left: number, top: number, right: number, bottom: number]
  type Structure = { add(child: Structure | (() => void)): Structure; end(): void }
  type StructureOptions = { alt?: string; bbox?: Box; scope?: 'Column' | 'Row' }
  type Relationship = 'Alternative' | 'Source' | 'Data' | 'Unspecified'

  type Options = {
    size: 'A4'
    margin: 0
    pdfVersion: '1.7'
    subset?: 'PDF/A-3b'
    tagged: boolean
    lang: string
    displayTitle: boolean
    /** No default font: none that is not embedded. */
    font: null
    bufferPages: boolean
    autoFirstPage: boolean
    info: Record<string, string | Date>
  }

  // The package has no named export.
  export default class PDFDocument extends Readable {
    constructor(options: Options)
    readonly page: { readonly width: number; readonly height: number }
    info: Record<string, string | Date>
    addPage(): this
    switchToPage(index: number): void
    bufferedPageRange(): { start: number; count: number }
    registerFont(name: string, font: Font): this
    font(name: string, size: number): this
    fillColor(color: string): this
    fillOpacity(opacity: number): this
    strokeColor(color: string): this
    lineWidth(width: number): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    rect(x: number, y: number, width: number, height: number): this
    roundedRect(x: number, y: number, width: number, height: number, radius: number): this
    fill(color: string): this
    stroke(): this
    save(): this
    restore(): this
    rotate(degrees: number, options: { origin: [x: number, y: number] }): this
    widthOfString(text: string, options?: { features?: string[] }): number
    text(
      text: string,
      x: number,
      y: number,
      options: { lineBreak: false; baseline: 'alphabetic'; features?: string[] },
    ): this
    openImage(file: Uint8Array): { readonly width: number; readonly height: number; readonly colorSpace?: string }
    image(
      image: { readonly width: number; readonly height: number },
      x: number,
      y: number,
      options: { width: number; height: number },
    ): this
    struct(type: string, options?: StructureOptions): Structure
    addStructure(structure: Structure): this
    markContent(tag: 'Artifact', options?: { type: 'Pagination' | 'Layout' }): this
    endMarkedContent(): this
    appendXML(xml: string): void
    file(
      file: Uint8Array,
      options: { name: string; type: string; relationship: Relationship; creationDate: Date; modifiedDate: Date },
    ): void
    end(): void
    /** Not part of the public interface: writes `info` into the XMP packet, without escaping it. */
    _addInfo(): void
  }
}
