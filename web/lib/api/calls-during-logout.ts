/** During a logout: calls that need the session would be refused, and the refusal would lead to the login page. */
import type { Endpoint } from '#contract/endpoint.ts'

/** Whether the page is left in the end. */
let outcome: Promise<boolean> | undefined

/** Ends the session and leaves the page in `run`. Until then other calls of the page wait; if it fails, they continue. */
export async function whileLeaving(run: () => Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  outcome = promise
  try {
    await run()
    resolve(true)
  } finally {
    outcome = undefined
    resolve(false)
  }
}

export function mustWait({ access }: Endpoint): boolean {
  return outcome !== undefined && access !== 'public'
}

/** Waits for the end of the logout. Throws, as for a cancelled call, once the page is left. */
export async function waitUntilStaying(): Promise<void> {
  if (await outcome) throw new DOMException('The user has logged out.', 'AbortError')
}
