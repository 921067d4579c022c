import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { accounts, password, type Role } from '#contract/accounts.ts'
import { adminPasswordLengthMin, passwordLengthMin } from '#contract/limits.ts'
import type { Factor } from '#contract/second-factor-proof.ts'
import { CheckboxField } from '#web/components/form/checkbox-field.tsx'
import { Form } from '#web/components/form/form.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { call } from '#web/lib/api/api-client.ts'
import { ProblemError } from '#web/lib/api/api-error.ts'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { accountTexts } from '#web/texts/accounts.texts.ts'
import { adminPassword } from './admin-password.ts'
import { FactorList } from './factor-list.tsx'
import { PasswordRules } from './password-rules.tsx'
import { useWait } from './use-wait.ts'
import { WaitNote } from './wait-note.tsx'

export interface PasswordSetFormProps {
  token: string
  username: string
  role: Role
  /** Second factors that the user may remove; empty unless the account is being recovered. */
  factors: readonly Factor[]
  onSaved: () => void
  /** The link was used or has expired while the form was open. */
  onTokenInvalid: () => void
}

/** Sets the password after an invitation or reset link. */
export function PasswordSetForm({ token, username, role, factors, onSaved, onTokenInvalid }: PasswordSetFormProps) {
  const form = useForm({
    resolver: standardSchemaResolver(role === 'admin' ? schemas.admin : schemas.customer),
    defaultValues: { username, password: '', removeFactors: false },
  })
  const { secondsLeft, startWait } = useWait()

  async function save({ password, removeFactors }: { password: string; removeFactors: boolean }) {
    await call(accounts.setPassword, { body: { token, password, ...(factors.length > 0 && { removeFactors }) } })
    onSaved()
  }
  function showFailure(error: unknown) {
    if (!(error instanceof ProblemError)) return
    if (error.code === 'account.token_invalid') onTokenInvalid()
    else applyProblem(form, error)
    if (error.retryAfterSeconds) startWait(error.retryAfterSeconds)
  }

  return (
    <Form form={form} onSubmit={save} onFailure={showFailure} requiredMarks="none">
      <TextInput control={form.control} name="username" label={accountTexts.userFor} readOnly autoComplete="username" />
      <PasswordRules
        password={form.watch('password')}
        lengthMin={role === 'admin' ? adminPasswordLengthMin : passwordLengthMin}
      />
      <PasswordInput
        control={form.control}
        name="password"
        label={accountTexts.setPassword.password}
        required
        autoComplete="new-password"
      />
      {factors.length > 0 ? (
        <div className="grid gap-1">
          <FactorList title={texts.left} factors={factors} />
          <CheckboxField control={form.control} name="removeFactors" label={texts.removeLeft} hint={texts.removeHint} />
        </div>
      ) : null}
      <SubmitButton className="w-full">{accountTexts.setPassword.save}</SubmitButton>
      <WaitNote secondsLeft={secondsLeft} />
    </Form>
  )
}

const texts = accountTexts.factors

const schemas = {
  customer: z.object({ username: z.string(), password, removeFactors: z.boolean() }),
  admin: z.object({ username: z.string(), password: adminPassword, removeFactors: z.boolean() }),
}
