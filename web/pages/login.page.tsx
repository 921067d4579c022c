import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { portalHome } from '#web/app/paths.ts'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { LoginForm, type LoginStepName } from '#web/features/accounts/login-form.tsx'
import { ownPath } from '#web/lib/session/own-path.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { loginTexts } from '#web/texts/login.texts.ts'

/** /login and /accounts/login. A logged-in user is redirected to `next` or to the portal. */
export function LoginPage() {
  const { isLoggedIn, user, failure } = useSession()
  const next = ownPath(useSearch({ strict: false, select: search => search.next }))
  const destination = next ?? portalHome(user?.role ?? 'customer')
  const { history } = useRouter()
  const isKnown = isLoggedIn && !failure
  useEffect(() => {
    if (isKnown) history.replace(destination)
  }, [isKnown, destination, history])
  const [step, setStep] = useState<LoginStepName>('password')
  if (isKnown) return null
  const isAtPassword = step === 'password'
  return (
    <AccountFrame
      title={loginTexts.title}
      lead={isAtPassword ? (next ? loginTexts.leadForPage : loginTexts.lead) : undefined}
      footer={
        <>
          {loginTexts.noAccount} <TextLink to="/contact">{loginTexts.contact}</TextLink>
        </>
      }
    >
      <LoginForm onStep={setStep} />
      {isAtPassword ? (
        <p className="mt-5 text-center text-label">
          <TextLink to="/passwort-vergessen">{loginTexts.passwordForgotten}</TextLink>
        </p>
      ) : null}
    </AccountFrame>
  )
}
