import type { ReactNode } from 'react'
import { headerActionsClass } from './page-header.tsx'

export interface SectionHeaderProps {
  title: ReactNode
  /** For the `aria-labelledby` of the section. */
  titleId: string
  /** One or two sentences. */
  lead?: ReactNode
  actions?: ReactNode
}

/** The head of a section that has a list of its own: what it is, and what can be done with all of it. */
export function SectionHeader({ title, titleId, lead, actions }: SectionHeaderProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <h2 id={titleId} className="min-w-0 text-heading">
        {title}
      </h2>
      {actions ? <div className={headerActionsClass}>{actions}</div> : null}
      {lead ? (
        <div className="w-full">
          <p className="max-w-reading text-muted">{lead}</p>
        </div>
      ) : null}
    </div>
  )
}
