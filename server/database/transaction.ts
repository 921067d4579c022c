/** The only way to write: everything inside takes effect, or nothing. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Context, Runtime } from '#server/context.ts'
import type { Database } from './schema.ts'
import { withLateSync } from './sqlite/sqlite-late-sync.ts'
import { guardTransaction } from './transaction-guard.ts'

const attemptsMax = 5
const retryDelayMs = 20

/** `atBegin` and `beforeCommit` belong to every transaction of the current request. */
type Transacting = Pick<Runtime, 'db' | 'wake'> & Pick<Context, 'atBegin' | 'beforeCommit'>

const asking = new WeakSet<Transaction<Database>>()
const waiting = new WeakMap<Transaction<Database>, (() => void)[]>()

/**
 * Runs the work in a transaction and returns its result; any error rolls everything back. The work uses only `trx`, and
 * touches nothing outside the database: PostgreSQL may require another run (serialization, deadlock).
 */
export async function inTransaction<T>(
  runtime: Transacting,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(runtime, work)
    } catch (error) {
      if (attempt === attemptsMax || !isWorthRepeating(error)) throw error
      await delay(Math.random() * retryDelayMs * 2 ** attempt)
    }
  }
}

/**
 * The same for writes that others may see before the disk has them, such as parts of a file that is not ready: on SQLite
 * the process continues while the disk takes them, and only the caller waits (decision 0118).
 */
export function inLateTransaction<T>(
  runtime: Transacting,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return inTransaction({ ...runtime, db: withLateSync(runtime.db) }, work)
}

/** Called where work is queued (mail, job): its workers are woken when this transaction is committed. */
export function wakeAfterCommit(trx: Transaction<Database>): void {
  asking.add(trx)
}

/** Runs something in this process after the commit, in the order of the calls; never without a commit. */
export function afterCommit(trx: Transaction<Database>, run: () => void): void {
  const runs = waiting.get(trx)
  if (runs) runs.push(run)
  else waiting.set(trx, [run])
}

async function once<T>(
  { db, wake, atBegin, beforeCommit }: Transacting,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  let mustWake = false
  let runs: (() => void)[] = []
  const answer = await guardTransaction(opened =>
    db.transaction().execute(async trx => {
      opened()
      await atBegin?.(trx)
      const done = await work(trx)
      await beforeCommit?.(trx)
      mustWake = asking.has(trx)
      runs = waiting.get(trx) ?? []
      return done
    }),
  )
  for (const run of runs) run()
  if (mustWake) wake()
  return answer
}

/** 40001 serialization failure, 40P01 deadlock: the same work can succeed when repeated. */
function isWorthRepeating(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')
}
