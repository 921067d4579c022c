import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { NetworkError, ProblemError } from '#web/lib/api-error.ts'
import { fixedShellTexts, shellTexts } from '#web/texts/shell.ts'
import { endView, showEndViewFailure } from './end-view.ts'
import { ErrorPage, type ErrorPageProps } from './error-page.tsx'
import { ForbiddenError } from './guards.ts'
import { reloadPage } from './reload-page.ts'
import { useAction } from './use-action.ts'

/** Whatever went wrong while a page was loaded or shown, as an error page. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  function tryAgain() {
    reset()
    void router.invalidate()
  }
  const leaveView = useAction(async () => {
    await endView()
    tryAgain()
  }, showEndViewFailure)
  if (error instanceof ForbiddenError && error.isLookingAsCustomer) {
    const retry = { label: shellTexts.endView, run: leaveView.start }
    return (
      <ErrorPage {...errorPageOf(error, retry)} description={shellTexts.errorPages.lookingAsCustomer} retry={retry} />
    )
  }
  return <ErrorPage {...errorPageOf(error, { label: shellTexts.retry, run: tryAgain })} />
}

export function NotFound() {
  return <ErrorPage statusCode={404} description={shellTexts.errorPages.notFound} />
}

/** What the error page says about an error, and what it offers. */
export function errorPageOf(error: unknown, retry: NonNullable<ErrorPageProps['retry']>): ErrorPageProps {
  const texts = shellTexts.errorPages
  if (error instanceof ForbiddenError) {
    return { statusCode: 403, statusMessage: fixedShellTexts.forbiddenStatus, description: texts.forbidden }
  }
  if (error instanceof ProblemError) {
    const { status, title, requestId } = error
    return status === 404
      ? { statusCode: 404, description: title }
      : { statusCode: status, description: title, requestId, retry }
  }
  if (error instanceof NetworkError) {
    return { statusCode: 503, statusMessage: error.message, description: texts.noConnection, retry }
  }
  if (isMissingPart(error)) {
    return { description: texts.missingPart, retry: { label: shellTexts.reload, run: reloadPage } }
  }
  return { description: texts.unexpected, retry }
}

/** A lazily loaded file is gone after an update, or the network is. Each browser has its own words for it. */
export function isMissingPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message)
  )
}
