/**
 * Checkpoints of a SQLite file in a thread of their own: in the main thread, the commit that fills the log would copy
 * all of it and wait for the disk twice (decision 0103). The thread starts with the first full log and ends when nothing
 * was written for a while.
 */
import { stat } from 'node:fs/promises'
import { TaskThread } from '#server/threads/task-thread.ts'
import type { SqliteSession } from './sqlite-session.ts'

/** The default of SQLite: a smaller log is left to the close. */
const leastLogBytes = 4_000 * 1024
/**
 * Where commits never pause, the thread cannot finish a log, and SQLite restarts it only when it is finished. Then the
 * commit that reaches this size copies the rest.
 */
const mostLogPages = 16_000
const pauseMs = 250
/** A slow disk takes its time; a checkpoint that is ended leaves a whole file. */
const checkpointMs = 600_000

export type Checkpoints = {
  /** Ends the thread; the close of the file writes the rest. */
  stop(): Promise<void>
}

export function startCheckpoints(session: SqliteSession, file: string): Checkpoints {
  session.database.exec(`pragma wal_autocheckpoint = ${mostLogPages}`)
  const thread = new TaskThread<'checkpoint', void>(new URL('./checkpoint-thread.ts', import.meta.url), {
    name: 'checkpoints',
    data: file,
    silenceMs: checkpointMs,
  })
  let isDue = false
  let timer: NodeJS.Timeout | undefined

  session.onCommit = () => {
    if (isDue) return
    isDue = true
    timer = setTimeout(() => void checkpoint(), pauseMs).unref()
  }

  async function checkpoint(): Promise<void> {
    // Of a full disk, for example: the next commit tries again, and the main thread has a limit of its own.
    if (await isLogFull(file)) await thread.run('checkpoint').catch(() => undefined)
    isDue = false
  }

  return {
    async stop() {
      session.onCommit = () => {}
      clearTimeout(timer)
      await thread.stop()
    },
  }
}

/** The log keeps its size when it restarts: a file that was large once counts as full. */
async function isLogFull(file: string): Promise<boolean> {
  const log = await stat(`${file}-wal`).catch(() => undefined)
  return log !== undefined && log.size >= leastLogBytes
}
