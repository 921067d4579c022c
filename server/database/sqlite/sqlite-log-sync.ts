/** Waits until the write-ahead log of a SQLite file is on the disk, while the process continues (decision 0118). */
import { type FileHandle, open } from 'node:fs/promises'

export class LogSync {
  readonly #file: string
  #log: Promise<FileHandle> | undefined
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  /** @param file the database file; empty for one in memory */
  constructor(file: string) {
    this.#file = file
  }

  /** Resolves when all that is committed now is on the disk. Those who ask meanwhile share the next wait. */
  wait(): Promise<void> {
    if (this.#file === '') return Promise.resolve()
    if (this.#running === undefined) return this.#run()
    // The running one may have begun before the last commit.
    this.#next ??= this.#running.then(() => this.#run())
    return this.#next
  }

  async close(): Promise<void> {
    await this.#next?.catch(() => {})
    await this.#running?.catch(() => {})
    await (await this.#log)?.close()
  }

  #run(): Promise<void> {
    this.#next = undefined
    this.#running = this.#sync().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #sync(): Promise<void> {
    try {
      // Never replaced while the database is open. SQLite's locks are on other files: closing this one ends none.
      this.#log ??= open(`${this.#file}-wal`, 'r+')
      await (await this.#log).datasync()
    } catch (cause) {
      const error = new Error('The disk has not taken what was committed.', { cause })
      // Later commits would follow a hole in the log. Only a restart reads the real state.
      setImmediate(() => {
        throw error
      })
      throw error
    }
  }
}
