import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { accounts } from '#contract/accounts.ts'
import { secondFactors } from '#contract/second-factor.ts'
import { Button } from '#web/components/action/button.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { Form } from '#web/components/form/form.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { call } from '#web/lib/api/api-client.ts'
import { isShown, ProblemError } from '#web/lib/api/api-error.ts'
import { useAnswer } from '#web/lib/api/use-answer.ts'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { readSession } from '#web/lib/session/session.ts'
import { accountTexts } from '#web/texts/accounts.texts.ts'
import { ProofFields } from './second-factor-proof-fields.tsx'
import { emptyProof, proofShapes } from './second-factor-proof-shapes.ts'
import { useWait } from './use-wait.ts'
import { WaitNote } from './wait-note.tsx'

export interface ReauthenticationDialogProps {
  open: boolean
  onAnswer: (isGiven: boolean) => void
}

/** Asks for the password before a sensitive action, because somebody else may be using an open browser. */
export function ReauthenticationDialog({ open, onAnswer }: ReauthenticationDialogProps) {
  const close = useEffectEvent(() => onAnswer(false))
  useEffect(() => {
    if (!open) return
    // Handled before the dialogs below, which would close too.
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
      <ProofForm onAnswer={onAnswer} />
    </Dialog>
  )
}

const texts = accountTexts.reauthentication

type ProofKind = 'password' | 'code'

/** The password, or a code of the app if one is set up. */
function ProofForm({ onAnswer }: Pick<ReauthenticationDialogProps, 'onAnswer'>) {
  const [kind, setKind] = useState<ProofKind>('password')
  const form = useForm({
    resolver: standardSchemaResolver(schemas[kind]),
    defaultValues: { password: '', ...emptyProof },
  })
  const { secondsLeft, startWait, stopWait } = useWait()
  // A separate root has no query cache.
  const { data: secondFactor } = useAnswer(signal => call(secondFactors.get, { signal, silent: true }))

  async function confirm({ password, code }: { password: string; code: string }) {
    await call(accounts.reauthenticate, { body: kind === 'password' ? { password } : { code } })
    stopWait()
    onAnswer(true)
  }
  function refuse(error: unknown) {
    // The session has ended meanwhile: a redirect to the login page follows.
    if (error instanceof ProblemError && isShown(error)) return onAnswer(false)
    if (!applyProblem(form, error)) return showFailure(error)
    if (error instanceof ProblemError && error.retryAfterSeconds) startWait(error.retryAfterSeconds)
  }
  function change() {
    form.clearErrors()
    setKind(kind === 'password' ? 'code' : 'password')
  }
  return (
    <Form form={form} onSubmit={confirm} onFailure={refuse} label={texts.title} requiredMarks="none">
      {/* Identifies the account for password managers. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={readSession().user?.username ?? ''}
        readOnly
        hidden
      />
      {kind === 'password' ? (
        <PasswordInput
          control={form.control}
          name="password"
          label={texts.password}
          required
          autoComplete="current-password"
        />
      ) : (
        <ProofFields control={form.control} kind="code" />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton fullOnPhone>{texts.submit}</SubmitButton>
        {secondFactor?.totp ? (
          <Button variant="quiet" fullOnPhone onClick={change}>
            {kind === 'password' ? texts.useCode : texts.usePassword}
          </Button>
        ) : null}
      </div>
      <WaitNote secondsLeft={secondsLeft} />
    </Form>
  )
}

const schemas = {
  password: z.object({
    password: z.string().check(z.minLength(1, 'password.required')),
    code: z.string(),
    recoveryCode: z.string(),
  }),
  code: z.object({ password: z.string(), ...proofShapes.code }),
}
