import './stat-strip.css'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { Skeleton } from '#web/components/feedback/skeleton.tsx'
import { classNames } from './class-names.ts'
import { useFold } from './use-fold.ts'

export interface Stat {
  label: string
  value: ReactNode
  /** Small text after the value: `aus 2 Tickets`. */
  note?: ReactNode
  /** The rows the number counts. */
  link?: LinkProps | undefined
  /** The rows that the note counts. */
  noteLink?: LinkProps | undefined
}

export interface StatStripProps {
  /** What the numbers are about. */
  label: string
  stats: readonly Stat[]
  /** Keeps the labels and the height while the numbers are on their way. */
  loading?: boolean | undefined
}

/** A few numbers in one frame, side by side in one line; in two columns where one line has no room for them. */
export function StatStrip({ label, stats, loading = false }: StatStripProps) {
  const strip = useRef<HTMLDListElement>(null)
  useFold(strip)
  return (
    <section aria-label={label} aria-busy={loading || undefined} className="min-w-0">
      <dl ref={strip} className="stat-strip grid gap-px rounded-box border border-hairline bg-surface">
        {stats.map(stat => (
          <div
            key={stat.label}
            className="relative grid content-start gap-0.5 [box-shadow:0_0_0_1px_var(--color-hairline)]"
          >
            <dt className="text-muted">{stat.label}</dt>
            <dd className="items-baseline gap-x-1.5 sm:min-h-7">
              {loading ? <Skeleton className="h-6 w-24 self-center" /> : <StatValue stat={stat} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Where it leads to its rows, the whole frame can be pressed. */
function StatValue({ stat: { value, note, link, noteLink } }: { stat: Stat }) {
  const words = (
    <>
      <span className="stat-value font-display font-bold tracking-tight">{value}</span>
      {note && !noteLink ? <span className="stat-note text-muted">{note}</span> : null}
    </>
  )
  return (
    <>
      {link ? (
        <Link
          {...link}
          className={classNames(
            'stat-link gap-x-1.5 text-ink underline decoration-graphic underline-offset-[0.2em]',
            Boolean(note && noteLink) && 'stat-link-short',
          )}
        >
          {words}
        </Link>
      ) : (
        words
      )}
      {note && noteLink ? (
        <Link {...noteLink} className="stat-note stat-note-link text-link underline underline-offset-[0.2em]">
          {note}
        </Link>
      ) : null}
    </>
  )
}
