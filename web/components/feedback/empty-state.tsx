import type { ReactNode } from 'react'
import { unbroken } from '#web/components/display/unbroken.tsx'

export interface EmptyStateProps {
  /** One sentence. */
  text: ReactNode
  /** The obvious next step. */
  action?: ReactNode
  icon?: ReactNode
}

/** Shown in place of a list without items: a sentence and the next step. */
export function EmptyState({ text, action, icon }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-4 px-5 py-12 text-center">
      {icon ? (
        <span
          aria-hidden="true"
          className="grid size-14 place-items-center rounded-full bg-sunken text-muted [&>svg]:size-7"
        >
          {icon}
        </span>
      ) : null}
      <p className="max-w-reading text-muted">{unbroken(text)}</p>
      {action}
    </div>
  )
}
