import { QueryClient } from '@tanstack/react-query'
import { readSession } from '#web/lib/session/session.ts'
import { NetworkError, ProblemError } from './api-error.ts'
import { connectReads } from './while-leaving.ts'

/**
 * The query cache that all pages share. A change of user, or of the impersonated customer, starts an empty one: no user
 * sees data of the previous one.
 */
export function clientOfUser(): QueryClient {
  const { user, impersonation } = readSession()
  const identity = `${user?.id} ${impersonation?.customerId}`
  if (current?.identity !== identity) current = { identity, client: createQueryClient() }
  return current.client
}

let current: { identity: string; client: QueryClient } | undefined

connectReads({
  cancel: () => clientOfUser().cancelQueries(),
  repeat: () => clientOfUser().invalidateQueries(),
})

/** Starts queries before a page renders. Resolves when they have settled, and never fails. */
export async function askAhead(start: (client: QueryClient) => readonly Promise<void>[]): Promise<void> {
  await Promise.all(start(clientOfUser()))
}

/** Server state. Old rows stay visible while new ones load; refusals are final, server errors are retried once. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, gcTime: 5 * 60_000, retry: isWorthAnotherTry, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

function isWorthAnotherTry(failures: number, error: Error): boolean {
  // Cancelled calls, such as those of a page that a logout leaves, would fail again.
  if (error instanceof NetworkError || error.name === 'AbortError') return false
  return failures < 1 && (!(error instanceof ProblemError) || error.status >= 500)
}
