import { holdCalls } from './calls-during-logout.ts'

/** Ends the session and leaves the page in `run`. Until then other calls of the page wait; if it fails, they continue. */
export async function whileLeaving(run: () => Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  holdCalls(promise)
  try {
    await run()
    resolve(true)
  } finally {
    holdCalls(undefined)
    resolve(false)
  }
}
