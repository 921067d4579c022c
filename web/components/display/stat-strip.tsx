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
  /** Leads to the rows the number counts. */
  link?: LinkProps | undefined
  /** Leads to the rows the note counts. */
  noteLink?: LinkProps | undefined
}

export interface StatStripProps {
  /** Names the group of numbers. */
  label: string
  stats: readonly Stat[]
  /** Keeps labels and height while the numbers load. */
  loading?: boolean | undefined
}

/** A few numbers in one frame, in one line, or in two columns if that is too narrow. */
export function StatStrip({ label, stats, loading = false }: StatStripProps) {
  const strip = useRef<HTMLDListElement>(null)
  useFold(strip)
  return (
    <section aria-label={label} aria-busy={loading || undefined} className="stat-frame min-w-0">
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

/** With a link, the whole frame is clickable. */
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
