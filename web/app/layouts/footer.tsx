import { Link } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { useCompanyName } from '#web/app/use-company-name.ts'
import { currentYear } from '#web/lib/clock.ts'
import { shellTexts } from '#web/texts/shell.ts'

const links = [
  { label: shellTexts.faq, to: paths.faq },
  { label: shellTexts.powerMaster, to: paths.powerMaster },
  { label: shellTexts.imprint, to: paths.imprint },
  { label: shellTexts.privacy, to: paths.privacy },
  { label: shellTexts.accessibility, to: paths.accessibility },
] as const

export function Footer() {
  const company = useCompanyName()
  return (
    <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-6.5 text-label">
      <p className="text-muted">{shellTexts.copyright(currentYear(), company)}</p>
      <nav aria-label={shellTexts.footer}>
        <ul className="-my-2 flex flex-wrap gap-x-6">
          {links.map(({ label, to }) => (
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
