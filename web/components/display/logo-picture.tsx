import type { Logo } from '#contract/logo.ts'
import { atBackend } from '#web/lib/api/api-client.ts'
import { classNames } from './class-names.ts'

export interface LogoPictureProps {
  logo: Logo
  /** Empty where the name is next to it. */
  alt?: string
  className?: string
}

/** The logo in its own proportions, on a light plate in dark mode: most logos are designed for paper. */
export function LogoPicture({ logo, alt = '', className = 'h-9 max-w-44 phone:max-w-32' }: LogoPictureProps) {
  return (
    <img
      src={atBackend(logo.path)}
      alt={alt}
      width={logo.width}
      height={logo.height}
      data-logo=""
      className={classNames('w-auto shrink-0 object-contain dark:rounded-box dark:bg-plate dark:p-1', className)}
    />
  )
}
