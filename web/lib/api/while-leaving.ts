import { holdCalls } from './calls-during-logout.ts'

/** Connected instead of imported: the cache of queries would make the login page 6 kB heavier. */
type Reads = { readonly cancel: () => Promise<unknown>; readonly repeat: () => Promise<unknown> }
let reads: Reads | undefined

export function connectReads(connected: Reads): void {
  reads = connected
}

/**
 * Ends the session and leaves the page in `run`. Until then other calls of the page wait; if it fails, they continue.
 * Pending reads are cancelled: the server would refuse them, and the browser would report that as an error.
 */
export async function whileLeaving(run: () => Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let isLeft = false
  holdCalls(promise)
  try {
    await reads?.cancel()
    await run()
    isLeft = true
  } finally {
    holdCalls(undefined)
    resolve(isLeft)
    if (!isLeft) void reads?.repeat()
  }
}
