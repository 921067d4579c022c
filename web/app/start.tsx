/** Composes the application and shows it once all its parts are loaded. */
import '#web/styles/app.css'
import './frame.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useEffect } from 'react'
import { closeErrorToasts, showToast } from '#web/components/feedback/toast.ts'
import { connectApi } from '#web/lib/api/api-client.ts'
import { NetworkError, ProblemError } from '#web/lib/api/api-error.ts'
import { watchForUpdate } from '#web/lib/browser/build-update.ts'
import { nextTask } from '#web/lib/browser/next-task.ts'
import { announceLeaving } from '#web/lib/form/leaving.ts'
import { forgetSession, lookUpSession, readSession } from '#web/lib/session/session.ts'
import type { Config } from '#web/lib/session/web-config.ts'
import { fixedShellTexts, shellTexts } from '#web/texts/shell.texts.ts'
import { isChunkError } from './chunk-error.ts'
import { AccountUnclearError, ForbiddenError } from './guards.ts'
import { preloadBottomBar } from './layouts/default-layout.tsx'
import { loadErrorPages } from './lazy-error.tsx'
import type { LazyPage } from './lazy-page.tsx'
import { keepLoadingArt, leaveLoadingScreen, minimumTime } from './loading-screen.ts'
import { catchLostFocus } from './lost-focus.ts'
import { isBehindLogin, loginHref, paths } from './paths.ts'
import { reloadPage } from './reload-page.ts'
import { loadWholeTree, router } from './router.tsx'

type CreateRoot = typeof import('react-dom/client').createRoot

/**
 * Renders behind the loading screen after the session lookup (successful or not), the chunk of the requested page and,
 * unless it is late, the profile. The screen leaves after its minimum time.
 */
export async function start(config: Promise<Config>, lookup: Promise<void>, profile: Promise<void>): Promise<void> {
  connectApi({ showCsrfFailure, reauthenticate })
  keepLoadingArt()
  // The first page's guards need the session, so it loads after the lookup; its chunk is preloaded at once.
  const page = preloadFirstPage()
  const firstPage = Promise.all([lookup, page.routes]).then(() => router.load())
  const bar = lookup.then(() => (readSession().isLoggedIn ? preloadBottomBar() : undefined))
  // Half of the application's code, evaluated in a separate task while the calls are pending.
  const reactDom = nextTask().then(() => import('react-dom/client'))
  const rows = Promise.all([page.chunks, firstPage]).then(askAheadOfPage)
  await Promise.all([page.chunks, reactDom, firstPage, bar, rows, Promise.race([profile, minimumTime(profileWaitMs)])])
  // The load of the first page would undo an earlier redirect. An error page states what failed until then itself.
  connectApi({ requireLogin, showNetworkFailure }, { isNetworkFailureShown: isOnErrorPage() })
  const { loadingScreenMs, updateCheckSeconds } = await config
  await Promise.all([render((await reactDom).createRoot, loadingScreenMs > 0), minimumTime(loadingScreenMs)])
  leaveLoadingScreen()
  catchLostFocus()
  router.subscribe('onBeforeNavigate', forgetErrors)
  addEventListener('vite:preloadError', offerReload)
  addEventListener('pointerdown', preloadMessages, { once: true, passive: true })
  addEventListener('keydown', preloadMessages, { once: true, passive: true })
  watchForUpdate(updateCheckSeconds, offerReload)
}

/** Counted from the start of the navigation: after that the page appears without the company's name. */
const profileWaitMs = 3_000

/** After that the page appears with placeholders. */
const rowsWaitMs = 1_000

/** Requests the rows of the first page, so that it renders and is laid out once. */
async function askAheadOfPage(): Promise<void> {
  const { routeId, search } = router.state.matches.at(-1) ?? {}
  if (routeId === undefined || isOnErrorPage()) return
  const { component } = router.routesById[routeId].options
  const late = new Promise<void>(resolve => setTimeout(resolve, rowsWaitMs))
  await Promise.race([(component as Partial<LazyPage> | undefined)?.ahead?.(search ?? {}), late])
}

function isOnErrorPage(): boolean {
  return router.state.matches.some(({ status }) => status === 'error')
}

/**
 * Resolves when the page is rendered. In slices the loading screen keeps turning, but each of its frames delays the page:
 * without a minimum time the page renders in one go.
 */
function render(createRoot: CreateRoot, inSlices: boolean): Promise<void> {
  const host = document.getElementById('app')
  if (!host) throw new Error('index.html has no element with the id app')
  const root = createRoot(host, { onCaughtError: reportUnexpected })
  return new Promise(resolve => {
    const show = () =>
      root.render(
        <StrictMode>
          <RouterProvider router={router} />
          <Mounted onMounted={resolve} />
        </StrictMode>,
      )
    if (inSlices) startTransition(show)
    else show()
  })
}

function Mounted({ onMounted }: { onMounted: () => void }) {
  useEffect(onMounted, [onMounted])
  return null
}

/** Refusals and a missing network have an error page; only unexpected errors go to the console. */
function reportUnexpected(error: unknown): void {
  const expected = [ForbiddenError, AccountUnclearError, ProblemError, NetworkError]
  if (!isChunkError(error) && !expected.some(kind => error instanceof kind)) reportError(error)
}

/** An error on one page means nothing on the next. The login page may have to show why the user got there. */
function forgetErrors({ pathChanged }: { pathChanged: boolean }): void {
  if (pathChanged && !isRedirectingToLogin) closeErrorToasts()
}

/** Starts before the guards have run; the router reports failures. */
function preloadFirstPage(): { routes: Promise<void>; chunks: Promise<void> } {
  const { pathname } = router.latestLocation
  const routes = (isBehindLogin(pathname) ? loadWholeTree() : Promise.resolve()).catch(() => undefined)
  const chunks = routes.then(async () => {
    const [matchedRoutes] = router.getMatchedRoutes(pathname)
    await Promise.all(matchedRoutes.map(route => router.loadRouteChunk(route)))
  })
  return { routes, chunks: chunks.catch(() => undefined) }
}

function showNetworkFailure(): void {
  const { networkTitle: title, networkMessage: message } = fixedShellTexts
  showToast({ kind: 'error', title, message, translation: shellTexts.networkFailure, lang: 'en' })
}

/** The token was renewed and refused again, so the browser does not send the cookie. */
function showCsrfFailure(): void {
  showToast({
    kind: 'error',
    title: shellTexts.error,
    message: shellTexts.csrfFailed,
    action: { label: shellTexts.reload, onClick: reloadPage },
    timeoutMs: 0,
  })
}

/**
 * On 401 and 403: clears the session and goes to the login page, which leads back here. Input is kept and returns with
 * the form. Of several failing calls only the first one redirects.
 */
function requireLogin({ code }: ProblemError): boolean {
  const { pathname, href } = router.latestLocation
  if (pathname === paths.accountsLogin || pathname === paths.login) return false
  if (isRedirectingToLogin) return true
  // A second factor has just become mandatory for this admin: the guards lead to its set-up.
  if (code === 'second_factor.required') {
    void lookUpSession().then(() => router.invalidate())
    return true
  }
  isRedirectingToLogin = true
  announceLeaving()
  forgetSession()
  void router.navigate({ href: loginHref(href) }).finally(() => {
    isRedirectingToLogin = false
  })
  return true
}

let isRedirectingToLogin = false

/** Asks for the password in a dialog: the page stays, and the refused call continues. */
async function reauthenticate(): Promise<boolean> {
  try {
    const { askForPassword } = await import('#web/features/accounts/ask-for-password.tsx')
    return await askForPassword()
  } catch {
    showNetworkFailure()
    return false
  }
}

/** A newer build is available. It never loads automatically: the user may have unsaved input. */
function offerReload(): void {
  showToast({
    kind: 'info',
    title: shellTexts.updateTitle,
    message: shellTexts.updateText,
    action: { label: shellTexts.reload, onClick: reloadPage },
    timeoutMs: 0,
  })
}

/**
 * Preloaded, because the message about a missing network must not need the network. Starting requests takes time, too,
 * so it waits for the frame that responds to the press.
 */
function preloadMessages(): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      void Promise.all([import('#web/components/feedback/toaster.tsx'), loadErrorPages()]).catch(() => undefined)
    }),
  )
}
