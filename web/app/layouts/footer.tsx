import { Link } from '@tanstack/react-router'
import { useCompanyName } from '#web/app/use-company-name.ts'
import { currentYear } from '#web/lib/browser/browser-clock.ts'
import { usePublicProfile } from '#web/lib/session/public-profile.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'
import { footerLinksOf } from './footer-links.ts'

/** The page's footer: copyright and links to the legal pages. */
export function Footer() {
  const company = useCompanyName()
  const { data: profile } = usePublicProfile()
  return (
    <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-6.5 text-label">
      <p className="text-muted">{shellTexts.copyright(currentYear(), company)}</p>
      <nav aria-label={shellTexts.footer}>
        <ul className="-my-2 flex flex-wrap gap-x-6">
          {footerLinksOf(profile).map(({ label, to }) => (
            <li key={to}>
              <Link to={to} className="inline-flex min-h-11 items-center text-link underline underline-offset-4">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
