import type { ReactNode } from 'react'
import { headerActionsClass } from './page-header.tsx'
import { unbroken } from './unbroken.tsx'

export interface SectionHeaderProps {
  title: ReactNode
  /** The id for the section's `aria-labelledby`. */
  titleId: string
  /** 1 if the section is the whole page. */
  headingLevel?: 1 | 2 | undefined
  /** One or two sentences. */
  lead?: ReactNode
  actions?: ReactNode
}

/** The header of a section with a list: title, lead and the actions for the whole list. */
export function SectionHeader({ title, titleId, headingLevel = 2, lead, actions }: SectionHeaderProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <Heading
        id={titleId}
        tabIndex={headingLevel === 1 ? -1 : undefined}
        className={headingLevel === 1 ? 'min-w-0 flex-1 basis-48 text-title md:basis-72' : 'min-w-0 text-heading'}
      >
        {title}
      </Heading>
      {actions ? <div className={headerActionsClass}>{actions}</div> : null}
      {lead ? (
        <div className={headingLevel === 1 ? 'w-full phone:hidden' : 'w-full'}>
          <p className="max-w-reading text-muted">{unbroken(lead)}</p>
        </div>
      ) : null}
    </div>
  )
}
