import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { accounts } from '#contract/accounts.ts'
import { email } from '#contract/fields.ts'
import { Form } from '#web/components/form/form.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { call } from '#web/lib/api/api-client.ts'
import { ProblemError } from '#web/lib/api/api-error.ts'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { accountTexts } from '#web/texts/accounts.texts.ts'
import { useWait } from './use-wait.ts'
import { WaitNote } from './wait-note.tsx'

const resetRequest = z.object({ email })

/** Requests a reset link. `onSent` is called with the address; the answer is the same for unknown addresses. */
export function PasswordForgottenForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({ resolver: standardSchemaResolver(resetRequest), defaultValues: { email: '' } })
  const { secondsLeft, startWait } = useWait()

  async function requestLink(body: { email: string }) {
    await call(accounts.requestPasswordReset, { body })
    onSent(body.email)
  }
  function showFailure(error: unknown) {
    applyProblem(form, error)
    if (error instanceof ProblemError && error.retryAfterSeconds) startWait(error.retryAfterSeconds)
  }

  return (
    <Form form={form} onSubmit={requestLink} onFailure={showFailure} requiredMarks="none">
      <TextInput
        control={form.control}
        name="email"
        label={accountTexts.forgotten.email}
        hint={accountTexts.forgotten.emailHint}
        required
        type="email"
        autoComplete="email"
      />
      <SubmitButton className="w-full">{accountTexts.forgotten.send}</SubmitButton>
      <WaitNote secondsLeft={secondsLeft} />
    </Form>
  )
}
