import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useEffectEvent } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { accounts } from '#contract/accounts.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { showFailure } from '#web/components/failure-toast.ts'
import { Form } from '#web/components/form.tsx'
import { PasswordInput } from '#web/components/password-input.tsx'
import { SubmitButton } from '#web/components/submit-button.tsx'
import { call } from '#web/lib/api.ts'
import { isShown, ProblemError } from '#web/lib/api-error.ts'
import { applyProblem } from '#web/lib/apply-problem.ts'
import { readSession } from '#web/lib/session.ts'
import { accountTexts } from '#web/texts/accounts.ts'
import { useWait } from './use-wait.ts'
import { WaitNote } from './wait-note.tsx'

export interface ReauthenticationDialogProps {
  open: boolean
  onAnswer: (isGiven: boolean) => void
}

/** Whoever sits at an open browser may be another: asks for the password before something that matters. */
export function ReauthenticationDialog({ open, onAnswer }: ReauthenticationDialogProps) {
  const close = useEffectEvent(() => onAnswer(false))
  useEffect(() => {
    if (!open) return
    // Before the windows below, which would close with it.
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopImmediatePropagation()
      close()
    }
    addEventListener('keydown', closeOnEscape, { capture: true })
    addEventListener('popstate', close)
    return () => {
      removeEventListener('keydown', closeOnEscape, { capture: true })
      removeEventListener('popstate', close)
    }
  }, [open])
  return (
    <Dialog
      open={open}
      onOpenChange={() => onAnswer(false)}
      title={texts.title}
      description={texts.explanation}
      size="small"
    >
      <PasswordForm onAnswer={onAnswer} />
    </Dialog>
  )
}

const texts = accountTexts.reauthentication

function PasswordForm({ onAnswer }: Pick<ReauthenticationDialogProps, 'onAnswer'>) {
  const form = useForm({ resolver: standardSchemaResolver(schema), defaultValues: { password: '' } })
  const { secondsLeft, startWait, stopWait } = useWait()

  async function confirm(body: z.output<typeof schema>) {
    await call(accounts.reauthenticate, { body })
    stopWait()
    onAnswer(true)
  }
  function refuse(error: unknown) {
    // The session has ended meanwhile: the login page follows.
    if (error instanceof ProblemError && isShown(error)) return onAnswer(false)
    if (!applyProblem(form, error)) return showFailure(error)
    if (error instanceof ProblemError && error.retryAfterSeconds) startWait(error.retryAfterSeconds)
  }
  return (
    <Form form={form} onSubmit={confirm} onFailure={refuse} label={texts.title} requiredMarks="none">
      {/* Tells a password manager whose password this is. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={readSession().user?.username ?? ''}
        readOnly
        hidden
      />
      <PasswordInput
        control={form.control}
        name="password"
        label={texts.password}
        required
        autoComplete="current-password"
      />
      <SubmitButton fullOnPhone className="justify-self-start">
        {texts.submit}
      </SubmitButton>
      <WaitNote secondsLeft={secondsLeft} />
    </Form>
  )
}

const schema = z.object({ password: z.string().check(z.minLength(1, 'password.required')) })
