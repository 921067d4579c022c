/**
 * Catches `db` used inside an open transaction, where only `trx` is allowed: on SQLite, which has one connection, that
 * would deadlock; on PostgreSQL it would quietly run outside the transaction. Enabled in tests.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

type Scope = { isOpen: boolean }

const scopes = new AsyncLocalStorage<Scope>()
let isGuarding = false

export function guardTransactions(): void {
  isGuarding = true
}

/** Runs `begin` with a function to call when its transaction has begun. */
export async function guardTransaction<T>(begin: (opened: () => void) => Promise<T>): Promise<T> {
  if (!isGuarding) return begin(() => {})
  assertOutsideTransaction()
  const scope: Scope = { isOpen: false }
  try {
    return await scopes.run(scope, () =>
      begin(() => {
        scope.isOpen = true
      }),
    )
  } finally {
    // Work that was started and left running is outside from now on.
    scope.isOpen = false
  }
}

/** Throws when the caller is inside an open transaction. Called wherever a separate connection is acquired. */
export function assertOutsideTransaction(): void {
  if (isGuarding && scopes.getStore()?.isOpen) {
    throw new Error('`db` was used inside a transaction: use the `trx` the work was given.')
  }
}
