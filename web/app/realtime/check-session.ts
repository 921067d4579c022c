import type { AnyRouter } from '@tanstack/react-router'
import { tickets } from '#contract/tickets.ts'
import { isBehindLogin } from '#web/app/paths.ts'
import { call } from '#web/lib/api/api-client.ts'
import { isRefusal, ProblemError } from '#web/lib/api/api-error.ts'
import { nextTask } from '#web/lib/browser/next-task.ts'
import { forgetSession, readSession } from '#web/lib/session/session.ts'

/**
 * Called when the stream is refused, as after a logout in another tab. Once the session has ended, a portal's page leads
 * to the login, like any refused call, and a public page goes on without the session. A proxy may refuse the stream
 * alone: then the page stays.
 */
export async function checkSession(router: AnyRouter): Promise<void> {
  // A logout in this tab leads to the homepage.
  if (router.state.isLoading) await new Promise<void>(resolve => onceResolved(router, resolve))
  await nextTask()
  if (!readSession().isLoggedIn) return
  const isPublic = !isBehindLogin(location.pathname)
  const query = { page: 1, page_size: 1 }
  // Not triggered by the user: it must not prolong the session.
  const headers = { 'X-Unattended': '1' }
  try {
    await call(tickets.list, { query, headers, silent: true, isSessionLookup: isPublic })
  } catch (error) {
    if (isPublic && error instanceof ProblemError && isRefusal(error.status)) forgetSession()
  }
}

function onceResolved(router: AnyRouter, run: () => void): void {
  const stop = router.subscribe('onResolved', () => {
    stop()
    run()
  })
}
