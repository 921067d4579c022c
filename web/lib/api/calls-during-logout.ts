/** During a logout: calls that need the session would be refused, and the refusal would lead to the login page. */
import type { Endpoint } from '#contract/endpoint.ts'

let leaving: Promise<boolean> | undefined

/** Calls wait until it is known whether the page is left. */
export function holdCalls(outcome: Promise<boolean> | undefined): void {
  leaving = outcome
}

/** Throws, as for a cancelled call, once the page is left. */
export async function unlessLeft({ access }: Endpoint): Promise<void> {
  if (access !== 'public' && (await leaving)) throw new DOMException('', 'AbortError')
}
