/**
 * Checkpoints of a SQLite file in a thread of their own: in the main thread, the commit that fills the log would copy
 * all of it and wait for the disk twice (decision 0103). The thread starts with the first full log and ends when nothing
 * was written for a while.
 */
import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { SqliteSession } from './sqlite-session.ts'

/** The default of SQLite: a smaller log is left to the close. */
const leastLogBytes = 4_000 * 1024
/**
 * Where commits never pause, the thread cannot finish a log, and SQLite starts it anew only when it is finished: then
 * the commit that reaches this size copies the rest.
 */
const mostLogPages = 4_000
const pauseMs = 250
const idleMs = 30_000

export type Checkpoints = {
  /** Ends the thread; the close of the file writes the rest. */
  stop(): Promise<void>
}

export function startCheckpoints(session: SqliteSession, file: string): Checkpoints {
  session.database.exec(`pragma wal_autocheckpoint = ${mostLogPages}`)
  let thread: Worker | undefined
  /** Of the pause before a checkpoint, or of the idle time after it. */
  let timer: NodeJS.Timeout | undefined
  let isDue = false
  let isStopped = false

  function wait(ms: number, then: () => Promise<void>): void {
    clearTimeout(timer)
    timer = setTimeout(() => void then(), ms).unref()
  }

  session.onCommit = () => {
    if (isDue) return
    isDue = true
    wait(pauseMs, checkpoint)
  }

  async function checkpoint(): Promise<void> {
    const isFull = await isLogFull(file)
    // The file may have been closed meanwhile.
    if (isStopped) return
    if (!isFull) return rest()
    thread ??= startThread()
    thread.postMessage('checkpoint')
  }

  function rest(): void {
    isDue = false
    if (thread) wait(idleMs, endThread)
  }

  function startThread(): Worker {
    const started = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
      name: 'checkpoints',
      workerData: file,
    })
    started.unref()
    started.on('message', rest)
    // A full disk, for example: the next commit tries again, and the main thread has a limit of its own.
    started.on('error', () => undefined)
    started.once('exit', () => {
      if (thread !== started) return
      thread = undefined
      rest()
    })
    return started
  }

  async function endThread(): Promise<void> {
    const ended = thread
    thread = undefined
    await ended?.terminate()
  }

  return {
    async stop() {
      isStopped = true
      session.onCommit = () => {}
      clearTimeout(timer)
      await endThread()
    },
  }
}

/** The log keeps its size when it starts anew: a file that was large once counts as full. */
async function isLogFull(file: string): Promise<boolean> {
  const log = await stat(`${file}-wal`).catch(() => undefined)
  return log !== undefined && log.size >= leastLogBytes
}
