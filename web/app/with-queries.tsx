import { type Query, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { nowMs } from '#web/lib/clock.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { readSession, subscribeToSession } from '#web/lib/session.ts'
import { router } from './router.tsx'

/** One cache for all pages that use it. */
export function WithQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

const queryClient = createQueryClient()
forgetDataOfOthers()

/**
 * What one user was shown is not for the next one, nor for the same one as somebody else. Data still on screen goes
 * with the page that shows it: taken away from under it, it would only be asked for again.
 */
function forgetDataOfOthers(): void {
  let last = identity()
  subscribeToSession(() => {
    const next = identity()
    if (next === last) return
    last = next
    const changedMs = nowMs()
    const isOfOthers = ({ state }: Query) => state.dataUpdatedAt <= changedMs
    const forget = () => queryClient.removeQueries({ type: 'inactive', predicate: isOfOthers })
    void queryClient.cancelQueries()
    forget()
    const stop = router.subscribe('onRendered', () => {
      stop()
      forget()
    })
  })
}

function identity(): string {
  const { user, asUser } = readSession()
  return `${user?.id} ${asUser?.customerId}`
}
