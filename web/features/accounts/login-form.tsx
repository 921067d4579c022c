import { lazy, Suspense } from 'react'
import { useForm } from 'react-hook-form'
import { accounts } from '#contract/accounts.ts'
import { Form } from '#web/components/form.tsx'
import { PasswordInput } from '#web/components/password-input.tsx'
import { SubmitButton } from '#web/components/submit-button.tsx'
import { TextInput } from '#web/components/text-input.tsx'
import { showToast } from '#web/components/toast.ts'
import { call } from '#web/lib/api.ts'
import { ProblemError } from '#web/lib/api-error.ts'
import { applyProblem } from '#web/lib/apply-problem.ts'
import { lookUpSession, readSession } from '#web/lib/session.ts'
import { loginTexts } from '#web/texts/login.ts'
import { loginResolver } from './login-resolver.ts'
import { useWait } from './use-wait.ts'

/** User name and password. After a success the session knows the user, and the page around it leads on. */
export function LoginForm() {
  const form = useForm({ resolver: loginResolver, defaultValues: { username: '', password: '' } })
  const { secondsLeft, startWait, stopWait } = useWait()

  async function logIn(body: { username: string; password: string }) {
    await call(accounts.login, { body })
    stopWait()
    await lookUpSession()
    if (!readSession().isLoggedIn) form.setError('root.server', { message: loginTexts.noCustomer })
  }
  function showFailure(error: unknown) {
    if (!applyProblem(form, error) || !(error instanceof ProblemError)) return
    if (error.code === 'session.login_failed') {
      form.setError('root.server', { message: loginTexts.failedMessage })
      form.setFocus('password', { shouldSelect: true })
    }
    if (error.retryAfterSeconds) startWait(error.retryAfterSeconds)
    showToast({
      kind: 'error',
      title: loginTexts.failedTitle,
      message: error.code === 'session.login_failed' ? loginTexts.failedMessage : error.title,
    })
  }

  return (
    <Form form={form} onSubmit={logIn} onFailure={showFailure} requiredMarks="none">
      <TextInput
        control={form.control}
        name="username"
        label={loginTexts.username}
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordInput
        control={form.control}
        name="password"
        label={loginTexts.password}
        required
        autoComplete="current-password"
      />
      <SubmitButton className="w-full">{loginTexts.logIn}</SubmitButton>
      {secondsLeft === undefined ? null : (
        <Suspense>
          <WaitNote secondsLeft={secondsLeft} />
        </Suspense>
      )}
    </Form>
  )
}

/** Few see it: it comes after several failed attempts. */
const WaitNote = lazy(async () => ({ default: (await import('./wait-note.tsx')).WaitNote }))
