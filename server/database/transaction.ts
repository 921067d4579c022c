/** The one way to write: everything inside happens, or nothing. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Context, Runtime } from '#server/context.ts'
import type { Database } from './schema.ts'
import { guardTransaction } from './transaction-guard.ts'

const attemptsMax = 5
const retryDelayMs = 20

/** `atBegin` and `beforeCommit` are what belongs into every transaction of the request at hand. */
type Transacting = Pick<Runtime, 'db' | 'wake'> & Pick<Context, 'atBegin' | 'beforeCommit'>

const asking = new WeakSet<Transaction<Database>>()
const waiting = new WeakMap<Transaction<Database>, (() => void)[]>()

/**
 * Runs the work in a transaction and answers what it answers; any error rolls everything back. The work uses only
 * `trx`, and touches nothing outside the database: PostgreSQL may ask to run it again (serialization, deadlock).
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

/** Called where work is queued (mail, job): those who do it are woken when this transaction is committed. */
export function wakeAfterCommit(trx: Transaction<Database>): void {
  asking.add(trx)
}

/** Runs something in this process once the transaction is committed, in the order asked for; never when it is not. */
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
