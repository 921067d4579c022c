/** States of the whole database: read or copied while it is in use, and restored elsewhere for inspection. */
import type { Kysely, Transaction } from 'kysely'
import type { Engine } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'

export type DatabaseCopies = CopyTrials & {
  /**
   * Writes a copy to a new file, and returns the result of `read` for exactly that state of the data. Throws CopyError,
   * or the error of `read`.
   */
  copy<T>(file: string, read: (connection: Kysely<Database>) => Promise<T>): Promise<T>
  /**
   * Returns what `read` finds in one state of the data. On SQLite it reads in a thread; requests wait only while rows
   * are passed.
   */
  snapshot<T>(read: (trx: Transaction<Database>) => Promise<T>): Promise<T>
}

export type CopyTrials = {
  /**
   * Restores a copy to a temporary place and runs `look` on it; nothing remains. On SQLite that place is the file
   * itself, which may be changed. Throws CopyError, or the error of `look`.
   */
  tryOut<T>(file: string, look: (revived: RevivedCopy) => Promise<T>): Promise<T>
}

export type OpenedCopy = {
  readonly engine: Engine
  readonly db: Kysely<Database>
  /** Waits for running queries; SQLite folds its write-ahead log into the file. */
  close(): Promise<void>
}

export type RevivedCopy = Omit<OpenedCopy, 'close'> & {
  /** Problems the database finds in its own files: one sentence each. */
  readonly damage: readonly string[]
}

type CopyProblem =
  /** A program of PostgreSQL is not installed. */
  | 'tool_missing'
  /** PostgreSQL does not let this user create a database for testing a copy. */
  | 'may_not_try'
  | 'disk_full'
  | 'not_possible'

/** A copy cannot be made or restored; the message is one plain sentence without a full stop. */
export class CopyError extends Error {
  override readonly name = 'CopyError'
  readonly problem: CopyProblem

  constructor(problem: CopyProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}
