import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { Button } from '#web/components/action/button.tsx'
import { Form } from '#web/components/form/form.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { ProblemError } from '#web/lib/api/api-error.ts'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { secondFactorTexts } from '#web/texts/second-factor.texts.ts'
import { showSecondFactorFailure, useRemoveTotp } from './second-factor.mutations.ts'
import { ProofFields, type ProofKind } from './second-factor-proof-fields.tsx'
import { emptyProof, proofOf, proofShapes } from './second-factor-proof-shapes.ts'
import { useWait } from './use-wait.ts'
import { WaitNote } from './wait-note.tsx'

export interface TurnOffFormProps {
  username: string
  hasRecoveryCodes: boolean
  onDone: () => void
  onCancel: () => void
}

const texts = secondFactorTexts.turnOff

/** Turns codes off, with the password and a final code. */
export function TurnOffForm({ username, hasRecoveryCodes, onDone, onCancel }: TurnOffFormProps) {
  const remove = useRemoveTotp()
  const [kind, setKind] = useState<ProofKind>('code')
  const form = useForm({
    resolver: standardSchemaResolver(schemas[kind]),
    defaultValues: { password: '', ...emptyProof },
  })
  const { secondsLeft, startWait } = useWait()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  async function turnOff({ password, ...proof }: { password: string } & typeof emptyProof) {
    await remove.mutateAsync({ password, ...proofOf(kind, proof) })
    onDone()
  }
  function showFailure(error: unknown) {
    if (!applyProblem(form, error)) return showSecondFactorFailure(error)
    if (error instanceof ProblemError && error.retryAfterSeconds) startWait(error.retryAfterSeconds)
  }
  return (
    <div className="grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-lead outline-none">
        {texts.title}
      </h3>
      <p className="text-label text-muted">{texts.text}</p>
      <Form form={form} onSubmit={turnOff} onFailure={showFailure} label={texts.form} requiredMarks="none">
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordInput
          control={form.control}
          name="password"
          label={texts.password}
          required
          autoComplete="current-password"
        />
        <ProofFields control={form.control} kind={kind} onKindChange={hasRecoveryCodes ? setKind : undefined} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton variant="danger" fullOnPhone>
            {texts.confirm}
          </SubmitButton>
          <Button fullOnPhone onClick={onCancel}>
            {secondFactorTexts.cancel}
          </Button>
        </div>
        <WaitNote secondsLeft={secondsLeft} />
      </Form>
    </div>
  )
}

const password = z.string('password.required').check(z.minLength(1, 'password.required'))
const schemas = {
  code: z.object({ password, ...proofShapes.code }),
  recoveryCode: z.object({ password, ...proofShapes.recoveryCode }),
}
