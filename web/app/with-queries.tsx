import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from '#web/lib/query-client.ts'
import { readSession } from '#web/lib/session.ts'

/**
 * The cache of what the server answered, shared by all pages that use it. What one user was shown is not for the next
 * one, nor for the same one as somebody else: whoever comes after a change begins with an empty cache. A page that is
 * still on screen keeps the one it began with; taken away from under it, everything would be asked for again.
 */
export function WithQueries({ children }: { children: ReactNode }) {
  const [client] = useState(clientOfUser)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

let current: { identity: string; client: QueryClient } | undefined

function clientOfUser(): QueryClient {
  const { user, asUser } = readSession()
  const identity = `${user?.id} ${asUser?.customerId}`
  if (current?.identity !== identity) current = { identity, client: createQueryClient() }
  return current.client
}
