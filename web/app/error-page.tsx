import { useLayoutEffect } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { RingArt } from '#web/components/display/ring-art.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { errorPageTexts, fixedErrorPageTexts } from '#web/texts/error-pages.texts.ts'

export type ErrorPageProps = {
  /** 404 selects the variant 'Page Not Found'. */
  statusCode?: number
  /** In English; defaults to HTTP's reason phrase for the status. */
  statusMessage?: string
  /** In German: what happened and how to go on. */
  description: string
  /** The id under which support finds the request in the logs. */
  requestId?: string | undefined
  retry?: { label: string; run: () => void; isBusy?: boolean }
}

/** Shown in place of a page that cannot be shown: status, message, description and, if given, request id, cause and a retry button. */
export function ErrorPage({
  statusCode = 500,
  statusMessage = fixedErrorPageTexts.statusMessages[statusCode] ?? fixedErrorPageTexts.defaultStatus,
  description,
  requestId,
  retry,
}: ErrorPageProps) {
  const isNotFound = statusCode === 404
  const meaning = errorPageTexts.meanings[statusCode]
  const title = isNotFound ? fixedErrorPageTexts.notFoundStatus : statusMessage
  useTitle(title)
  return (
    <div className="relative grid min-h-[inherit] place-items-center overflow-clip">
      {/* On a phone the digits leave no room for more than a sentence and a button. */}
      <RingArt className={meaning || retry ? 'error-rings phone:hidden' : 'error-rings'} />
      <div className="relative grid justify-items-center gap-3 px-gutter py-16 text-center">
        <p className="font-bold font-display text-hero tabular">{statusCode}</p>
        {/* The error's message is 'Page not found', this heading 'Page Not Found': CSS capitalizes it. */}
        <h1 tabIndex={-1} lang="en" className={`text-figure ${isNotFound ? 'capitalize' : ''}`}>
          {isNotFound ? fixedErrorPageTexts.notFoundMessage : title}
        </h1>
        <div className="grid max-w-[18rem] sm:max-w-[24rem] gap-1">
          <p className="text-muted">{description}</p>
          {meaning ? <p className="text-muted text-small">{meaning}</p> : null}
          {requestId ? <p className="text-muted text-small">{errorPageTexts.requestId(requestId)}</p> : null}
        </div>
        <div className="mt-2 flex flex-wrap justify-center gap-3 phone:flex-col">
          {retry ? (
            <Button variant="primary" busy={retry.isBusy === true} onClick={retry.run}>
              {retry.label}
            </Button>
          ) : null}
          <LinkButton to="/" variant={retry ? 'secondary' : 'primary'}>
            {errorPageTexts.toHomepage}
          </LinkButton>
        </div>
      </div>
    </div>
  )
}

/** Sets the document's title while the error is shown and restores the page's own afterwards. */
function useTitle(title: string) {
  useLayoutEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}
