/**
 * Renders and checks documents in one thread of its own: sixty lines in the main thread would hold up every other
 * request (decision 0068). The thread starts with the first request and ends when there was none for a while, so that its
 * modules and fonts cost nothing at rest.
 */
import { Worker } from 'node:worker_threads'
import type { CheckedXml } from './checked-xml.ts'
import { DocumentError } from './document-error.ts'
import type { CheckRequest, DocumentAnswer, DocumentRequest } from './document-request.ts'
import type { InvoiceSnapshot } from './invoice-snapshot.ts'

/** `person` goes before `run`: somebody waits for a preview, nobody for one of a thousand invoices. */
export type DocumentUrgency = 'person' | 'run'

export type DocumentThread = {
  /** Documents in the order of their requests, those for persons first. Throws `DocumentError`. */
  render(request: DocumentRequest, urgency?: DocumentUrgency): Promise<Uint8Array>
  /** The XML of an invoice and what the rules find in it, in the same order. Throws `DocumentError`. */
  check(snapshot: InvoiceSnapshot, urgency?: DocumentUrgency): Promise<CheckedXml>
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

type Made = Exclude<DocumentAnswer, { fault: string }>

type Waiting = {
  request: DocumentRequest | CheckRequest
  resolve: (answer: Made) => void
  reject: (error: DocumentError) => void
}

export function createDocumentThread(options: Partial<DocumentThreadOptions> = {}): DocumentThread {
  const { idleMs, timeoutMs, memoryMb } = { ...usual, ...options }
  const queues: Record<DocumentUrgency, Waiting[]> = { person: [], run: [] }
  let thread: Worker | undefined
  let current: Waiting | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function next(): void {
    if (current) return
    clearTimeout(timer)
    current = queues.person.shift() ?? queues.run.shift()
    if (!current) {
      thread?.unref()
      timer = setTimeout(() => endThread(), idleMs).unref()
      return
    }
    thread ??= start()
    thread.ref()
    timer = setTimeout(() => fail('too_slow', `No document after ${timeoutMs} ms`), timeoutMs).unref()
    thread.postMessage(current.request)
  }

  function start(): Worker {
    const started = startWorker(memoryMb, {
      onAnswer: answer => (started === thread ? settle(answer) : undefined),
      onExit: cause => {
        if (started !== thread) return
        thread = undefined
        fail('thread_ended', 'The document thread ended before its answer', { cause })
      },
    })
    return started
  }

  function settle(answer: DocumentAnswer): void {
    const done = current
    current = undefined
    if ('fault' in answer) done?.reject(new DocumentError('not_rendered', answer.fault))
    else done?.resolve(answer)
    next()
  }

  /** The document in work has failed, and its thread is not to be trusted; the next one gets a new thread. */
  function fail(code: DocumentError['code'], message: string, options?: ErrorOptions): void {
    const failed = current
    current = undefined
    endThread()
    failed?.reject(new DocumentError(code, message, options))
    next()
  }

  function endThread(): Promise<number> | undefined {
    clearTimeout(timer)
    const ended = thread?.terminate()
    thread = undefined
    return ended
  }

  function ask(request: Waiting['request'], urgency: DocumentUrgency): Promise<Made> {
    if (isStopped) return Promise.reject(stopped())
    const { promise, resolve, reject } = Promise.withResolvers<Made>()
    queues[urgency].push({ request, resolve, reject })
    next()
    return promise
  }

  return {
    ...callsOf(ask),
    isRunning: () => thread !== undefined,
    async stop() {
      isStopped = true
      const waiting = [current, ...queues.person.splice(0), ...queues.run.splice(0)]
      current = undefined
      for (const one of waiting) one?.reject(stopped())
      await endThread()
    },
  }
}

function callsOf(
  ask: (request: Waiting['request'], urgency: DocumentUrgency) => Promise<Made>,
): Pick<DocumentThread, 'render' | 'check'> {
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
  }
}

type WorkerEvents = { onAnswer: (answer: DocumentAnswer) => void; onExit: (cause: unknown) => void }

function startWorker(memoryMb: number, { onAnswer, onExit }: WorkerEvents): Worker {
  const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
    name: 'documents',
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
  })
  let cause: unknown
  worker.on('message', onAnswer)
  worker.on('error', error => {
    cause = error
  })
  worker.once('exit', () => onExit(cause))
  return worker
}

function stopped(): DocumentError {
  return new DocumentError('stopped', 'The process is ending')
}
