import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { createQueryClient } from '#web/lib/api/query-client.ts'
import { readSession } from '#web/lib/session/session.ts'
import { useSession } from '#web/lib/session/use-session.ts'

/**
 * The cache of what the server answered, shared by all pages that use it. What one user was shown is not for the next
 * one, nor for the same one as somebody else: whoever comes after a change begins with an empty cache. A page that is
 * still on screen keeps the one it began with; taken away from under it, everything would be asked for again.
 */
export function WithQueries({ children }: { children: ReactNode }) {
  const [client] = useState(clientOfUser)
  return (
    <QueryClientProvider client={client}>
      {children}
      <RealtimeUpdatesWhenIdle />
    </QueryClientProvider>
  )
}

/** For who is logged in, and only once the page stands and nothing else is to be done. */
function RealtimeUpdatesWhenIdle() {
  const { isLoggedIn } = useSession()
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  if (!isLoggedIn || !isIdle) return null
  return (
    <Suspense>
      <RealtimeUpdates />
    </Suspense>
  )
}

/** Without the network it cannot come, and the page does without. */
const RealtimeUpdates = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('./realtime/realtime-updates.tsx')).RealtimeUpdates }
  } catch {
    // React takes a component here, and a Fragment is none.
    return { default: () => null }
  }
})

/** What the page asks for first is there by then. */
const firstLoadMs = 2_000

/** Answers how to forget about it. */
function whenIdle(run: () => void): () => void {
  let idle: number | undefined
  const timer = setTimeout(() => {
    // Safari has no such callback.
    if ('requestIdleCallback' in window) idle = requestIdleCallback(run, { timeout: firstLoadMs })
    else run()
  }, firstLoadMs)
  return () => {
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}

let current: { identity: string; client: QueryClient } | undefined

function clientOfUser(): QueryClient {
  const { user, impersonation } = readSession()
  const identity = `${user?.id} ${impersonation?.customerId}`
  if (current?.identity !== identity) current = { identity, client: createQueryClient() }
  return current.client
}
