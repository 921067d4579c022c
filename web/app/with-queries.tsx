import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { clientOfUser } from '#web/lib/api/query-client.ts'
import { useSession } from '#web/lib/session/use-session.ts'

/** Provides the query cache of the user. A page on screen keeps its cache: replacing it would refetch everything. */
export function WithQueries({ children }: { children: ReactNode }) {
  const [client] = useState(clientOfUser)
  return (
    <QueryClientProvider client={client}>
      {children}
      <RealtimeUpdatesWhenIdle />
    </QueryClientProvider>
  )
}

/** For logged-in users, mounted once the page is rendered and the browser is idle. */
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

/** Without network it cannot load, and the page works without it. */
const RealtimeUpdates = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('./realtime/realtime-updates.tsx')).RealtimeUpdates }
  } catch {
    // React requires a component here, and a Fragment is none.
    return { default: () => null }
  }
})

/** The page's first requests are done by then. */
const firstLoadMs = 2_000

/** Returns a function that cancels the callback. */
function whenIdle(run: () => void): () => void {
  let idle: number | undefined
  const timer = setTimeout(() => {
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in window) idle = requestIdleCallback(run, { timeout: firstLoadMs })
    else run()
  }, firstLoadMs)
  return () => {
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
