import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { showToast } from '#web/components/feedback/toast.ts'
import { hasCode, isShown, ProblemError } from '#web/lib/api/api-error.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { loginTexts } from '#web/texts/login.texts.ts'

export interface PasskeyButtonProps {
  label: string
  /** Called after a successful login; returns the error to show, if any. */
  onDone: () => Promise<string | undefined>
  /** Called when the pending login has expired. */
  onOver?: ((reason: string) => void) | undefined
}

/** Logs in with a passkey. Hidden if the browser does not support them. */
export function PasskeyButton({ label, onDone, onOver }: PasskeyButtonProps) {
  const [isBusy, setBusy] = useState(false)
  if (typeof PublicKeyCredential !== 'function') return null

  async function logIn() {
    setBusy(true)
    try {
      const { logInWithPasskey } = await import('./passkey-authenticator.ts')
      await logInWithPasskey()
      const missing = await onDone()
      if (missing !== undefined) showMessage(missing)
    } catch (error) {
      if (onOver && hasCode(error, 'second_factor.login_over')) onOver(error.title)
      else if (!isShown(error)) showMessage(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button className="w-full" icon={<IconFingerprint aria-hidden="true" />} busy={isBusy} onClick={logIn}>
      {label}
    </Button>
  )
}

function showMessage(message: string): void {
  showToast({ kind: 'error', title: loginTexts.failedTitle, message })
}

function sentenceOf(error: unknown): string {
  if (error instanceof ProblemError) return error.title
  return error instanceof Error && error.name === 'PasskeyError' ? error.message : commonTexts.unexpectedFailure
}
