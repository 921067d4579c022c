import type { ErrorComponentProps } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { shellTexts } from '#web/texts/shell.texts.ts'
import { reloadPage } from './reload-page.ts'

/** The error pages are loaded with the first error or preloaded: most visits never need one. */
export const loadErrorPages = () => import('./route-error.tsx')

/** The error page for an error of loading or rendering a route. */
export function RouteError(props: ErrorComponentProps) {
  return (
    <Suspense>
      <LazyRouteError {...props} />
    </Suspense>
  )
}

/** The 404 page. */
export function NotFound() {
  return (
    <Suspense>
      <LazyNotFound />
    </Suspense>
  )
}

const LazyRouteError = lazy(() => loadErrorPages().then(file => ({ default: file.RouteError }), insteadOf))
const LazyNotFound = lazy(() => loadErrorPages().then(file => ({ default: file.NotFound }), insteadOf))

/** The network is gone, and with it the error page's file. */
function insteadOf() {
  return { default: BareError }
}

function BareError() {
  return (
    <div className="page-width grid justify-items-start gap-4 py-16">
      <h1 className="text-section">{shellTexts.error}</h1>
      <p>{shellTexts.startFailed}</p>
      <Button onClick={reloadPage}>{shellTexts.reload}</Button>
    </div>
  )
}
