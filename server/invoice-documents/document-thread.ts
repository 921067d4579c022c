/**
 * Renders and checks documents in one thread of its own: sixty lines in the main thread would hold up every other
 * request (decision 0068). The thread starts with the first request and ends when there was none for a while, so that its
 * modules and fonts cost nothing at rest.
 */
import { TaskThread, ThreadError, type Urgency } from '#server/threads/task-thread.ts'
import type { CheckedXml } from './checked-xml.ts'
import { DocumentError } from './document-error.ts'
import type { CheckRequest, DocumentAnswer, DocumentRequest } from './document-request.ts'
import type { InvoiceSnapshot } from './invoice-snapshot.ts'

export type DocumentThread = {
  /** Documents in the order of their requests, those for persons first. Throws `DocumentError`. */
  render(request: DocumentRequest, urgency?: Urgency): Promise<Uint8Array>
  /** The XML of an invoice and the findings of the rules, in the same order. Throws `DocumentError`. */
  check(snapshot: InvoiceSnapshot, urgency?: Urgency): Promise<CheckedXml>
  isRunning(): boolean
  /** Rejects waiting requests and ends the thread. */
  stop(): Promise<void>
}

export type DocumentThreadOptions = {
  /** The thread ends after this time without requests. */
  idleMs: number
  /** For one document; 300 pages take some seconds. */
  timeoutMs: number
  /** Of the thread's JavaScript objects; 500 long lines with their work record, 335 pages, need two thirds. */
  memoryMb: number
}

const usual: DocumentThreadOptions = { idleMs: 30_000, timeoutMs: 60_000, memoryMb: 192 }

type Request = DocumentRequest | CheckRequest

export function createDocumentThread(options: Partial<DocumentThreadOptions> = {}): DocumentThread {
  const { idleMs, timeoutMs: silenceMs, memoryMb } = { ...usual, ...options }
  const thread = new TaskThread<Request, DocumentAnswer>(new URL('./document-worker.ts', import.meta.url), {
    name: 'documents',
    idleMs,
    silenceMs,
    memoryMb,
  })

  async function ask(request: Request, urgency: Urgency) {
    const answer = await thread.run(request, { urgency }).catch((error: unknown) => {
      throw error instanceof ThreadError ? new DocumentError(error.code, error.message, { cause: error }) : error
    })
    if ('fault' in answer) throw new DocumentError('not_rendered', answer.fault)
    return answer
  }

  return {
    async render(request, urgency = 'person') {
      const answer = await ask(request, urgency)
      if ('bytes' in answer) return answer.bytes
      throw new DocumentError('not_rendered', `No document for ${request.kind}`)
    },
    async check(snapshot, urgency = 'person') {
      const answer = await ask({ kind: 'check', snapshot }, urgency)
      if ('checked' in answer) return answer.checked
      throw new DocumentError('not_rendered', 'No findings')
    },
    isRunning: () => thread.isRunning(),
    stop: () => thread.stop(),
  }
}
