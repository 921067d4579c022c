import { type ReactNode, Suspense, useRef } from 'react'
import { lazyPart } from '#web/app/lazy-page.tsx'
import { reloadPage } from '#web/app/reload-page.ts'
import { Button } from '#web/components/action/button.tsx'
import { headerSlotId } from '#web/lib/browser/header-slot.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { PageMain } from './page-main.tsx'
import { useMeasuredHeights } from './use-measured-heights.ts'

/** Header, page and footer. The header stays at the top together with the bars that must stay visible. */
export function DefaultLayout({ children }: { children: ReactNode }) {
  const { isLoggedIn, impersonation, failure } = useSession()
  const header = useRef<HTMLElement>(null)
  const footer = useRef<HTMLElement>(null)
  useMeasuredHeights(header, footer)
  return (
    <>
      <header ref={header} data-chrome="" className="sticky top-0 z-40 border-hairline border-b bg-page">
        {impersonation ? (
          <Suspense>
            <ImpersonationBar />
          </Suspense>
        ) : null}
        <Header />
        <div id={headerSlotId} />
        {failure ? (
          <Suspense>
            <AccountUnclearBar />
          </Suspense>
        ) : null}
      </header>
      <PageMain>{children}</PageMain>
      <footer ref={footer} data-chrome="" className="border-hairline border-t">
        <Footer />
      </footer>
      {isLoggedIn ? (
        <Suspense>
          <BottomBar />
        </Suspense>
      ) : null}
    </>
  )
}

/** Visitors have no portal to navigate. If the file cannot be loaded, the header's menu remains. */
const BottomBar = lazyPart(() => import('./bottom-bar.tsx').then(file => file.BottomBar))

/** Preloaded with the first page after login, so that the bar does not appear after it. */
export const preloadBottomBar = BottomBar.preload

/** Rarely shown: only if the server fails during the session lookup. */
const AccountUnclearBar = lazyPart(() => import('./account-unclear-bar.tsx').then(file => file.AccountUnclearBar))

/** Rarely shown: only to admins during an impersonation. */
const ImpersonationBar = lazyPart(
  () => import('./impersonation-bar.tsx').then(file => file.ImpersonationBar),
  BareImpersonationBar,
)

/** Fallback without the file: it must always be clear whose view this is. */
function BareImpersonationBar() {
  const { impersonation } = useSession()
  return (
    <aside className="page-width flex items-center gap-4 py-2 text-label">
      <p className="min-w-0">{`${shellTexts.impersonation} ${impersonation?.customerName ?? ''}`}</p>
      <Button size="small" onClick={reloadPage}>
        {shellTexts.reload}
      </Button>
    </aside>
  )
}
