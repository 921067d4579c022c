import { IconCheck, IconExclamationMark } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'

export interface OutcomeProps {
  kind: 'success' | 'problem'
  title: string
  children: ReactNode
  /** The possible next steps. */
  actions?: ReactNode
}

/** Replaces a form that is done or cannot be used. The heading receives the focus, so screen readers read it. */
export function Outcome({ kind, title, children, actions }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { Icon, tint } = kinds[kind]
  return (
    <div className="grid justify-items-start gap-3">
      <span data-tint={kind} className={`grid size-12 place-items-center rounded-full ${tint}`}>
        <Icon aria-hidden="true" size={26} stroke={2.5} />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-heading outline-none">
        {title}
      </h2>
      <div className="grid gap-2 text-label text-muted">{children}</div>
      {actions ? <div className="mt-3 flex w-full flex-wrap gap-3 phone:*:grow">{actions}</div> : null}
    </div>
  )
}

const kinds = {
  success: { Icon: IconCheck, tint: 'bg-green-tint text-green' },
  problem: { Icon: IconExclamationMark, tint: 'bg-amber-tint text-amber' },
}
