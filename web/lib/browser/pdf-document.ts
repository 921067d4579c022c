/** Reads PDF files with pdf.js, in a worker of its own. Loaded with the first preview. */
import { getDocument, type PDFDocumentProxy, type PDFPageProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

export type PdfPage = PDFPageProxy
export type PdfDocument = { readonly pages: readonly PdfPage[]; close(): void }

/** A page in more pixels is no sharper on a screen, and costs memory. */
const pixelsMax = 16_000_000
/** What nobody leafs through in a window; the rest of the file is there when it is saved. */
export const shownPagesMax = 50

/** Opens a file; throws for one that is damaged, and `PasswordException` for one that asks for a password. */
export async function openPdf(content: Blob): Promise<PdfDocument & { readonly pagesCount: number }> {
  const port = new Worker(trustedWorkerUrl(), { type: 'module' })
  const worker = PDFWorker.create({ port })
  const close = () => {
    worker.destroy()
    port.terminate()
  }
  try {
    const data = new Uint8Array(await content.arrayBuffer())
    // WebAssembly is code that the page's policy does not allow; without it, rare image formats take longer.
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

/** Draws a page as wide as the canvas is shown. Returns how to stop. */
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

/** The words of a page, for those who hear it. */
export async function textOf(page: PdfPage): Promise<string> {
  const { items } = await page.getTextContent()
  return items.map(item => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
}

let workerAddress: string | undefined

/**
 * The page's policy demands that the address of code is named as such, and lets `pdf-worker` name one, once: this file
 * of our own build and nothing else.
 */
function trustedWorkerUrl(): string {
  const policies: unknown = Reflect.get(globalThis, 'trustedTypes')
  if (!hasCreatePolicy(policies)) return workerUrl
  workerAddress ??= policies.createPolicy('pdf-worker', { createScriptURL: onlyWorker }).createScriptURL(workerUrl)
  return workerAddress
}

function onlyWorker(url: string): string {
  if (url !== workerUrl) throw new TypeError('No code but the worker for PDF files is loaded by address.')
  return url
}

// Not in TypeScript's library yet. What a policy makes is taken where a text is expected.
type Policies = {
  createPolicy(
    name: string,
    rules: { createScriptURL(input: string): string },
  ): {
    createScriptURL(input: string): string
  }
}

function hasCreatePolicy(policies: unknown): policies is Policies {
  return typeof policies === 'object' && policies !== null && 'createPolicy' in policies
}
