import { useRouter } from '@tanstack/react-router'
import { accounts } from '#contract/accounts.ts'
import { paths } from '#web/app/paths.ts'
import { useAction } from '#web/app/use-action.ts'
import { Button } from '#web/components/action/button.tsx'
import { showToast } from '#web/components/feedback/toast.ts'
import { call } from '#web/lib/api/api-client.ts'
import { isShown } from '#web/lib/api/api-error.ts'
import { whileLeaving } from '#web/lib/api/while-leaving.ts'
import { forgetSession } from '#web/lib/session/session.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'

/** Ends the session and leads to the homepage. A logout that did not reach the server must not look successful. */
export function LogOutButton({ className, onDone }: { className?: string; onDone?: () => void }) {
  const router = useRouter()
  const { isBusy, start } = useAction(
    () => whileLeaving(logOut),
    error => {
      if (!isShown(error)) showToast({ kind: 'error', title: shellTexts.error, message: shellTexts.logOutFailed })
    },
  )
  async function logOut() {
    await call(accounts.logout)
    onDone?.()
    // Drafts and scroll positions of this tab belong to the user who has just logged out.
    sessionStorage.clear()
    await router.navigate({ to: paths.home })
    forgetSession()
  }
  return (
    <Button busy={isBusy} onClick={start} {...(className ? { className } : {})}>
      {shellTexts.logOut}
    </Button>
  )
}
