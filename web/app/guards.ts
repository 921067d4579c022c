/** Route guards by role. The server decides again with every call; these only spare the user a useless page. */
import { redirect } from '@tanstack/react-router'
import type { NetworkError, ProblemError } from '#web/lib/api/api-error.ts'
import { readSession } from '#web/lib/session/session.ts'
import { loginHref, paths } from './paths.ts'

/** The page exists but is not for this user. Shows an error page instead of the login. */
export class ForbiddenError extends Error {
  override readonly name = 'ForbiddenError'
  /** True for an admin who impersonates a customer: the page is available again after the impersonation ends. */
  readonly isImpersonating: boolean

  constructor(isImpersonating = false) {
    super()
    this.isImpersonating = isImpersonating
  }
}

/** Somebody is logged in, but the server did not return the account. `cause` is the reason. */
export class AccountUnclearError extends Error {
  override readonly name = 'AccountUnclearError'
  declare readonly cause: ProblemError | NetworkError

  constructor(cause: ProblemError | NetworkError) {
    super(undefined, { cause })
  }
}

type Navigation = { location: { href: string } }

export function requireLogin({ location }: Navigation): void {
  const { isLoggedIn, failure } = readSession()
  if (failure) throw new AccountUnclearError(failure)
  if (!isLoggedIn) throw redirect({ href: loginHref(location.href), replace: true })
}

export function requireAdmin(navigation: Navigation): void {
  requireLogin(navigation)
  const { user, impersonation } = readSession()
  if (user?.lacksSecondFactor) throw redirect({ to: paths.userSettings, replace: true })
  if (user?.role !== 'admin' || impersonation) throw new ForbiddenError(user?.role === 'admin')
}
