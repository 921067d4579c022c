import './link-card.css'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { IconSlot } from '#web/components/display/icon-slot.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'

export interface LinkCardRow {
  key: string
  link: LinkProps
  icon: ReactNode
  title: ReactNode
  /** Small text below the title. */
  note?: ReactNode
  /** At the end of the row: a badge, an amount. */
  aside?: ReactNode
}

export interface LinkCardProps {
  title: string
  /** Below the title: explains the rows. */
  note?: string | undefined
  /** At least one. */
  rows: readonly LinkCardRow[]
  /** A link to the complete list. */
  more?: ReactNode
}

/** Groups link cards, in columns where there is room. */
export function LinkCards({ children }: { children: ReactNode }) {
  return <div className="link-cards">{children}</div>
}

/** A named list of a few links. */
export function LinkCard({ title, note, rows, more }: LinkCardProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="min-w-0 overflow-clip rounded-card border border-hairline bg-surface">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-5 pt-5 pb-3 sm:px-6">
        <h2 id={titleId} className="text-heading">
          {title}
        </h2>
        {more ? <span className="text-label">{more}</span> : null}
        {note ? <p className="w-full text-label text-muted">{note}</p> : null}
      </div>
      <ul className="divide-y divide-hairline border-hairline border-t">
        {rows.map(row => (
          <li key={row.key}>
            <Link {...row.link} className="link-card-row no-underline">
              <span className="text-muted">
                <IconSlot icon={row.icon} />
              </span>
              <span className="min-w-0">
                <span className="block">{unbroken(row.title)}</span>
                {row.note ? <span className="block text-label text-muted">{unbroken(row.note)}</span> : null}
              </span>
              {row.aside ? <span className="shrink-0 text-right text-label">{row.aside}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Placeholder for a loading card, as high as one with two rows. */
export function LinkCardSkeleton() {
  return (
    <div className="min-w-0 overflow-clip rounded-card border border-hairline bg-surface">
      <div className="px-5 pt-5 pb-3 sm:px-6">
        <Skeleton className="my-0.5 h-6 w-36" />
      </div>
      <div className="divide-y divide-hairline border-hairline border-t">
        {['first', 'second'].map(row => (
          <div key={row} className="link-card-row">
            <Skeleton className="size-5" />
            <span className="grid gap-2">
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="h-3.5 w-2/5" />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
