/** Who may see which part of the site. The server decides again with every call; this only spares a useless page. */
import { redirect } from '@tanstack/react-router'
import type { NetworkError, ProblemError } from '#web/lib/api/api-error.ts'
import { readSession } from '#web/lib/session/session.ts'
import { loginHref, paths } from './paths.ts'

/** The page exists, and is not for this user: shown as an error page, not as the login. */
export class ForbiddenError extends Error {
  override readonly name = 'ForbiddenError'
  /** An admin who looks at the portal as a customer: it would be theirs after the end of the view. */
  readonly isImpersonating: boolean

  constructor(isImpersonating = false) {
    super()
    this.isImpersonating = isImpersonating
  }
}

/** Somebody is logged in, and the server did not say who. `cause` is why. */
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
