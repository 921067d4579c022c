import type { ReactNode } from 'react'

interface MetaItemProps {
  /** Names the value. */
  label: string
  children: ReactNode
}

/** A labelled value below the title of a page: a badge with `Offen` alone is ambiguous. */
export function MetaItem({ label, children }: MetaItemProps) {
  return (
    <span className="inline-flex items-center gap-2">
      {label}
      {children}
    </span>
  )
}
