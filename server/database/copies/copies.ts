/** Copies of the whole database: made while it is used, and brought to life elsewhere to be looked at. */
import type { Connection } from '#server/context.ts'
import type { OpenedDatabase } from '#server/database/open.ts'

export type DatabaseCopies = CopyTrials & {
  /**
   * Writes a copy to a file that is not there yet, and answers what `read` finds in exactly that state of the data.
   * Throws CopyError, or what `read` throws.
   */
  copy<T>(file: string, read: (connection: Connection) => Promise<T>): Promise<T>
}

export type CopyTrials = {
  /**
   * Brings a copy to life in a place of its own and lets `look` look into it; nothing stays. On SQLite that place is the
   * file itself, which may be changed by it. Throws CopyError, or what `look` throws.
   */
  tryOut<T>(file: string, look: (revived: RevivedCopy) => Promise<T>): Promise<T>
}

export type RevivedCopy = Pick<OpenedDatabase, 'db' | 'engine'> & {
  /** What the database finds wrong with its own files: one sentence each. */
  readonly damage: readonly string[]
}

type CopyProblem =
  /** A program of PostgreSQL is not installed. */
  | 'tool_missing'
  /** PostgreSQL lets this user make no database to try a copy in. */
  | 'may_not_try'
  | 'disk_full'
  | 'not_possible'

/** A copy cannot be made or brought back; the message is one plain sentence without a full stop. */
export class CopyError extends Error {
  override readonly name = 'CopyError'
  readonly problem: CopyProblem

  constructor(problem: CopyProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}
