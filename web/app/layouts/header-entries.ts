import { paths } from '#web/app/paths.ts'
import type { SessionState } from '#web/lib/session/session.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'

export type HeaderEntry = {
  readonly label: string
  readonly to: (typeof paths)[keyof typeof paths]
  /** Marks the entry on every page whose address starts with this; without it only on its own page. */
  readonly area?: string
}

/** The header's entries for the current user. Login and logout are a separate button. */
export function headerEntries({
  isLoggedIn,
  user,
  impersonation,
}: Pick<SessionState, 'isLoggedIn' | 'user' | 'impersonation'>): HeaderEntry[] {
  const entries: HeaderEntry[] = [
    { label: shellTexts.start, to: paths.home },
    { label: shellTexts.contact, to: paths.contact },
  ]
  if (!isLoggedIn) return entries
  entries.push({ label: shellTexts.customerPortal, to: paths.customerHome, area: '/customer-portal/' })
  if (user?.role === 'admin' && !impersonation) {
    entries.push({ label: shellTexts.admin, to: paths.adminHome, area: '/admin-portal/' })
  }
  entries.push({ label: shellTexts.settings, to: paths.userSettings })
  return entries
}

export function isCurrent(entry: HeaderEntry, pathname: string): boolean {
  return pathname === entry.to || (entry.area !== undefined && pathname.startsWith(entry.area))
}
