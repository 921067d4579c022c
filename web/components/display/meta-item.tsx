import type { ReactNode } from 'react'

interface MetaItemProps {
  /** What the value is of. */
  label: string
  children: ReactNode
}

/** A value below the title of a page with the word it needs: a badge that says `Offen` does not say what is open. */
export function MetaItem({ label, children }: MetaItemProps) {
  return (
    <span className="inline-flex items-center gap-2">
      {label}
      {children}
    </span>
  )
}
