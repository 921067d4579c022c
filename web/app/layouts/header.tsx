import { Link, useLocation } from '@tanstack/react-router'
import { classNames } from '#web/components/display/class-names.ts'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { useSession } from '#web/lib/session/use-session.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'
import { Brand } from './brand.tsx'
import { type HeaderEntry, headerEntries, isCurrent } from './header-entries.ts'
import { LogOutButton } from './log-out-button.tsx'
import { MobileMenu } from './mobile-menu.tsx'

/** The page's header: brand, main navigation, and login or logout; the navigation is a menu on narrow screens. */
export function Header() {
  const session = useSession()
  const pathname = useLocation({ select: location => location.pathname })
  const entries = headerEntries(session)
  return (
    <div className="page-width flex h-15 items-center justify-between gap-2 sm:gap-4 md:h-17">
      <Brand />
      <div className="flex items-center gap-1 sm:gap-2 md:gap-3 lg:gap-8">
        <nav aria-label={shellTexts.mainMenu} className="max-md:hidden">
          <ul className="flex items-center gap-3 lg:gap-7">
            {entries.map(entry => (
              <li key={entry.to}>
                <HeaderLink entry={entry} isCurrent={isCurrent(entry, pathname)} />
              </li>
            ))}
          </ul>
        </nav>
        {session.isLoggedIn ? <LogOutButton className="max-md:hidden" /> : <LogInLink />}
        <MobileMenu entries={entries} pathname={pathname} />
      </div>
    </div>
  )
}

function HeaderLink({ entry, isCurrent }: { entry: HeaderEntry; isCurrent: boolean }) {
  return (
    <Link
      to={entry.to}
      activeOptions={{ exact: true, includeSearch: false }}
      {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
      className={classNames(
        'inline-flex min-h-11 items-center border-y-3 border-transparent no-underline hover:border-b-hairline',
        isCurrent && 'border-b-graphic hover:border-b-graphic',
      )}
    >
      {entry.label}
    </Link>
  )
}

function LogInLink() {
  return (
    <LinkButton to="/login" variant="primary" className="phone:shrink-0 phone:px-3">
      {shellTexts.logIn}
    </LinkButton>
  )
}
