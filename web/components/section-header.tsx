import type { ReactNode } from 'react'

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
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h2 id={titleId} className="text-heading">
          {title}
        </h2>
        {lead ? <p className="mt-1 max-w-reading text-muted">{lead}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-3 phone:w-full phone:*:grow">{actions}</div> : null}
    </div>
  )
}
