import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { accounts, username } from '#contract/accounts.ts'
import { email, line } from '#contract/fields.ts'
import { adminPasswordLengthMin } from '#contract/limits.ts'
import { Form } from '#web/components/form/form.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { call } from '#web/lib/api/api-client.ts'
import { ProblemError } from '#web/lib/api/api-error.ts'
import { useIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { useDraft } from '#web/lib/form/drafts.ts'
import { accountTexts } from '#web/texts/accounts.texts.ts'
import { adminPassword } from './admin-password.ts'
import { PasswordRules } from './password-rules.tsx'
import { useWait } from './use-wait.ts'
import { WaitNote } from './wait-note.tsx'

const texts = accountTexts.setUp
const setUpInput = z.object({ companyName: line(), ownerName: line(), email, username, password: adminPassword })
type SetUpInput = z.output<typeof setUpInput>

export interface SetUpFormProps {
  token: string
  /** Called when the portal is set up and this browser is logged in as its admin. */
  onDone: () => unknown
  /** The link was used or has expired. */
  onTokenInvalid: () => void
}

/** The form for the business and its first admin. */
export function SetUpForm({ token, onDone, onTokenInvalid }: SetUpFormProps) {
  const form = useForm({
    resolver: standardSchemaResolver(setUpInput),
    defaultValues: { companyName: '', ownerName: '', email: '', username: '', password: '' },
  })
  const draft = useDraft(form, 'setUp')
  const { key } = useIdempotencyKey()
  const { secondsLeft, startWait } = useWait()

  async function setUp(values: SetUpInput) {
    await call(accounts.setUp, { body: { token, ...values }, idempotencyKey: key })
    draft.clear()
    await onDone()
  }
  function showFailure(error: unknown) {
    if (!(error instanceof ProblemError)) return
    if (error.code === 'account.token_invalid' || error.code === 'account.already_set_up') onTokenInvalid()
    else applyProblem(form, error)
    if (error.retryAfterSeconds) startWait(error.retryAfterSeconds)
  }

  return (
    <Form form={form} onSubmit={setUp} onFailure={showFailure} requiredMarks="none" className="grid gap-8">
      <fieldset className="grid gap-5">
        <legend className="mb-4 font-display text-lead font-bold">{texts.business}</legend>
        <TextInput
          control={form.control}
          name="companyName"
          label={texts.companyName}
          required
          autoComplete="organization"
        />
        <TextInput control={form.control} name="ownerName" label={texts.ownerName} required autoComplete="name" />
        <TextInput
          control={form.control}
          name="email"
          label={texts.email}
          hint={texts.emailHint}
          required
          type="email"
          autoComplete="email"
        />
      </fieldset>
      <fieldset className="grid gap-5">
        <legend className="mb-4 font-display text-lead font-bold">{texts.admin}</legend>
        <TextInput
          control={form.control}
          name="username"
          label={texts.username}
          hint={texts.usernameHint}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordRules password={form.watch('password')} lengthMin={adminPasswordLengthMin} />
        <PasswordInput
          control={form.control}
          name="password"
          label={texts.password}
          required
          autoComplete="new-password"
        />
      </fieldset>
      <SubmitButton className="w-full">{texts.save}</SubmitButton>
      <WaitNote secondsLeft={secondsLeft} />
    </Form>
  )
}
