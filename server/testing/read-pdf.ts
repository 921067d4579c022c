/** Reads and draws PDF files with programs that are not ours: pdf.js, Skia (`@napi-rs/canvas`) and jsQR. */
import { type Canvas, createCanvas, DOMMatrix, ImageData, Path2D } from '@napi-rs/canvas'
import jsQr from 'jsqr'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

// pdf.js takes the classes of a browser from the global scope; all must come from one copy of the package.
Object.assign(globalThis, { DOMMatrix, ImageData, Path2D })
const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')

export type StructureNode = { role?: string; children?: StructureNode[]; alt?: string; type?: string }

/** Closes the file after the reading. Throws `PasswordException` for no or a wrong password. */
export async function readPdf<T>(
  file: Uint8Array,
  read: (pdf: PDFDocumentProxy) => Promise<T>,
  password?: string,
): Promise<T> {
  // pdf.js keeps the bytes it is given.
  const data = new Uint8Array(file)
  const task = getDocument({ data, verbosity: VerbosityLevel.ERRORS, ...(password !== undefined && { password }) })
  try {
    return await read(await task.promise)
  } finally {
    await task.destroy()
  }
}

export async function pagesOf(pdf: PDFDocumentProxy): Promise<PDFPageProxy[]> {
  return Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)))
}

/** The words of each page, in the order of the file. */
export async function textsOf(pdf: PDFDocumentProxy): Promise<string[]> {
  return Promise.all(
    (await pagesOf(pdf)).map(async page => {
      const { items } = await page.getTextContent()
      const texts = items.map(item => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
      return texts.join('').replaceAll(/[^\S\n]+/g, ' ')
    }),
  )
}

/** Roles with their texts' marks left out, depth first. */
export async function structureOf(page: PDFPageProxy): Promise<StructureNode> {
  // pdf.js declares nodes and contents as one union; both fit this shape.
  return (await page.getStructTree()) as StructureNode
}

export function flat(node: StructureNode): StructureNode[] {
  return [node, ...(node.children ?? []).flatMap(flat)]
}

export async function drawPage(page: PDFPageProxy, scale: number): Promise<Canvas> {
  const viewport = page.getViewport({ scale })
  const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height))
  // pdf.js declares the browser's canvas; this one has the same methods.
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise
  return canvas
}

/** The text of the page's QR code; null without one. */
export async function readQrCode(page: PDFPageProxy): Promise<string | null> {
  const { width, height, ...canvas } = await rightHalf(page)
  return jsQr(canvas.data, width, height)?.data ?? null
}

/** 144 dpi of the half in which the code is. */
async function rightHalf(page: PDFPageProxy): Promise<{ data: Uint8ClampedArray; width: number; height: number }> {
  const canvas = await drawPage(page, 2)
  const left = Math.floor(canvas.width / 2)
  const { data, width, height } = canvas.getContext('2d').getImageData(left, 0, canvas.width - left, canvas.height)
  return { data: new Uint8ClampedArray(data), width, height }
}
