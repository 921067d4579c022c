import type { ReactNode } from 'react'

export interface DisclosureProps {
  summary: ReactNode
  /** Disclosures with the same name close each other. */
  name?: string | undefined
  /** Initially open. */
  open?: boolean | undefined
  /** Target of links within the page. */
  id?: string | undefined
  /** Called after it opens or closes. */
  onToggle?: ((isOpen: boolean) => void) | undefined
  /** Makes the summary a heading of this level. */
  headingLevel?: 2 | 3 | 4 | undefined
  children: ReactNode
}

/** A line that opens to show more: a native `details` element. Consecutive ones share their hairlines. */
export function Disclosure({ summary, name, open, id, onToggle, headingLevel, children }: DisclosureProps) {
  const Heading = headingLevel ? (`h${headingLevel}` as const) : 'span'
  return (
    <details
      id={id}
      name={name}
      open={open}
      onToggle={event => onToggle?.(event.currentTarget.open)}
      className="disclosure border-b border-hairline first:border-t"
    >
      <summary className="flex min-h-14 items-center justify-between gap-4 py-3 font-semibold">
        <Heading className="font-sans text-body font-semibold tracking-normal">{summary}</Heading>
        <svg
          viewBox="0 0 24 24"
          aria-hidden="true"
          className="disclosure-mark size-5 shrink-0"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.25"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d="m5 9 7 7 7-7" />
        </svg>
      </summary>
      <div className="pb-5 text-muted">{children}</div>
    </details>
  )
}
