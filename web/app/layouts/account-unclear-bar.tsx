import { useMatches } from '@tanstack/react-router'
import { useAction } from '#web/app/use-action.ts'
import { lookUpSession } from '#web/lib/session/session.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'

/** Shown while a session exists but the server does not return its account; offers another try. */
export function AccountUnclearBar() {
  const { isBusy, start } = useAction(lookUpSession, reportError)
  // A page behind the login shows this itself.
  const isOnErrorPage = useMatches({ select: matches => matches.some(({ status }) => status === 'error') })
  if (isOnErrorPage) return null
  return (
    <div role="alert" className="bg-red-tint text-red">
      <div className="page-width flex min-h-10 flex-wrap items-center justify-between gap-x-4 py-1 text-label">
        <p className="min-w-0">{shellTexts.accountUnclear}</p>
        <button
          type="button"
          aria-busy={isBusy || undefined}
          onClick={start}
          className="min-h-11 shrink-0 rounded-control border border-red px-4 font-semibold"
        >
          {shellTexts.retry}
        </button>
      </div>
    </div>
  )
}
