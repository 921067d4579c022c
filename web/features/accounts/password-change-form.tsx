import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { accounts, password, type Role } from '#contract/accounts.ts'
import { adminPasswordLengthMin, passwordLengthMin } from '#contract/limits.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { Form } from '#web/components/form/form.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { call } from '#web/lib/api/api-client.ts'
import { ProblemError } from '#web/lib/api/api-error.ts'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { accountTexts } from '#web/texts/accounts.texts.ts'
import { userSettingsTexts } from '#web/texts/user-settings.texts.ts'
import { adminPassword } from './admin-password.ts'
import { PasswordRules } from './password-rules.tsx'
import { useWait } from './use-wait.ts'
import { WaitNote } from './wait-note.tsx'

const texts = userSettingsTexts.password
const empty = { currentPassword: '', newPassword: '' }

/** Changes the user's password, which ends the sessions on all other devices. */
export function PasswordChangeForm({ username, role }: { username: string; role: Role }) {
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: standardSchemaResolver(role === 'admin' ? schemas.admin : schemas.customer),
    defaultValues: empty,
  })
  const { secondsLeft, startWait, stopWait } = useWait()

  async function change(body: { currentPassword: string; newPassword: string }) {
    await call(accounts.changePassword, { body })
    form.reset(empty)
    stopWait()
    showToast({ kind: 'success', title: accountTexts.success, message: texts.saved })
    await queryClient.invalidateQueries({ queryKey: ['accounts', 'sessions'] })
  }
  function showFailure(error: unknown) {
    if (!applyProblem(form, error) || !(error instanceof ProblemError)) return
    if (error.retryAfterSeconds) startWait(error.retryAfterSeconds)
  }

  return (
    <Form form={form} onSubmit={change} onFailure={showFailure} label={texts.form} requiredMarks="none">
      {/* Identifies the account for password managers. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordInput
        control={form.control}
        name="currentPassword"
        label={texts.current}
        required
        autoComplete="current-password"
      />
      <PasswordRules
        password={form.watch('newPassword')}
        lengthMin={role === 'admin' ? adminPasswordLengthMin : passwordLengthMin}
        currentPassword={form.watch('currentPassword')}
      />
      <PasswordInput
        control={form.control}
        name="newPassword"
        label={texts.next}
        required
        autoComplete="new-password"
      />
      <div>
        <SubmitButton fullOnPhone>{texts.save}</SubmitButton>
      </div>
      <WaitNote secondsLeft={secondsLeft} />
    </Form>
  )
}

const currentPassword = z.string('password.required').check(z.minLength(1, 'password.required'))
const schemas = {
  customer: z.object({ currentPassword, newPassword: password }),
  admin: z.object({ currentPassword, newPassword: adminPassword }),
}
