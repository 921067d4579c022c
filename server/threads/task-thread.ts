/**
 * Work that keeps a processor busy, in a thread of its own: in the main thread every request would wait for it. The
 * thread starts with the first task and ends when there was none for a while, so that it costs nothing at rest.
 */
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { ThreadMessage } from './answer-tasks.ts'

/** `person` goes before `run`: somebody waits for the one, nobody for the other. */
export type Urgency = 'person' | 'run'

export type TaskThreadOptions = {
  /** For debuggers and profiles. */
  readonly name: string
  /** `workerData` of the thread. */
  readonly data?: unknown
  /** The thread ends after this time without tasks. */
  readonly idleMs?: number
  /** A thread that neither answers nor calls `reportWork` for this long is ended. */
  readonly silenceMs: number
  /** The most that the thread's JavaScript objects may take. */
  readonly memoryMb?: number
}

/** Why a task has no answer. The next task gets a new thread. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError'
  readonly code: 'thread_ended' | 'too_slow' | 'stopped'

  /** @param cause what the thread threw */
  constructor(code: ThreadError['code'], message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** The error that a thread threw, from its ThreadError; any other error as it is. */
export function causeOf(error: unknown): unknown {
  return error instanceof ThreadError && error.cause instanceof Error ? error.cause : error
}

const startMs = 30_000
const usualIdleMs = 30_000
const youngMemoryMb = 32

/**
 * Calls from WebAssembly into JavaScript stay uncompiled: when V8 13.6 compiles one in a thread, it sometimes ends the
 * process with `Check failed: jit_page.has_value()` (nodejs/node#64500). See decision 0131.
 */
setFlagsFromString('--wasm-wrapper-tiering-budget=2147483647')

type Waiting<Task, Answer> = {
  readonly task: Task
  readonly silenceMs: number
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: ThreadError) => void
}

export class TaskThread<Task, Answer> {
  readonly #file: URL
  readonly #options: TaskThreadOptions
  readonly #queues: Record<Urgency, Waiting<Task, Answer>[]> = { person: [], run: [] }
  #worker: Worker | undefined
  #current: Waiting<Task, Answer> | undefined
  /** Of the next sign of the thread, or of the end of an idle one. */
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  /** @param file the code of the thread, which calls `answerTasks` */
  constructor(file: URL, options: TaskThreadOptions) {
    this.#file = file
    this.#options = options
  }

  isRunning(): boolean {
    return this.#worker !== undefined
  }

  /**
   * The thread's answer: one task at a time, in the order of the calls, those for persons first. Throws ThreadError.
   * @param silenceMs instead of the thread's own
   */
  run(
    task: Task,
    { urgency = 'person', silenceMs = this.#options.silenceMs }: { urgency?: Urgency; silenceMs?: number } = {},
  ): Promise<Answer> {
    if (this.#isStopped) return Promise.reject(this.#error('stopped', 'is stopped'))
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    this.#queues[urgency].push({ task, silenceMs, resolve, reject })
    this.#next()
    return promise
  }

  /** Rejects the waiting tasks and ends the thread. */
  async stop(): Promise<void> {
    this.#isStopped = true
    const waiting = [this.#current, ...this.#queues.person.splice(0), ...this.#queues.run.splice(0)]
    this.#current = undefined
    for (const one of waiting) one?.reject(this.#error('stopped', 'is stopped'))
    await this.#end()
  }

  #next(): void {
    if (this.#current) return
    clearTimeout(this.#timer)
    this.#current = this.#queues.person.shift() ?? this.#queues.run.shift()
    if (!this.#current) {
      this.#worker?.unref()
      this.#timer = setTimeout(() => this.#end(), this.#options.idleMs ?? usualIdleMs).unref()
      return
    }
    this.#expectSign(this.#worker ? this.#current.silenceMs : startMs)
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#worker.postMessage(this.#current.task)
  }

  #start(): Worker {
    const started = startWorker(this.#file, this.#options)
    let cause: unknown
    started.on('message', (message: ThreadMessage<Answer>) => {
      if (started === this.#worker) this.#heed(message)
    })
    started.on('error', error => {
      cause = error
    })
    started.once('exit', () => {
      if (started === this.#worker) this.#fail(this.#error('thread_ended', 'ended before its answer', cause))
    })
    return started
  }

  #heed(message: ThreadMessage<Answer>): void {
    if (!this.#current) return
    if (message.kind === 'answer') {
      this.#current.resolve(message.answer)
      this.#current = undefined
      if (message.isLast) this.#end()
      this.#next()
    } else {
      this.#expectSign(this.#current.silenceMs)
    }
  }

  #expectSign(withinMs: number): void {
    clearTimeout(this.#timer)
    const fail = () => this.#fail(this.#error('too_slow', `was silent for ${withinMs} ms`))
    this.#timer = setTimeout(fail, withinMs).unref()
  }

  /** The thread is not to be trusted: it may still work on the failed task. */
  #fail(error: ThreadError): void {
    this.#end()
    this.#current?.reject(error)
    this.#current = undefined
    this.#next()
  }

  #end(): Promise<number> | undefined {
    clearTimeout(this.#timer)
    const ended = this.#worker?.terminate()
    this.#worker = undefined
    return ended
  }

  #error(code: ThreadError['code'], what: string, cause?: unknown): ThreadError {
    return new ThreadError(code, `The thread of ${this.#options.name} ${what}`, cause)
  }
}

function startWorker(file: URL, { name, data, memoryMb }: TaskThreadOptions): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMemoryMb }
  return new Worker(file, { name, workerData: data, ...(memoryMb === undefined ? {} : { resourceLimits }) })
}
