import type { ReactNode } from 'react'

/** A quiet keyword. For a state use `Badge`. */
export function Tag({ children }: { children: ReactNode }) {
  return (
    <span
      data-tint="grey"
      className="inline-flex items-center rounded-full bg-grey-tint px-2.5 py-1 text-small text-ink whitespace-nowrap"
    >
      {children}
    </span>
  )
}
