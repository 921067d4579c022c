import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { NetworkError, ProblemError } from '#web/lib/api/api-error.ts'
import { lookUpSession, readSession } from '#web/lib/session/session.ts'
import { errorPageTexts } from '#web/texts/error-pages.texts.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'
import { isChunkError } from './chunk-error.ts'
import { endImpersonation, showEndImpersonationFailure } from './end-impersonation.ts'
import { ErrorPage, type ErrorPageProps } from './error-page.tsx'
import { AccountUnclearError, ForbiddenError } from './guards.ts'
import { reloadPage } from './reload-page.ts'
import { useAction } from './use-action.ts'

/** Shows any error of loading or rendering a page as an error page. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  function tryAgain() {
    reset()
    void router.invalidate()
  }
  const askAgain = useAction(async () => {
    if (readSession().failure) await lookUpSession()
    tryAgain()
  }, reportError)
  const leaveView = useAction(async () => {
    await endImpersonation()
    tryAgain()
  }, showEndImpersonationFailure)
  if (error instanceof ForbiddenError && error.isImpersonating) {
    const retry = { label: errorPageTexts.endImpersonation, run: leaveView.start }
    return <ErrorPage {...errorPageOf(error, retry)} description={errorPageTexts.impersonating} retry={retry} />
  }
  return (
    <ErrorPage {...errorPageOf(error, { label: errorPageTexts.retry, run: askAgain.start, isBusy: askAgain.isBusy })} />
  )
}

/** The 404 page for an unknown address. */
export function NotFound() {
  return <ErrorPage statusCode={404} description={errorPageTexts.notFound} />
}

/** A 404 from another server does not mean that the page is missing: that server answers in the portal's place. */
const wrongServer = { statusCode: 502 } as const

/** The error page's texts and actions for an error. */
export function errorPageOf(error: unknown, retry: NonNullable<ErrorPageProps['retry']>): ErrorPageProps {
  const texts = errorPageTexts
  if (error instanceof AccountUnclearError) {
    const page = errorPageOf(error.cause, retry)
    return { ...page, ...(page.statusCode === 404 && wrongServer), description: shellTexts.accountUnclear, retry }
  }
  if (error instanceof ForbiddenError) {
    return { statusCode: 403, description: texts.forbidden }
  }
  if (error instanceof ProblemError) {
    const { status, title, requestId } = error
    return status === 404
      ? { statusCode: 404, description: title }
      : { statusCode: status, description: title, requestId, retry }
  }
  if (error instanceof NetworkError) {
    const { status, message } = error
    return status === undefined
      ? { statusCode: 503, statusMessage: message, description: texts.noConnection, retry }
      : { statusCode: status, ...(status === 404 && wrongServer), description: texts.noAnswer, retry }
  }
  if (isChunkError(error)) {
    return { description: texts.missingPart, retry: { label: shellTexts.reload, run: reloadPage } }
  }
  return { description: texts.unexpected, retry }
}
