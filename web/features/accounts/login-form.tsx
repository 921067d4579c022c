import { lazy, Suspense, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { accounts } from '#contract/accounts.ts'
import type { SecondFactorMethod } from '#contract/second-factor-proof.ts'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { showToast } from '#web/components/feedback/toast.ts'
import { Form } from '#web/components/form/form.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { call } from '#web/lib/api/api-client.ts'
import { ProblemError } from '#web/lib/api/api-error.ts'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { lookUpSession, readSession } from '#web/lib/session/session.ts'
import { loginTexts } from '#web/texts/login.texts.ts'
import { loginResolver } from './login-resolver.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { useWait } from './use-wait.ts'

export type LoginStepName = 'password' | 'secondFactor'

export interface LoginFormProps {
  /** Called with the current step, which decides the texts of the page. */
  onStep: (step: LoginStepName) => void
}

/**
 * User name or address and password, then the second factor if one is set up. On success the session contains the user, and the
 * page redirects.
 */
export function LoginForm({ onStep }: LoginFormProps) {
  const [waiting, setWaiting] = useState<Waiting>()
  const [start, setStart] = useState<PasswordStart>({ username: '' })
  const wait = (next: Waiting) => {
    setWaiting(next)
    onStep('secondFactor')
  }
  if (waiting === undefined) return <PasswordForm start={start} onWaiting={wait} />
  const goBack = (reason?: string) => {
    setStart({ username: waiting.username, reason })
    setWaiting(undefined)
    onStep('password')
  }
  return (
    <Suspense fallback={<SkeletonText lines={4} />}>
      <LoginStep methods={waiting.methods} onDone={enter} onBack={goBack} />
    </Suspense>
  )
}

type Waiting = { username: string; methods: readonly SecondFactorMethod[] }
/** Initial values when returning to the form. */
type PasswordStart = { username: string; reason?: string | undefined }

/** Returns the error to show, if any. If the account could not be loaded, the page's header shows that. */
async function enter(): Promise<string | undefined> {
  await lookUpSession()
  const { isLoggedIn, failure } = readSession()
  return isLoggedIn || failure ? undefined : loginTexts.noCustomer
}

interface PasswordFormProps {
  start: PasswordStart
  onWaiting: (waiting: Waiting) => void
}

function PasswordForm({ start, onWaiting }: PasswordFormProps) {
  const form = useForm({ resolver: loginResolver, defaultValues: { username: start.username, password: '' } })
  const { secondsLeft, startWait, stopWait } = useWait()
  const { setError, setFocus } = form
  useEffect(() => {
    if (start.username !== '') setFocus('password')
    if (start.reason) setError('root.server', { message: start.reason })
  }, [start, setError, setFocus])

  async function logIn(body: { username: string; password: string }) {
    const { secondFactor } = await call(accounts.login, { body })
    stopWait()
    if (secondFactor) return onWaiting({ username: body.username, methods: secondFactor.methods })
    const missing = await enter()
    if (missing !== undefined) setError('root.server', { message: missing })
  }
  function showFailure(error: unknown) {
    if (!(error instanceof ProblemError) || error.isShown) return
    // Shown once: at the fields, otherwise in the toast that the specification requires.
    if (error.errors.length > 0) return void applyProblem(form, error)
    if (error.code === 'session.login_failed') form.setFocus('password', { shouldSelect: true })
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
      <PasskeyButton label={loginTexts.logInWithPasskey} onDone={enter} />
      {secondsLeft === undefined ? null : (
        <Suspense>
          <WaitNote secondsLeft={secondsLeft} />
        </Suspense>
      )}
    </Form>
  )
}

/** Rarely needed: it follows several failed attempts. */
const WaitNote = lazy(async () => ({ default: (await import('./wait-note.tsx')).WaitNote }))

/** Only for users with a second factor. */
const LoginStep = lazy(async () => ({ default: (await import('./second-factor-login-step.tsx')).LoginStep }))
