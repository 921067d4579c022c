import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { secondFactors } from '#contract/second-factor.ts'
import type { SecondFactorMethod } from '#contract/second-factor-proof.ts'
import { Button } from '#web/components/action/button.tsx'
import { showToast } from '#web/components/feedback/toast.ts'
import { Form } from '#web/components/form/form.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { call } from '#web/lib/api/api-client.ts'
import { hasCode, ProblemError } from '#web/lib/api/api-error.ts'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { passkeyTexts } from '#web/texts/passkeys.texts.ts'
import { secondFactorTexts } from '#web/texts/second-factor.texts.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { ProofFields, type ProofKind } from './second-factor-proof-fields.tsx'
import { emptyProof, proofOf, proofShapes } from './second-factor-proof-shapes.ts'
import { useWait } from './use-wait.ts'
import { WaitNote } from './wait-note.tsx'

export interface LoginStepProps {
  methods: readonly SecondFactorMethod[]
  /** Called after a successful login; returns the error to show, if any. */
  onDone: () => Promise<string | undefined>
  /** Returns to the password, by choice or after a timeout, which is the reason to show. */
  onBack: (reason?: string) => void
}

const texts = secondFactorTexts.login

/** The second step of a login. */
export function LoginStep({ methods, onDone, onBack }: LoginStepProps) {
  const [kind, setKind] = useState<ProofKind>(methods.includes('totp') ? 'code' : 'recoveryCode')
  const form = useForm({ resolver: standardSchemaResolver(schemas[kind]), defaultValues: emptyProof })
  const { secondsLeft, startWait, stopWait } = useWait()
  const hasBoth = methods.includes('totp') && methods.includes('recovery_code')
  const { setFocus } = form
  useEffect(() => setFocus(kind), [setFocus, kind])

  async function confirm(values: typeof emptyProof) {
    await call(secondFactors.logIn, { body: proofOf(kind, values) })
    stopWait()
    const missing = await onDone()
    if (missing !== undefined) form.setError('root.server', { message: missing })
  }
  function showFailure(error: unknown) {
    if (hasCode(error, 'second_factor.login_over')) return onBack(error.title)
    if (!applyProblem(form, error) || !(error instanceof ProblemError)) return
    if (error.retryAfterSeconds) startWait(error.retryAfterSeconds)
    showToast({ kind: 'error', title: texts.failedTitle, message: error.errors[0]?.message ?? error.title })
  }
  return (
    <Form form={form} onSubmit={confirm} onFailure={showFailure} label={texts.form} requiredMarks="none">
      <p role="status" className="text-label text-muted">
        {texts.lead}
      </p>
      {methods.includes('passkey') ? <PasskeyButton label={passkeyTexts.confirm} onDone={onDone} /> : null}
      <ProofFields control={form.control} kind={kind} onKindChange={hasBoth ? setKind : undefined} />
      <SubmitButton className="w-full">{texts.submit}</SubmitButton>
      <WaitNote secondsLeft={secondsLeft} />
      <Button variant="quiet" size="small" onClick={() => onBack()}>
        {texts.back}
      </Button>
    </Form>
  )
}

const schemas = { code: z.object(proofShapes.code), recoveryCode: z.object(proofShapes.recoveryCode) }
