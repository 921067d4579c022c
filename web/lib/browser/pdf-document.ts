/** Reads PDF files with pdf.js in a worker. Loaded with the first preview. */
import { getDocument, type PDFDocumentProxy, type PDFPageProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { createPolicy } from './trusted-types.ts'

export type PdfPage = PDFPageProxy
export type PdfDocument = { readonly pages: readonly PdfPage[]; close(): void }

/** More pixels per page are not sharper on a screen and cost memory. */
const pixelsMax = 16_000_000
/** Nobody leafs through more pages in a preview; the download contains the whole file. */
export const shownPagesMax = 50

/** Opens a file; throws for a damaged one, and `PasswordException` for one that requires a password. */
export async function openPdf(content: Blob): Promise<PdfDocument & { readonly pagesCount: number }> {
  const port = new Worker(trustedWorkerUrl(), { type: 'module' })
  const worker = PDFWorker.create({ port })
  const close = () => {
    worker.destroy()
    port.terminate()
  }
  try {
    const data = new Uint8Array(await content.arrayBuffer())
    // The page's policy forbids WebAssembly; without it, rare image formats take longer.
    const pdf: PDFDocumentProxy = await getDocument({ data, worker, useWasm: false, maxImageSize: 50_000_000 }).promise
    const shown = Array.from({ length: Math.min(pdf.numPages, shownPagesMax) }, (_, index) => pdf.getPage(index + 1))
    return { pages: await Promise.all(shown), pagesCount: pdf.numPages, close }
  } catch (error) {
    close()
    throw error
  }
}

/** Width over height. */
export function pageRatio(page: PdfPage): number {
  const { width, height } = page.getViewport({ scale: 1 })
  return width / height
}

/** Draws a page at the displayed width of the canvas. Returns a function that cancels it. */
export function drawPage(page: PdfPage, canvas: HTMLCanvasElement): { done: Promise<void>; cancel: () => void } {
  const plain = page.getViewport({ scale: 1 })
  const wanted = (canvas.clientWidth / plain.width) * devicePixelRatio
  const scale = Math.min(wanted, Math.sqrt(pixelsMax / (plain.width * plain.height)))
  const viewport = page.getViewport({ scale })
  canvas.width = Math.ceil(viewport.width)
  canvas.height = Math.ceil(viewport.height)
  const task = page.render({ canvas, viewport })
  return { done: task.promise, cancel: () => task.cancel() }
}

/** The text of a page for screen readers. */
export async function textOf(page: PdfPage): Promise<string> {
  const { items } = await page.getTextContent()
  return items.map(item => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
}

let workerAddress: string | undefined

function trustedWorkerUrl(): string {
  workerAddress ??= createPolicy('pdf-worker', workerUrl)
  return workerAddress
}
