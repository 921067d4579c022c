/**
 * Catches `db` used inside an open transaction, where only `trx` may be: on SQLite, which has one connection, that would
 * wait for itself for ever; on PostgreSQL it would quietly run outside the transaction. Switched on by tests.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

type Scope = { isOpen: boolean }

const scopes = new AsyncLocalStorage<Scope>()
let isGuarding = false

export function guardTransactions(): void {
  isGuarding = true
}

/** Runs `begin`, which gets the function to call when its transaction has begun. */
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
    // What the work has started and left running is outside from now on.
    scope.isOpen = false
  }
}

/** Throws when the caller is inside an open transaction. Called wherever a connection of its own is taken. */
export function assertOutsideTransaction(): void {
  if (isGuarding && scopes.getStore()?.isOpen) {
    throw new Error('`db` was used inside a transaction: use the `trx` the work was given.')
  }
}
