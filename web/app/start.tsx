/** Puts the application together and shows it when all it needs is there. */
import '#web/styles/app.css'
import './frame.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { closeErrorToasts, showToast } from '#web/components/toast.ts'
import { connectApi } from '#web/lib/api.ts'
import { NetworkError, ProblemError } from '#web/lib/api-error.ts'
import { watchForUpdate } from '#web/lib/build-update.ts'
import type { Config } from '#web/lib/config.ts'
import { announceLeaving } from '#web/lib/leaving.ts'
import { reloadPublicProfile } from '#web/lib/public-profile.ts'
import { forgetSession } from '#web/lib/session.ts'
import { fixedShellTexts, shellTexts } from '#web/texts/shell.ts'
import { ForbiddenError } from './guards.ts'
import { heldFor, keepLoadingArt, leaveLoadingScreen } from './loading-screen.ts'
import { catchLostFocus } from './lost-focus.ts'
import { loginHref, paths } from './paths.ts'
import { reloadPage } from './reload-page.ts'
import { isMissingPart } from './route-error.tsx'
import { isBehindLogin, loadWholeTree, router } from './router.tsx'

/**
 * Renders after the least time of the loading screen, the look-up of the customer (whichever way it went), the
 * profile and the chunk of the requested page; then the loading screen leaves.
 */
export async function start(config: Promise<Config>, lookup: Promise<void>): Promise<void> {
  connectApi({ showNetworkFailure, requireLogin })
  keepLoadingArt()
  const profile = config.then(reloadPublicProfile)
  // The guards of the first page ask who is here, so it is loaded after the look-up; its chunk comes at once.
  const firstPage = lookup.then(() => router.load())
  await Promise.all([
    preloadFirstPage(),
    firstPage,
    profile,
    config.then(({ loadingScreenMs }) => heldFor(loadingScreenMs)),
  ])
  leaveLoadingScreen()
  render()
  catchLostFocus()
  router.subscribe('onBeforeNavigate', forgetErrors)
  addEventListener('vite:preloadError', offerReload)
  addEventListener('pointerdown', preloadToaster, { once: true, passive: true })
  addEventListener('keydown', preloadToaster, { once: true, passive: true })
  watchForUpdate((await config).updateCheckSeconds, offerReload)
}

function render(): void {
  const host = document.getElementById('app')
  if (!host) throw new Error('index.html has no element with the id app')
  createRoot(host, { onCaughtError: reportUnexpected }).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}

/** Refusals and a missing network have their page; only what nobody foresaw belongs into the console. */
function reportUnexpected(error: unknown): void {
  const expected = [ForbiddenError, ProblemError, NetworkError]
  if (!isMissingPart(error) && !expected.some(kind => error instanceof kind)) reportError(error)
}

/** What failed on one page says nothing on the next; the login page may have to tell why one came there. */
function forgetErrors({ pathChanged }: { pathChanged: boolean }): void {
  if (pathChanged && !isLeadingToLogin) closeErrorToasts()
}

/** As far as it is known before the guards have spoken; the router reports what cannot be loaded. */
async function preloadFirstPage(): Promise<void> {
  const { pathname } = router.latestLocation
  try {
    if (isBehindLogin(pathname)) await loadWholeTree()
    const [matchedRoutes] = router.getMatchedRoutes(pathname)
    await Promise.all(matchedRoutes.map(route => router.loadRouteChunk(route)))
  } catch {}
}

function showNetworkFailure(): void {
  const { networkTitle, networkMessage } = fixedShellTexts
  showToast({ kind: 'error', title: networkTitle, message: networkMessage, lang: 'en' })
}

/**
 * On 401 and 403: the browser forgets who it was and goes to the login page, which leads back here. What was typed is
 * kept and comes back with the form. Several calls of one page may fail together; the first one leads.
 */
function requireLogin(): boolean {
  const { pathname, href } = router.latestLocation
  if (pathname === paths.accountsLogin || pathname === paths.login) return false
  if (isLeadingToLogin) return true
  isLeadingToLogin = true
  announceLeaving()
  forgetSession()
  void router.navigate({ href: loginHref(href) }).finally(() => {
    isLeadingToLogin = false
  })
  return true
}

let isLeadingToLogin = false

/** A newer build is there. It is never loaded by itself: somebody may be in the middle of something. */
function offerReload(): void {
  showToast({
    kind: 'info',
    title: shellTexts.updateTitle,
    message: shellTexts.updateText,
    action: { label: shellTexts.reload, onClick: reloadPage },
    timeoutMs: 0,
  })
}

/** The message that the network is gone must not need the network. */
function preloadToaster(): void {
  void import('#web/components/toaster.tsx').catch(() => undefined)
}
