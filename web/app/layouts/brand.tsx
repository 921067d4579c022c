import { Link } from '@tanstack/react-router'
import { useCompanyName } from '#web/app/use-company-name.ts'
import { LogoPicture } from '#web/components/display/logo-picture.tsx'
import { usePublicProfile } from '#web/lib/session/public-profile.ts'

/** The logo, or the rings as a fallback, and the company's name. Links to the homepage. */
export function Brand() {
  const { data } = usePublicProfile()
  const logo = data?.logo
  return (
    <Link to="/" data-brand="" className="inline-flex min-h-11 min-w-0 items-center gap-2.5 no-underline">
      {logo ? <LogoPicture logo={logo} /> : <BrandMark />}
      <span
        className={
          // A logo this wide contains the name.
          logo && logo.width >= 2.5 * logo.height
            ? 'sr-only'
            : 'line-clamp-2 font-bold font-display text-lead/tight tracking-tight phone:text-label'
        }
      >
        {useCompanyName()}
      </span>
    </Link>
  )
}

function BrandMark() {
  return (
    <svg viewBox="0 0 32 32" className="size-7.5 shrink-0" aria-hidden="true" focusable="false">
      <circle cx="16" cy="16" r="16" className="fill-night dark:fill-lime-950" />
      <g fill="none" strokeWidth="2.5" className="stroke-primary">
        <path d="M11 5.5A11.5 11.5 0 1 0 27.5 16" />
        <path d="M16 8.8A7.2 7.2 0 1 1 8.8 16" />
      </g>
      <circle cx="16" cy="16" r="3" className="fill-primary" />
    </svg>
  )
}
